/**
 * Makes everything in generated/ from openapi.yaml, webhooks.yaml and the migrations.
 * `--check` writes nothing: it generates everything again and reports where the committed files differ.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundle, type Files } from './generate/bundle.ts';
import { generateDatabase } from './generate/database.ts';
import { generateErrors } from './generate/errors.ts';
import { generateEvents } from './generate/events.ts';
import { generateOperations } from './generate/operations.ts';
import { generateTypes } from './generate/types.ts';
import { generateValidators } from './generate/validators.ts';
import { generateValues } from './generate/values.ts';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'generated');

const made = await generate();
const problems = process.argv.includes('--check') ? await differences(made) : await write(made);
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error('generated/ does not match its sources: run npm run generate');
process.exitCode = problems.length > 0 ? 1 : 0;

async function generate(): Promise<Files> {
  const [{ files, documents }, database] = await Promise.all([
    bundle({ openapi: join(root, 'openapi.yaml'), webhooks: join(root, 'webhooks.yaml') }),
    generateDatabase(),
  ]);
  return {
    ...files,
    ...database,
    ...(await generateTypes(documents)),
    ...generateOperations(documents.openapi),
    ...generateErrors(documents.openapi),
    ...generateValues(documents.openapi),
    ...generateEvents(documents.webhooks),
    ...generateValidators(documents),
  };
}

async function write(files: Files): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return [];
}

async function differences(files: Files): Promise<string[]> {
  const present = await readdir(folder);
  const strays = present
    .filter((name) => !(name in files))
    .map((name) => `generated/${name}: no generator makes this file: delete it`);
  const compared = Object.entries(files).map(async ([name, text]) => {
    if (!present.includes(name)) return `generated/${name}: missing`;
    return firstDifference(name, await readFile(join(folder, name), 'utf8'), text);
  });
  return [...strays, ...(await Promise.all(compared)).filter((line) => line !== undefined)];
}

function firstDifference(name: string, committed: string, fresh: string): string | undefined {
  if (committed === fresh) return undefined;
  const old = committed.split('\n');
  const wanted = fresh.split('\n');
  const at = wanted.findIndex((line, index) => line !== old[index]);
  const line = at === -1 ? wanted.length : at;
  return `generated/${name}:${line + 1}\n  is       ${clipped(old[line])}\n  should be ${clipped(wanted[line])}`;
}

function clipped(line: string | undefined): string {
  return line === undefined ? '(end of file)' : line.slice(0, 160);
}
