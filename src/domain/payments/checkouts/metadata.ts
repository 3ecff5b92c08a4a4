import { assert } from '../../../platform/assert.ts';

/** The integrator's own texts by their names, as the contract has checked them. */
export type Metadata = Readonly<Record<string, string>>;

/** As text, which is what is stored; null without any. Undefined stays undefined: an edit that does not name it. Decision 0153. */
export function storedMetadata(given: Metadata): string | null;
export function storedMetadata(given: Metadata | undefined): string | null | undefined;
export function storedMetadata(given: Metadata | undefined): string | null | undefined {
  if (given === undefined) return undefined;
  return Object.keys(given).length === 0 ? null : JSON.stringify(given);
}

/** What was stored. Most rows have none, and reading JSON costs more than the rest of a row. Decision 0153. */
export function metadataView(stored: string | null): Record<string, string> | null {
  if (stored === null) return null;
  const read: unknown = JSON.parse(stored);
  assert(typeof read === 'object' && read !== null, 'the contract has checked it');
  return Object.fromEntries(Object.entries(read).map(([name, text]) => [name, String(text)]));
}
