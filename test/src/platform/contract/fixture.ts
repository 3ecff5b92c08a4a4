import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { bundle, type Documents, type Files } from '../../../../scripts/generate/bundle.ts';
import { generateValidators } from '../../../../scripts/generate/validators.ts';

type Functions = Readonly<Record<string, ValidateFunction>>;
type Index = {
  readonly params: Record<string, string>;
  readonly body: Record<string, string>;
  readonly answers: Record<string, Record<string, string>>;
  readonly closed: Record<string, Record<string, string>>;
};

/** A contract that uses every keyword of the generator, generated like the real one. */
export type Fixture = {
  readonly documents: Documents;
  readonly index: Index;
  readonly errorsOf: (
    file: 'params' | 'body' | 'answers' | 'closed',
    name: string | undefined,
    value: unknown,
  ) => readonly ErrorObject[];
};

let made = 0;

export async function loadFixture(): Promise<Fixture> {
  const root = resolve(import.meta.dirname, '../../../..');
  const folder = resolve(root, `node_modules/.cache/fixture-${process.pid}-${(made += 1)}`);
  const { documents } = await bundle({
    openapi: resolve(import.meta.dirname, 'fixture.yaml'),
    webhooks: resolve(root, 'webhooks.yaml'),
  });
  const files: Files = generateValidators(documents);
  await mkdir(resolve(folder, 'validators'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(resolve(folder, name), text);
  const functionsOf = async (file: string): Promise<Functions> =>
    (await import(pathToFileURL(resolve(folder, `validators/${file}.js`)).href)).functions;
  const functions = {
    params: await functionsOf('params'),
    body: await functionsOf('body'),
    answers: await functionsOf('answers'),
    closed: await functionsOf('closed'),
  };
  await rm(folder, { recursive: true });
  return {
    documents,
    index: JSON.parse(files['validators/index.json'] ?? ''),
    errorsOf: (file, name, value) => {
      const validate = functions[file][name ?? ''];
      if (validate === undefined) throw new Error(`validators.${file}.js has no ${name}`);
      return validate(value) ? [] : (validate.errors ?? []);
    },
  };
}
