import { dashed } from '../../../../platform/ids.ts';

/** The accounts whose entries a merchant sees. */
export const shownBuckets = ['available', 'pending', 'reserve'] as const;

/** A place in the list of entries: before it come all entries that are greater. */
type Place = { readonly number: bigint; readonly code: string; readonly currency: string };

const mostNumber = 2n ** 63n - 1n;
/** Greater than every code. */
const last: Place = { number: mostNumber, code: '~', currency: '~' };

/**
 * The place of an entry as the id that a cursor holds: its number, the first letter of its code, and its currency. No two codes
 * begin with the same letter.
 */
export function placeOf({ number, code, currency }: Place): string {
  const letters = Buffer.from(`${code.slice(0, 1)}${currency}`, 'latin1').toString('hex');
  return dashed(`${number.toString(16).padStart(16, '0')}${letters}`.padEnd(32, '0'));
}

/** Every cursor is a place, also one that no entry has ever had. */
export function readPlace(id: string | undefined): Place {
  if (id === undefined) return last;
  const digits = id.replaceAll('-', '');
  const number = BigInt(`0x${digits.slice(0, 16)}`);
  if (number > mostNumber) return last;
  const [letter = '', ...currency] = Buffer.from(digits.slice(16, 24), 'hex').toString('latin1');
  return {
    number,
    code: shownBuckets.find((bucket) => bucket.startsWith(letter)) ?? printable(letter),
    currency: currency.map(printable).join(''),
  };
}

/** PostgreSQL knows no NUL in a text. */
function printable(letter: string): string {
  if (letter < ' ') return '';
  return letter > '~' ? '~' : letter;
}
