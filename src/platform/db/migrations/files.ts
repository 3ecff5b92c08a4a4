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
  const [platform, mode] = [new URL('platform/', folder), new URL('mode/', folder)];
  return [...filesFor(platform, 'platform'), ...filesFor(mode, 'sandbox'), ...filesFor(mode, 'live')];
}

function filesFor(directory: URL, schema: Schema): readonly Migration[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file) => {
    const text = readFileSync(new URL(file, directory), 'utf8');
    return { schema, file, text, hash: createHash('sha256').update(text).digest('hex') };
  });
}
