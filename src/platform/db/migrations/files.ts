import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export type Schema = 'platform' | 'sandbox' | 'live';

export type Migration = {
  readonly schema: Schema;
  readonly file: string;
  readonly text: string;
  readonly hash: string;
};

/** The files of this release. */
export const ownFiles = new URL('./', import.meta.url);

export const nameOf = ({ schema, file }: Pick<Migration, 'schema' | 'file'>): string => `${schema}/${file}`;

/** In the order they run: `platform` first, because views of the modes read its tables. */
export function migrationsIn(folder: URL): readonly Migration[] {
  const [platform, mode] = [filesOf(new URL('platform/', folder)), filesOf(new URL('mode/', folder))];
  return [...of('platform', platform), ...of('sandbox', mode), ...of('live', mode)];
}

type File = Omit<Migration, 'schema'>;

const of = (schema: Schema, files: readonly File[]): readonly Migration[] =>
  files.map((file) => ({ schema, ...file }));

function filesOf(directory: URL): readonly File[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file) => {
    const text = readFileSync(new URL(file, directory), 'utf8');
    return { file, text, hash: createHash('sha256').update(text).digest('hex') };
  });
}
