import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings } from '../../src/app/settings.ts';
import { exitCodes, exitCodeWords } from '../../src/cli/output.ts';
import { noAnswerText, readerScenarios } from '../../src/core/gateways/sandbox/reader-scenarios.ts';
import { cardScenarios, walletScenarios } from '../../src/core/gateways/sandbox/scenarios.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(resolve(root, 'README.md'), 'utf8');
const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** What people read here, README.md and the guides. */
const pages = [
  'README.md',
  ...readdirSync(resolve(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
];

type Row = { number: string; name: string; afterMs: number; ending: unknown };

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
  ]);
  return words.get(ending) ?? 'unknown';
}

describe('README.md', () => {
  it('has every setting as the code has it', () => {
    const table = ['| Name | Default | Meaning |', '|---|---|---|', ...settings.map(settingRow)].join('\n');

    expect(readme).toContain(table);
  });

  it('has every sandbox number as the gateways play it', () => {
    const phones = walletScenarios.map((scenario) => ({
      ...scenario,
      number: scenario.phone ?? 'every other number',
    }));
    const rows = [...cardScenarios, ...phones].map(numberRow);

    expect(readme).toContain(
      ['| Number | Scenario | After | Outcome |', '|---|---|---|---|', ...rows].join('\n'),
    );
  });

  it('has every payload of a reader as the gateway plays it, and so has the guide', () => {
    const guide = readFileSync(resolve(root, 'docs/guides/links-and-counter.md'), 'utf8');
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

  it('names the exit code of a failed check where it says that a verb ends with one', () => {
    const named = [...text.matchAll(/\b(?:ends with|exit code) (\d+)\b/g)].map((match) => Number(match[1]));

    expect(named.filter((code) => code !== exitCodes.checkFailed)).toEqual([]);
  });

  it('names commands that there are', () => {
    const named = [...text.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? '');

    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it('leads to files that there are', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '');

    expect(links.filter((link) => !existsSync(resolve(root, dirname(page), link)))).toEqual([]);
  });
});
