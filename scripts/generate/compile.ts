import { _, Ajv2020, type KeywordCxt } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { hasCardNumber, isCardNumber, issuers, passesLuhn } from '../../src/platform/card-numbers.ts';
import { inPieces } from '../../src/platform/long-text.ts';
import { madeBy, type Schema } from './bundle.ts';

/** Callers may send any text, so requests get the full formats. Answers are made by our own code, so the fast ones do. */
type Use = { readonly incoming: boolean; readonly formats: 'full' | 'fast' };

/**
 * Compiles the schemas into one file of functions. Defaults are filled into requests, never into answers: they would hide a wrong
 * answer. Types are not coerced, because Ajv takes `0x10`, `1e1` and ` 5` for integers; the router converts exactly.
 */
export function compiled(
  schemas: Map<string, Schema>,
  definitions: Record<string, Schema>,
  { incoming, formats }: Use,
): string {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    discriminator: true,
    useDefaults: incoming,
    code: { source: true, esm: true, lines: false, formats: _`formats` },
  });
  addFormats.default(ajv, { mode: formats });
  ajv.addKeyword({
    keyword: 'x-no-card-number',
    type: 'string',
    schemaType: 'boolean',
    error: { message: 'must not hold a card number' },
    code: refuseCardNumber,
  });
  ajv.addSchema({ $id: 'c', $defs: definitions });
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  const code = standalone.default(ajv, Object.fromEntries([...schemas.keys()].map((name) => [name, name])));
  const names: string[] = [];
  const bounded = incoming ? '$1.length > $2$3Math.min($1.length, $2);' : '$&';
  const body = code
    .replace('"use strict";', '')
    .replaceAll(lengthLimits, '$2.length > $3 && $1($2) > $3')
    .replaceAll(itemLoops, bounded)
    .replaceAll(comparisons, bounded)
    .replaceAll(longPatterns, (whole, characters: string) => `inPieces(/^${characters}*$/u, ${whole})`)
    .replaceAll(/export const (\w+) = (\w+);/g, (_all, name: string, validate: string) => {
      names.push(`  ${name}: ${validate},\n`);
      return '';
    });
  return `${madeBy}${prelude(body, formats)}${body}\nexport const functions = {\n${names.join('')}};\n`;
}

/** A text has at most as many characters as units of `length`, so few have to be counted. */
const lengthLimits = /(func\d+)\((data\d*)\) > (\d+)/g;

/**
 * A list that is too long is refused whatever is in it. To judge 24,000 items would hold up every other call for more than a second: the
 * errors of each item are added to a copy of those before. And to find equal ones, each is compared with all others.
 */
const itemLoops = beyondMost('const len');
const comparisons = beyondMost('let i');

/** @param length the variable that takes the length of a list, after the list was found to be too long or not */
function beyondMost(length: string): RegExp {
  const tooLong = String.raw`(data\d*)\.length > (\d+)(\)\{const err\d+ = [^;]*?keyword:"maxItems"`;
  return new RegExp(String.raw`${tooLong}(?:(?!maxItems).)*?${length}\d+ = )\1\.length;`, 'gs');
}

/** Base64 of any length. */
const longPatterns = /new RegExp\("\^(\[[^\]"]+\])\+=\{0,2\}\$", "u"\)/g;

/** The imports that the code needs. Even with `esm`, Ajv writes `require(…)` for its helper functions. */
function prelude(body: string, formats: Use['formats']): string {
  return [
    body.includes('require(') ? "import { createRequire } from 'node:module';\n" : '',
    body.includes('formats')
      ? `import { ${formats}Formats as formats } from 'ajv-formats/dist/formats.js';\n`
      : '',
    body.includes('require(') ? 'const require = createRequire(import.meta.url);\n' : '',
    body.includes('hasCardNumber') ? cardNumbersSource() : '',
    body.includes('inPieces') ? `${withoutGaps(String(inPieces))}\n` : '',
  ].join('');
}

/** Skips a text beyond its `maxLength`, which is refused anyway: searching 256 KiB would hold up every other call. */
function refuseCardNumber(cxt: KeywordCxt): void {
  const maxLength: unknown = cxt.parentSchema['maxLength'];
  if (typeof maxLength !== 'number') throw new Error('x-no-card-number needs a `maxLength` beside it.');
  const refuses = cxt.gen.scopeValue('func', { ref: hasCardNumber, code: _`hasCardNumber` });
  // A character is one or two units of `length`.
  cxt.fail(_`${cxt.data}.length <= ${2 * maxLength} && ${refuses}(${cxt.data})`);
}

/** The source of card-numbers.ts for the validators, which import nothing of `src/`. */
function cardNumbersSource(): string {
  const rows = issuers.map(
    ({ starts, lengths }) => `  { starts: ${starts}, lengths: [${lengths.join(', ')}] },\n`,
  );
  const functions = [passesLuhn, isCardNumber, hasCardNumber].map((each) => `${withoutGaps(String(each))}\n`);
  return `const issuers = [\n${rows.join('')}];\n${functions.join('')}`;
}

/** Node replaces types by spaces. */
function withoutGaps(source: string): string {
  return source.replaceAll(/(?<=\S) +(?=\))/g, '').replaceAll(/(?<=\S) {2,}/g, ' ');
}
