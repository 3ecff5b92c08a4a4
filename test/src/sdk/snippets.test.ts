import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { WebhookVector } from '../../../scripts/docs/webhook-vectors.ts';
import { isThere, type Language, languages, run } from './languages.ts';
import { published } from './vectors.ts';

const root = resolve(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/guides/receive-webhooks.md'), 'utf8');
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The one block of a language that defines the check, as a reader would copy it. */
function snippetOf({ fence }: Pick<Language, 'fence'>): string {
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`${fence}\n(.*?)\`\`\``, 'gs'))];
  const [snippet, ...others] = blocks.map(([, text = '']) => text).filter((text) => /\b300\b/.test(text));
  if (snippet === undefined || others.length > 0)
    throw new Error(`the guide has not one snippet in ${fence}`);
  return snippet;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What the snippet says of each vector. */
async function verdictsOf(language: Language, snippet: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-payments-snippet-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(language.files(snippet))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const lines = published.vectors.map(({ secret, header, body_base64, now }) =>
    [base64(secret), base64(header), body_base64, now].join(' '),
  );
  let output = '';
  for (const command of language.commands)
    output = await run(command, { cwd: folder, input: `${lines.join('\n')}\n` });
  return output.trimEnd().split(/\r?\n/);
}

/** Without a secret a snippet may refuse or raise; everything else is a verdict, never an exception. */
function isRight({ valid, reason }: WebhookVector, verdict: string | undefined): boolean {
  if (reason === 'no_secret' && verdict === '!') return true;
  return verdict === (valid ? '1' : '0');
}

/** The vectors of which the snippet says something else than is published. */
async function wrongOnes(language: Language, snippet: string): Promise<string[]> {
  const verdicts = await verdictsOf(language, snippet);
  const judged = published.vectors.map((vector, at) => ({ vector, verdict: verdicts[at] }));
  expect(verdicts).toHaveLength(judged.length);
  return judged
    .filter(({ vector, verdict }) => !isRight(vector, verdict))
    .map(({ vector, verdict }) => `${vector.name}: ${verdict}`);
}

describe('the snippet of the guide in', () => {
  for (const language of languages) {
    const missing = !isThere(language);
    const name = missing
      ? `${language.name} (${language.probe[0]} is not on this machine, or too old)`
      : language.name;

    test.skipIf(missing)(
      `${name} comes to every published verdict`,
      async () => {
        expect(await wrongOnes(language, snippetOf(language))).toEqual([]);
      },
      300_000,
    );
  }
});

it('the receiver of the first guide checks as this one does', () => {
  const first = readFileSync(join(root, 'docs/guides/take-a-payment.md'), 'utf8');
  const javascript = snippetOf({ fence: 'js' });

  const check = javascript.slice(javascript.indexOf('/** header')).replace('export ', '');

  expect(first).toContain(check);
});

describe('the vectors find a receiver that', () => {
  const javascript = languages.find(({ fence }) => fence === 'js');

  it.each([
    ['has no tolerance', '300', 'Infinity'],
    ['takes what is old only', 'Math.abs(now - Number(time))', 'Number(time) - now'],
    ['takes what is ahead only', 'Math.abs(now - Number(time))', 'now - Number(time)'],
    ['excludes the edge', '> 300', '>= 300'],
    ['takes any time', '/^[0-9]{1,15}$/', '/^/'],
    ['lets NaN through', '!/^[0-9]{1,15}$/.test(time) || Math.abs', 'Math.abs'],
    ['takes the first t', '.join().slice(2)', '.slice(0, 1).join().slice(2)'],
    [
      'knows the first v1 only',
      'parts.map(',
      "parts.filter((part) => part.startsWith('v1=')).slice(0, 1).map(",
    ],
    [
      'wants every v1',
      '=> timingSafeEqual(each, expected)).length > 0',
      '=> !timingSafeEqual(each, expected)).length === 0',
    ],
    [
      'does not look at the name',
      'parts.map((part) => Buffer.from(part))',
      "parts.map((part) => Buffer.from(part.replace(/^v\\d/, 'v1')))",
    ],
    ['trims', "split(',')", 'split(/\\s*[,;]\\s*/)'],
    [
      'is content with a beginning',
      'length === expected.length);\n  return given.filter((each) => timingSafeEqual(each, expected))',
      'length > 3);\n  return given.filter((each) => expected.includes(each))',
    ],
    [
      'counts characters',
      'parts.map((part) => Buffer.from(part)).filter(({ length }) => length === expected.length)',
      'parts.filter(({ length }) => length === expected.length).map((part) => Buffer.from(part))',
    ],
    ['forgets the time', 'update(`${time}.`).', ''],
    ['signs text', 'update(body)', "update(body.toString('latin1'))"],
    ['drops white space', 'update(body)', 'update(body.toString().trim())'],
    ['writes the JSON anew', 'update(body)', 'update(JSON.stringify(JSON.parse(body)))'],
    ['cuts the prefix', "'sha256', secret", "'sha256', secret.replace('whsec_', '')"],
    ['runs without a secret', "if (!secret) throw new Error('There is no webhook secret.');", ''],
  ])('%s', async (_fault, right, wrong) => {
    if (javascript === undefined) throw new Error('JavaScript is always there');
    const snippet = snippetOf(javascript);
    expect(snippet).toContain(right);

    const mutant = snippet.replace(right, () => wrong);

    expect(await wrongOnes(javascript, mutant)).not.toEqual([]);
  });
});
