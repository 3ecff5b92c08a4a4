import { DatabaseError } from 'pg';
import type { ErrorCode } from '../../../generated/error-catalogue.ts';

/** The database could not be asked, or did not answer: nothing is known of what it did. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super('the database is not available', { cause });
  }
}

/**
 * - `unavailable`: the database, a connection or a lock was not to be had; the same request may pass a moment later.
 * - `retry`: two transactions met; whoever owns the transaction runs it again.
 * - a constraint: its name says which rule refused, and `code` what that is to the caller. Without a code it is a bug.
 */
type Failure =
  | 'unavailable'
  | 'retry'
  | { readonly constraint: string; readonly code: ErrorCode | undefined };

/** The net below the queries: where a loss is expected they say ON CONFLICT, since a violation ends the transaction. */
const codes: Readonly<Record<string, ErrorCode>> = {
  merchant_references_pkey: 'DUPLICATE_REQUEST',
  one_pending_payment: 'CHARGE_IN_PROGRESS',
  one_completed_payment: 'CHECKOUT_NOT_PENDING',
  customer_external_id_once: 'CUSTOMER_EXISTS',
  balance_floor: 'INSUFFICIENT_BALANCE',
};

const unavailable = /^(08...|25006|25P03|53...|55P03|57014|57P0.)$/;
const meeting = new Set(['40001', '40P01']);
const violation = new Set(['23503', '23505', '23514', '23P01']);

/** What a failure of PostgreSQL or of the way there means; undefined for everything else. */
export function classify(error: unknown): Failure | undefined {
  if (error instanceof DatabaseUnavailable) return 'unavailable';
  if (!(error instanceof DatabaseError) || error.code === undefined) return undefined;
  if (unavailable.test(error.code)) return 'unavailable';
  if (meeting.has(error.code) || isStale(error)) return 'retry';
  if (!violation.has(error.code) || error.constraint === undefined) return undefined;
  return { constraint: error.constraint, code: codes[error.constraint] };
}

/** After these a connection is not used again. */
const breaking = /^(08...|25006|25P03|57P0.)$/;

/** The driver's own words; it throws plain errors. A socket's error has a code of the system, such as ECONNRESET. */
const lost =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Cannot use a pool after)/;

/** The error to throw, and whether the connection it came from is to be dropped. */
export function judge(error: unknown): { readonly error: unknown; readonly broken: boolean } {
  if (error instanceof DatabaseError) {
    return { error, broken: isStale(error) || (error.code !== undefined && breaking.test(error.code)) };
  }
  if (!(error instanceof Error)) return { error, broken: false };
  const code: unknown = Reflect.get(error, 'code');
  const gone = lost.test(error.message) || (typeof code === 'string' && /^E[A-Z]+$/.test(code));
  return gone ? { error: new DatabaseUnavailable(error), broken: true } : { error, broken: false };
}

/**
 * A migration changed a table under a prepared statement. Nothing was done, and a fresh connection prepares it anew;
 * other connections of the pool may be stale as well.
 */
export function isStale(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === '0A000' &&
    error.message === 'cached plan must not change result type'
  );
}
