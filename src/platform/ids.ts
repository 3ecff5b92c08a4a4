import * as crypto from 'node:crypto';
import { now } from './clock.ts';
import { ApiError } from './errors.ts';

/** The schemas of the contract say what each prefix stands for. */
export type IdPrefix =
  | 'agt'
  | 'app'
  | 'cap'
  | 'case'
  | 'chk'
  | 'cof'
  | 'cus'
  | 'dsp'
  | 'evt'
  | 'file'
  | 'inv'
  | 'key'
  | 'kyc'
  | 'mer'
  | 'plan'
  | 'plink'
  | 'pm'
  | 'po'
  | 'pob'
  | 'ref'
  | 'req'
  | 'rpt'
  | 'sac'
  | 'spl'
  | 'sub'
  | 'trm'
  | 'txn'
  | 'usr'
  | 'vts'
  | 'whd';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const hex32 = /^[0-9a-f]{32}$/;

let lastMs = 0;
let sequence = 0;

/**
 * A new UUIDv7. Lists are ordered by id, so ids of one process always grow: within a millisecond (the twelve bits after the
 * version are a counter) and after the machine's clock is set back (the last millisecond is reused).
 */
export function newId(): string {
  const ms = now().getTime();
  if (ms > lastMs) {
    lastMs = ms;
    sequence = 0;
  } else if (sequence < 0xfff) {
    sequence += 1;
  } else {
    lastMs += 1;
    sequence = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  // The second half of a v4 UUID has the format a v7 needs: the variant and 62 random bits.
  const tail = crypto.randomUUID().slice(19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${tail}`;
}

/** The millisecond in which `newId` made an id. */
export function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

/** An id below all that `newId` makes from this millisecond on, as a position in a list. */
export function firstIdOf(ms: number): string {
  return dashed(Math.trunc(ms).toString(16).padStart(12, '0').padEnd(32, '0'));
}

/** An id above all others. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A random (v4) UUID, which does not reveal when it was made. */
export function randomUuid(): string {
  return crypto.randomUUID();
}

/** `chk`, uuid → `chk_` + 32 hex digits. */
export function showId(prefix: IdPrefix, id: string): string {
  return `${prefix}_${id.slice(0, 8)}${id.slice(9, 13)}${id.slice(14, 18)}${id.slice(19, 23)}${id.slice(24)}`;
}

/** The kind of object an id stands for, as `details.resource` of a 404 names it. */
const resources: Readonly<Partial<Record<IdPrefix, string>>> = {
  chk: 'checkout',
  txn: 'transaction',
  plink: 'payment_link',
  vts: 'virtual_terminal_session',
  mer: 'merchant',
  trm: 'terminal',
  plan: 'subscription_plan',
  sub: 'subscription',
  inv: 'invoice',
  cus: 'customer',
  pm: 'payment_method',
  po: 'payout',
  pob: 'payout_batch',
  agt: 'agent',
  evt: 'event',
  sac: 'subaccount',
  spl: 'split',
  cof: 'capital_offer',
  cap: 'capital_advance',
  case: 'reconciliation_case',
  ref: 'refund',
  rpt: 'report',
  dsp: 'dispute',
  file: 'dispute_file',
};

/** One answer for an unknown or malformed id, and for one of another merchant or mode: the caller cannot tell them apart. */
export function notFound(prefix: IdPrefix): ApiError {
  const resource = resources[prefix];
  return new ApiError('NOT_FOUND', resource === undefined ? {} : { details: { resource } });
}

/**
 * The dashed UUID of a shown id.
 *
 * @throws NOT_FOUND for a malformed id, as for an unknown one
 */
export function readId(prefix: IdPrefix, text: string): string {
  const digits = text.slice(prefix.length + 1);
  if (!text.startsWith(`${prefix}_`) || !hex32.test(digits)) throw notFound(prefix);
  return dashed(digits);
}

/** The UUID of a shown id with any prefix; undefined when the text is not an id. */
export function uuidIn(text: string): string | undefined {
  const digits = /^[a-z]+_([0-9a-f]{32})$/.exec(text)?.[1];
  return digits && dashed(digits);
}

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** 32 hex digits → the UUID as PostgreSQL writes it. */
export function dashed(digits: string): string {
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}

export function randomBase58(length: number): string {
  return randomText(base58, length);
}

export function randomBase62(length: number): string {
  return randomText(base62, length);
}

export function randomDigits(length: number): string {
  return randomText('0123456789', length);
}

export function randomBytes(length: number): Buffer {
  return crypto.randomBytes(length);
}

function randomText(alphabet: string, length: number): string {
  let text = '';
  // `randomInt` is uniform; a byte modulo 58 would favour the first letters.
  for (let made = 0; made < length; made += 1) text += alphabet.charAt(crypto.randomInt(alphabet.length));
  return text;
}
