import { assert } from '../../../platform/assert.ts';

/** What was stored of a checkout. Most have none, and reading JSON costs more than the rest of a row. Decision 0153. */
export function metadataView(stored: string | null): Record<string, string> | null {
  if (stored === null) return null;
  const read: unknown = JSON.parse(stored);
  assert(typeof read === 'object' && read !== null, 'the contract has checked it');
  return Object.fromEntries(Object.entries(read).map(([name, text]) => [name, String(text)]));
}
