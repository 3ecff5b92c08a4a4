import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { Contract } from './compare/contract.ts';
import { fieldsOf, listOf, Source } from './compare/source.ts';

export const documents = ['openapi.yaml', 'webhooks.yaml'] as const;

/** Where released versions stand, from the root of the checkout. */
export const folder = 'src/versions';
export const lockFile = `${folder}/lock.json`;

/** `2026-01-01/openapi.yaml` → SHA-256. */
export type Lock = Readonly<Record<string, string>>;

export function readLock(root: string): Lock {
  const path = join(root, lockFile);
  if (!existsSync(path)) return {};
  const lock: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return Object.fromEntries(Object.entries(fieldsOf(lock)).map(([file, hash]) => [file, String(hash)]));
}

/** The dates of the frozen versions, oldest first. */
export function datesIn(lock: Lock): string[] {
  return [...new Set(Object.keys(lock).map((file) => file.slice(0, 10)))].toSorted();
}

/**
 * A document as YAML that says the same in YAML 1.1 and 1.2. Many readers know 1.1 only, such as those of Python and Java, and take a
 * date without quotes for a date: `info.version` would not be a text.
 */
export function yamlOf(document: unknown): string {
  return stringify(document, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The contract as it is written now. */
export function writtenContract(root: string): Contract {
  return read(root, '');
}

/** A released contract: bundles, so that one file says everything. */
export function frozenContract(root: string, date: string): Contract {
  return read(root, `${folder}/${date}/`);
}

function read(root: string, prefix: string): Contract {
  const [openapi, webhooks] = documents.map((name) => {
    const file = `${prefix}${name}`;
    return new Source(file, readFileSync(join(root, file), 'utf8'));
  });
  if (openapi === undefined || webhooks === undefined) throw new Error('two documents are one contract');
  return new Contract(openapi, webhooks);
}

/** What differs between the frozen files and their hashes. */
export function brokenSeals(root: string, lock: Lock): string[] {
  const wrong = Object.entries(lock).flatMap(([file, hash]) => {
    const path = join(root, folder, file);
    if (!existsSync(path))
      return [`${folder}/${file} is missing: restore it, a released version never changes`];
    const isSame = hashOf(readFileSync(path, 'utf8')) === hash;
    return isSame ? [] : [`${folder}/${file} was changed after its release: restore it`];
  });
  const unlocked = dated(root).flatMap((date) =>
    documents
      .filter((name) => existsSync(join(root, folder, date, name)) && !(`${date}/${name}` in lock))
      .map((name) => `${folder}/${date}/${name} is not in ${lockFile}: only \`npm run freeze\` writes there`),
  );
  return [...wrong, ...unlocked];
}

/** The dates that have a folder, oldest first: released, or being written. */
export function dated(root: string): string[] {
  return foldersIn(join(root, folder));
}

/** The folders of versions in `src/versions/`, wherever that is. */
export function foldersIn(versions: string): string[] {
  return readdirSync(versions)
    .filter((name) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u.test(name))
    .toSorted();
}

/** A document of a version: where it is in the checkout, and where in the folder that /docs serves. */
type Download = { readonly from: string; readonly to: string };

/**
 * Both documents of every released version, and of the newest, oldest first. Each must be readable alone: a download is saved under
 * another name, and some tools read no second file. Of the newest, only webhooks.yaml names another one.
 */
export function downloadsIn(root: string, newest: string): readonly Download[] {
  const older = datesIn(readLock(root)).filter((date) => date !== newest);
  return [
    ...older.flatMap((date) =>
      documents.map((name) => ({ from: `${folder}/${date}/${name}`, to: `${date}/${name}` })),
    ),
    { from: 'openapi.yaml', to: `${newest}/openapi.yaml` },
    { from: 'generated/webhooks.json', to: `${newest}/webhooks.yaml` },
  ];
}

export function versionOf(contract: Contract, document: 'openapi' | 'webhooks'): string {
  return String(fieldsOf(contract[document].root['info'])['version']);
}

type Change = { readonly title: string; readonly touches: readonly string[] };

/** The changes of a version that is being written. */
export async function changesOf(root: string, date: string): Promise<Change[] | undefined> {
  const path = join(root, folder, date, 'changes.ts');
  if (!existsSync(path)) return undefined;
  const module: unknown = await import(pathToFileURL(path).href);
  const list = typeof module === 'object' && module !== null && 'changes' in module ? module.changes : [];
  return listOf(list).map((change) => ({
    title: String(fieldsOf(change)['title']),
    touches: listOf(fieldsOf(change)['touches']).map(String),
  }));
}
