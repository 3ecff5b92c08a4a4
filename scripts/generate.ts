/**
 * Makes everything in generated/ from openapi.yaml, webhooks.yaml, the migrations and src/sdk/.
 * `--check` writes nothing: it generates everything again and reports where the committed files differ.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { bundle, type Files } from './generate/bundle.ts';
import { currenciesIn, generateCurrencies, withEveryCurrency } from './generate/currencies.ts';
import { generateDatabase } from './generate/database.ts';
import { generateErrors } from './generate/errors.ts';
import { generateEvents } from './generate/events.ts';
import { generateOperations } from './generate/operations.ts';
import { generatePatternWords } from './generate/patterns.ts';
import { generateClient, generateSdk } from './generate/sdk.ts';
import { generateTypes } from './generate/types.ts';
import { generateValidators } from './generate/validators.ts';
import { generateValues } from './generate/values.ts';
import { generateVersions } from './generate/versions.ts';
import { argumentsFile } from './versions/arguments.ts';
import { fieldsFile } from './versions/fields.ts';

const root = resolve(import.meta.dirname, '..');
const act = process.argv.includes('--check') ? differences : write;
const openapi = await readFile(join(root, 'openapi.yaml'), 'utf8');
const currencies = currenciesIn(parse(openapi));
const problems = await act({
  'openapi.yaml': withEveryCurrency(openapi, currencies),
  'webhooks.yaml': withEveryCurrency(await readFile(join(root, 'webhooks.yaml'), 'utf8'), currencies),
});
if (problems.length === 0) problems.push(...(await act(await generate())));
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error('The files do not match their sources: run npm run generate');
process.exitCode = problems.length > 0 ? 1 : 0;

async function generate(): Promise<Files> {
  const [{ files, documents }, { types, migrations }] = await Promise.all([
    bundle({ openapi: join(root, 'openapi.yaml'), webhooks: join(root, 'webhooks.yaml') }),
    generateDatabase(currencies),
  ]);
  const generated = {
    ...files,
    ...types,
    ...(await generateTypes(documents)),
    ...(await generateClient(join(root, 'openapi.yaml'))),
    ...generateOperations(documents.openapi),
    ...generateErrors(documents.openapi),
    ...generateValues(documents.openapi),
    ...generatePatternWords(documents.openapi),
    ...generateSdk(await readFile(join(root, 'src/sdk/webhooks.ts'), 'utf8')),
    ...generateCurrencies(currencies),
    ...generateEvents(documents.webhooks),
    ...generateValidators(documents),
    ...fieldsFile(documents.openapi),
    ...argumentsFile(documents.openapi),
    ...(await generateVersions(join(root, 'src/versions'), documents)),
  };
  return { ...within('generated', generated), ...within('src/platform/db/migrations/mode', migrations) };
}

function within(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

/** @param files path from the root → text */
async function write(files: Files): Promise<string[]> {
  for (const folder of new Set(Object.keys(files).map((path) => dirname(join(root, path)))))
    await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(join(root, path), text)));
  return [];
}

async function differences(files: Files): Promise<string[]> {
  const compared = Object.entries(files).map(async ([path, text]) => {
    const committed = await readFile(join(root, path), 'utf8').catch(() => undefined);
    return committed === undefined ? `${path}: missing` : firstDifference(path, committed, text);
  });
  const found = (await Promise.all(compared)).filter((line) => line !== undefined);
  return [...(await strays(files)), ...found];
}

async function strays(files: Files): Promise<string[]> {
  if (!Object.keys(files).some((path) => path.startsWith('generated/'))) return [];
  const names = await readdir(join(root, 'generated'), { recursive: true });
  const paths = names.filter((name) => /\.\w+$/.test(name)).map((name) => `generated/${name}`);
  return paths
    .filter((path) => !(path in files))
    .map((path) => `${path}: nothing makes this file: delete it`);
}

function firstDifference(path: string, committed: string, fresh: string): string | undefined {
  if (committed === fresh) return undefined;
  const old = committed.split('\n');
  const wanted = fresh.split('\n');
  const at = wanted.findIndex((line, index) => line !== old[index]);
  const line = at === -1 ? wanted.length : at;
  return `${path}:${line + 1}\n  is       ${clipped(old[line])}\n  should be ${clipped(wanted[line])}`;
}

function clipped(line: string | undefined): string {
  return line === undefined ? '(end of file)' : line.slice(0, 160);
}
