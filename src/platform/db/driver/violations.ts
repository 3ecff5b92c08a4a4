import { DatabaseError } from 'pg';
import type { ErrorCode } from '../../../../generated/error-catalogue.ts';

/** The database was unreachable or did not answer, so it is unknown what it did. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super('the database is not available', { cause });
  }
}

/** Where a primary is wanted. Its cause is what a replica says of every write, so that whoever starts the service reads what is wrong. */
export function refusedAsReplica(): DatabaseUnavailable {
  const cause = Object.assign(new DatabaseError('the server is a replica', 0, 'error'), { code: '25006' });
  return new DatabaseUnavailable(cause);
}

/**
 * - `unavailable`: no database, connection or lock in time; the same request may succeed a moment later.
 * - `retry`: a deadlock, a serialization failure or a stale plan; the owner of the transaction runs it again.
 * - a constraint: the one that was violated, and the `code` the caller sees. Without a code the violation is a bug.
 */
type Failure =
  | 'unavailable'
  | 'retry'
  | { readonly constraint: string; readonly code: ErrorCode | undefined };

/** A safety net. Queries that expect a conflict use ON CONFLICT, because a violation aborts the transaction. */
const codes: Readonly<Record<string, ErrorCode>> = {
  merchant_references_pkey: 'DUPLICATE_REQUEST',
  one_pending_payment: 'CHARGE_IN_PROGRESS',
  one_completed_payment: 'CHECKOUT_NOT_PENDING',
  customer_external_id_once: 'CUSTOMER_EXISTS',
  balance_floor: 'INSUFFICIENT_BALANCE',
};

/**
 * 28P01: a role's password is being changed, or SECRET_KEY is wrong. 28000: pg_hba.conf of the server, perhaps a new primary, does not let
 * us in. The caller can do nothing about it.
 */
const unavailable = /^(08...|25006|25P0[34]|28(000|P01)|53...|55P03|57014|57P0.)$/;
const concurrent = new Set(['40001', '40P01']);
const violation = new Set(['23503', '23505', '23514', '23P01']);

/** What an error of PostgreSQL or of the connection means; undefined for any other error. */
export function classify(error: unknown): Failure | undefined {
  if (error instanceof DatabaseUnavailable) return 'unavailable';
  if (!(error instanceof DatabaseError) || error.code === undefined) return undefined;
  if (unavailable.test(error.code)) return 'unavailable';
  if (concurrent.has(error.code) || isStale(error)) return 'retry';
  const constraint = constraintIn(error);
  if (!violation.has(error.code) || constraint === undefined) return undefined;
  return { constraint, code: codes[constraint] };
}

/**
 * A Citus cluster passes on an error of another node without the field that names the constraint. There it ends with the number of
 * the shard.
 */
function constraintIn({ constraint, message }: DatabaseError): string | undefined {
  return constraint ?? /constraint "(\w+?)(?:_\d{6,})?"/.exec(message)?.[1];
}

/** The server has refused something, or does not answer. Any other error is of whoever asked. */
export function isOfServer(error: unknown): boolean {
  return error instanceof DatabaseError || error instanceof DatabaseUnavailable;
}

const refusedLogin = '28P01';
const refusedLogins = new Set([refusedLogin, '28000']);

/**
 * No server answers, or it refuses connections for now. Waiting may help, unlike with a refused password and with a certificate that is
 * not trusted.
 */
export function isAway(error: unknown): boolean {
  const { error: judged } = judge(error);
  const refused = judged instanceof DatabaseError && refusedLogins.has(judged.code ?? '');
  const cause = judged instanceof Error ? judged.cause : undefined;
  return !refused && !isUntrusted(error) && !isUntrusted(cause) && classify(judged) === 'unavailable';
}

/** Of a certificate: its CA is not known, its time is over or has not come, or it is for another name. */
const untrusted = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH$|INVALID_)/;

/** The server answers, but its certificate is not trusted. Once it is, new connections work again. */
export function isUntrusted(error: unknown): boolean {
  return error instanceof Error && untrusted.test(codeOf(error));
}

/** What PostgreSQL, Node or the system calls the error; empty: it has no code. */
export function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : '';
}

/**
 * An earlier statement of the transaction had failed (25P02). Or one of the same text that was sent before it could not be prepared, which
 * the driver counts on for both (26000).
 */
const following = new Set<unknown>(['25P02', '26000']);

/** PostgreSQL refused the statement only because an earlier one had failed. */
export function followsFromEarlier(error: unknown): boolean {
  return error instanceof DatabaseError && following.has(error.code);
}

/** Somebody else held a lock for longer than the transaction waits. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03';
}

const endings = /^(08...|57P0.)$/;

/** A server that refuses a statement has answered; one that ends or refuses connections has not. */
export function hasAnswered(error: unknown): boolean {
  return error instanceof DatabaseError && !endings.test(error.code ?? '');
}

/** After these errors a connection is dropped. */
const breaking = /^(08...|25006|25P0[34]|57P0.)$/;
/** A node of a Citus cluster cannot reach another one: our connection is sound. */
const ofOtherNode = /^connection to the remote node/;

/** Such as ECONNRESET, and EAI_AGAIN of a name that cannot be looked up for a moment; not ERR_…, which are mistakes of a program. */
const ofSystem = /^(E[A-Z]+|EAI_[A-Z]+)$/;

/** The driver throws plain errors, known only by their messages. Socket errors have a code of the system. */
const lost =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Cannot use a pool after|The server does not support SSL)/;

/** A Citus cluster had sent COMMIT to another node, and got no answer. */
const unanswered = /^could not commit transaction for shard/;

/** The error to throw, and whether its connection must be dropped. */
export function judge(error: unknown): { readonly error: unknown; readonly broken: boolean } {
  if (error instanceof DatabaseError) {
    if (unanswered.test(error.message)) return { error: new DatabaseUnavailable(error), broken: false };
    const ends = error.code !== undefined && breaking.test(error.code) && !ofOtherNode.test(error.message);
    return { error, broken: isStale(error) || ends };
  }
  if (!(error instanceof Error)) return { error, broken: false };
  const gone = lost.test(error.message) || isUntrusted(error) || ofSystem.test(codeOf(error));
  return gone ? { error: new DatabaseUnavailable(error), broken: true } : { error, broken: false };
}

/**
 * A migration changed a table that a prepared statement uses. The statement had no effect, and works once it is prepared anew;
 * other statements of the connection may be stale as well.
 */
export function isStale(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === '0A000' &&
    error.message === 'cached plan must not change result type'
  );
}

/** By PostgreSQL, or by a pooler. */
export function isWrongPassword(error: unknown): boolean {
  const code: unknown = error instanceof Error && Reflect.get(error, 'code');
  return code === refusedLogin || code === '08P01';
}
