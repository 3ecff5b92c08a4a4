import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { WebhookVector } from '../../../scripts/docs/webhook-vectors.ts';
import { isInstalled, type Language, languages, run } from './languages.ts';
import { published } from './vectors.ts';

const root = resolve(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/guides/webhooks/receive-webhooks.md'), 'utf8');
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The block of a language that defines the check, as a reader would copy it. */
function snippetOf({ fence }: Pick<Language, 'fence'>): string {
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`${fence}\n(.*?)\`\`\``, 'gs'))];
  const [snippet, ...others] = blocks.map(([, text = '']) => text).filter((text) => /\b300\b/.test(text));
  if (snippet === undefined || others.length > 0) throw new Error(`the guide must have one ${fence} snippet`);
  return snippet;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The verdict of the snippet about each vector. */
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

/** Only for a missing secret may a snippet throw instead of returning a verdict. */
function isRight({ valid, reason }: WebhookVector, verdict: string | undefined): boolean {
  if (reason === 'no_secret' && verdict === '!') return true;
  return verdict === (valid ? '1' : '0');
}

/** The vectors about which the snippet and the published verdict differ. */
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
    const missing = !isInstalled(language);
    const name = missing
      ? `${language.name} (skipped: ${language.probe[0]} is not installed, or too old)`
      : language.name;

    test.skipIf(missing)(
      `${name} reaches every published verdict`,
      async () => {
        expect(await wrongOnes(language, snippetOf(language))).toEqual([]);
      },
      300_000,
    );
  }
});

it('the receiver in the guide about payments has the same check', () => {
  const first = readFileSync(join(root, 'docs/guides/accept-payments/take-a-payment.md'), 'utf8');
  const javascript = snippetOf({ fence: 'js' });

  const check = javascript.slice(javascript.indexOf('/** header')).replace('export ', '');

  expect(first).toContain(check);
});

describe('the vectors find a receiver that', () => {
  const javascript = languages.find(({ fence }) => fence === 'js');

  it.each([
    ['has no tolerance', '300', 'Infinity'],
    ['accepts any time in the past', 'Math.abs(now - Number(time))', 'Number(time) - now'],
    ['accepts any time in the future', 'Math.abs(now - Number(time))', 'now - Number(time)'],
    ['refuses a difference of exactly 300 seconds', '> 300', '>= 300'],
    ['accepts a t that is not a number', '/^[0-9]{1,15}$/', '/^/'],
    ['lets NaN through', '!/^[0-9]{1,15}$/.test(time) || Math.abs', 'Math.abs'],
    ['reads the first of several t', '.join().slice(2)', '.slice(0, 1).join().slice(2)'],
    [
      'checks the first v1 only',
      'parts.map(',
      "parts.filter((part) => part.startsWith('v1=')).slice(0, 1).map(",
    ],
    [
      'demands that every v1 matches',
      '=> timingSafeEqual(each, expected)).length > 0',
      '=> !timingSafeEqual(each, expected)).length === 0',
    ],
    [
      'takes v0 and v2 for v1',
      'parts.map((part) => Buffer.from(part))',
      "parts.map((part) => Buffer.from(part.replace(/^v\\d/, 'v1')))",
    ],
    ['trims blanks', "split(',')", 'split(/\\s*[,;]\\s*/)'],
    [
      'accepts the beginning of a digest',
      'length === expected.length);\n  return given.filter((each) => timingSafeEqual(each, expected))',
      'length > 3);\n  return given.filter((each) => expected.includes(each))',
    ],
    [
      'compares lengths in characters',
      'parts.map((part) => Buffer.from(part)).filter(({ length }) => length === expected.length)',
      'parts.filter(({ length }) => length === expected.length).map((part) => Buffer.from(part))',
    ],
    ['does not sign the time', 'update(`${time}.`).', ''],
    ['decodes the body to text', 'update(body)', "update(body.toString('latin1'))"],
    ['trims the body', 'update(body)', 'update(body.toString().trim())'],
    ['parses the body and writes it again', 'update(body)', 'update(JSON.stringify(JSON.parse(body)))'],
    ['cuts the prefix of the secret', "'sha256', secret", "'sha256', secret.replace('whsec_', '')"],
    ['runs without a secret', "if (!secret) throw new Error('There is no webhook secret.');", ''],
  ])('%s', async (_fault, right, wrong) => {
    if (javascript === undefined) throw new Error('JavaScript is always installed');
    const snippet = snippetOf(javascript);
    expect(snippet).toContain(right);

    const mutant = snippet.replace(right, () => wrong);

    expect(await wrongOnes(javascript, mutant)).not.toEqual([]);
  });
});
