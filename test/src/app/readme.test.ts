import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { env } from 'node:process';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { settings } from '../../../src/app/settings.ts';
import { commandLine } from '../../../src/cli/command-line.ts';
import { exitCodes, exitCodeWords } from '../../../src/cli/support/print.ts';
import {
  noAnswerText,
  readerScenarios,
} from '../../../src/domain/money/gateways/sandbox/reader-scenarios.ts';
import { cardScenarios, walletScenarios } from '../../../src/domain/money/gateways/sandbox/scenarios.ts';

const root = resolve(import.meta.dirname, '../../..');
const readme = readFileSync(resolve(root, 'README.md'), 'utf8');
const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** What people read: README.md, CHANGELOG.md, the guides, the concepts and the decisions. */
const pages = [
  'README.md',
  'CHANGELOG.md',
  'docs/architecture.md',
  ...globSync('src/**/README.md', { cwd: root }),
  ...globSync('docs/{guides,concepts,operate,decisions}/**/*.md', { cwd: root }),
];

type Row = { number: string; name: string; afterMs: number; ending: unknown };
/** A command as people type it, and its description. */
type Described = readonly [command: string, description: string];

/** npm runs these by itself, before or after another script. */
function isLifecycle(name: string): boolean {
  const [, script = ''] = /^(?:pre|post)(.+)$/.exec(name) ?? [];
  return script in manifest.scripts;
}

function scriptCommands(): string[] {
  const names = Object.keys(manifest.scripts).filter((name) => !isLifecycle(name));
  return names.map((name) => (['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`));
}

/** Every command that does something, with its description; a command with subcommands only groups them. */
function verbCommands(command: Command, typed = 'npx mps'): Described[] {
  if (command.commands.length === 0) return [[typed, command.description()]];
  return command.commands.flatMap((sub) => verbCommands(sub, `${typed} ${sub.name()}`));
}

function commandTable(): Described[] {
  const [, after = ''] = readme.split('| Command | What it does |\n|---|---|\n');
  const [rows = ''] = after.split('\n\n');
  const cells = [...rows.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
  expect(cells).toHaveLength(rows.split('\n').length);
  return cells.map(([, command = '', description = '']) => [command, description]);
}

/** As links name them. */
function headingsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\w -]/g, '').replaceAll(' ', '-'));
}

function settingRow(setting: (typeof settings)[number]): string {
  const inWords = 'otherwise' in setting ? setting.otherwise : 'none';
  const shown = 'fallback' in setting ? `\`${setting.fallback}\`` : inWords;
  return `| \`${setting.name}\` | ${shown} | ${setting.meaning} |`;
}

function numberRow({ number, name, afterMs, ending }: Row): string {
  const after = afterMs === 0 ? 'at once' : `${afterMs / 1000} s`;
  return `| ${number} | \`${name}\` | ${after} | ${outcomeOf(ending)} |`;
}

function outcomeOf(ending: unknown): string {
  if (typeof ending === 'object' && ending !== null)
    return `declined, \`${String(Reflect.get(ending, 'reason'))}\``;
  const words = new Map<unknown, string>([
    ['approved', 'completed'],
    ['refused', '400 `WALLET_INIT_FAILED`'],
    ['unavailable', '503 `PROVIDER_UNAVAILABLE`'],
    ['wrong_amount', 'declined, `AMOUNT_MISMATCH`'],
    ['challenge', 'a challenge page: Authorise completes, Fail is declined, `CARD_DECLINED`'],
  ]);
  return words.get(ending) ?? 'unknown';
}

describe('README.md', () => {
  it('sets the service up with two lines', () => {
    const [, setUp = ''] = readme.split('## Set-up');

    expect(setUp).toContain('npm ci && npm start');
    expect(setUp).toContain('npm ci && npm test');
  });

  it('sets it up on an older Node without a wall of warnings about newer ones', () => {
    const environment = { PATH: env['PATH'], HOME: env['HOME'] };

    const level = execFileSync('npm', ['config', 'get', 'loglevel'], { cwd: root, env: environment });

    expect(level.toString().trim()).toBe('error');
  });

  it('lists every command that exists, and no other', () => {
    const verbs = verbCommands(commandLine()).map(([command]) => command);

    const listed = commandTable().map(([command]) => command);

    expect(listed.toSorted()).toEqual([...scriptCommands(), ...verbs].toSorted());
  });

  it('describes each mps command as its help does', () => {
    expect(commandTable()).toEqual(expect.arrayContaining(verbCommands(commandLine())));
  });

  it('describes every command in a sentence', () => {
    const others = commandTable().filter(([, description]) => !/^[A-Z].*\.$/.test(description));

    expect(others).toEqual([]);
  });

  it('shows every setting as the code defines it', () => {
    const table = ['| Name | Default | Meaning |', '|---|---|---|', ...settings.map(settingRow)].join('\n');

    expect(readme).toContain(table);
  });

  it('shows every sandbox number with the outcome that the gateways give', () => {
    const phones = walletScenarios.map((scenario) => ({
      ...scenario,
      number: scenario.phone ?? 'every other number',
    }));
    const rows = [...cardScenarios, ...phones].map(numberRow);

    expect(readme).toContain(
      ['| Number | Scenario | After | Outcome |', '|---|---|---|---|', ...rows].join('\n'),
    );
  });

  it('shows every reader payload with the outcome that the gateway gives, and so does the guide', () => {
    const guide = readFileSync(resolve(root, 'docs/guides/sell/links-and-counter.md'), 'utf8');
    const rows = readerScenarios.map(({ text, ending }) => [text, outcomeOf(ending)] as const);
    const unanswered = 'pending for 30 seconds, then declined, `GATEWAY_TIMEOUT`';

    const shown = [...rows, [noAnswerText, unanswered]].map(([text = '', outcome = '']) => {
      const ciphertext = Buffer.from(text).toString('base64');
      return `| \`${text}\` | \`${ciphertext}\` | ${outcome} |`;
    });

    expect(readme).toContain(['| Payload | `ciphertext` | Outcome |', '|---|---|---|', ...shown].join('\n'));
    for (const [text, outcome] of rows)
      expect(guide).toContain(`| \`${text}\` | ${outcome.replace('declined', 'failed')} |`);
  });

  it('has every exit code of the command line', () => {
    expect(readme).toContain(exitCodeWords());
  });

  it('names every folder of the source in its map', () => {
    const folders = readdirSync(resolve(root, 'src'));

    expect(folders.filter((folder) => !readme.includes(`src/${folder}/`))).toEqual([]);
  });
});

describe.each(pages)('%s', (page) => {
  const text = readFileSync(resolve(root, page), 'utf8');

  it('names the exit code of a failed check wherever it names one', () => {
    const named = [...text.matchAll(/\b(?:exits with|exit code) (\d+)\b/g)].map((match) => Number(match[1]));

    expect(named.filter((code) => code !== exitCodes.checkFailed)).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? '');

    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it('names only files of this tree that exist', () => {
    const named = [...text.matchAll(/`((?:src|test|scripts|docs|generated)\/[\w./-]+\.\w+)/g)].map(
      (match) => match[1] ?? '',
    );

    expect(named.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');

    expect(links.filter((link) => !existsSync(resolve(root, dirname(page), link)))).toEqual([]);
  });

  it('links only to headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)];
    const dead = links.filter(([, file = '', anchor = '']) => {
      const there = file === '' ? text : readFileSync(resolve(root, dirname(page), file), 'utf8');
      return !headingsOf(there).includes(anchor);
    });

    expect(dead.map(([link]) => link)).toEqual([]);
  });
});
