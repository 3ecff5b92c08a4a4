import { codeOf, hasAnswered, isAway, isUntrusted } from '../../platform/db/driver/violations.ts';
import { DatabaseRefused } from '../../platform/db/migrations/refusals.ts';
import { CannotListen } from '../../platform/http/listen.ts';

/** Why the service or a command cannot begin, in words for the person who started it: the cause, the setting and the next step. */
type StartProblem = {
  readonly kind: 'refused' | 'authentication' | 'network';
  readonly words: string;
};

/** No answer, although we waited. The message says where and how long. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';

  constructor(where: string, cause: unknown) {
    super(
      [
        `PostgreSQL does not answer at ${where}: ${reasonOf(cause)}.`,
        'Start it, or correct DATABASE_URL, or unset DATABASE_URL to use the embedded one. A pooler is at DATABASE_URL_SANDBOX, _LIVE and _PLATFORM.',
      ].join('\n'),
      { cause },
    );
  }
}

/** Undefined for any other error, which may be a bug. */
export function startProblem(error: unknown): StartProblem | undefined {
  const errors = withCauses(error);
  for (const each of errors) {
    const problem = itsOwn(each) ?? byItsCode(each, messageOf(errors[0]));
    if (problem !== undefined) return problem;
  }
  // A migration that needs what the server does not have says what to do.
  if (errors.some((each) => codeOf(each) === 'MPS01'))
    return { kind: 'refused', words: messageOf(errors[0]) };
  // A command connects to both, and the error has only the machine's name or the port.
  return errors.some(isUnreachable)
    ? itsOwn(new DatabaseAway('DATABASE_URL, or its pooler does not', error))
    : undefined;
}

function itsOwn(error: Error): StartProblem | undefined {
  if (error instanceof DatabaseAway)
    return saidByServer(error.cause) ?? { kind: 'network', words: error.message };
  return error instanceof DatabaseRefused || error instanceof CannotListen
    ? { kind: 'refused', words: error.message }
    : undefined;
}

/** A server that refused for as long as we waited has answered: it is the primary that is missing, or a free connection. */
function saidByServer(cause: unknown): StartProblem | undefined {
  const said = withCauses(cause).find(hasAnswered);
  return said && byItsCode(said, said.message);
}

/** @param whole the message of the outermost error, which may name a migration */
function byItsCode(error: Error, whole: string): StartProblem | undefined {
  const code = codeOf(error);
  if (isBusy.has(code)) return busy(whole);
  if (isUntrusted(error)) return untrusted(error);
  return byCode[code]?.(error) ?? ofFile(code, error);
}

function messageOf(error: Error | undefined): string {
  return error?.message ?? '';
}

const ofNetwork = new Set<unknown>(['connect', 'getaddrinfo', 'read']);

/** An error of the system may be about a file or a port of ours instead. */
function isUnreachable(error: Error): boolean {
  if (hasAnswered(error)) return false;
  const syscall: unknown = Reflect.get(error, 'syscall');
  return isAway(error) && (syscall === undefined || ofNetwork.has(syscall));
}

/** What went wrong, in a line without a stack. */
export function reasonOf(error: unknown): string {
  const last = withCauses(error).at(-1);
  // One error for each address of a name; their own has no message.
  if (last instanceof AggregateError) return last.errors.map(reasonOf).join(', ');
  return last === undefined ? String(error) : last.message;
}

/** The error and its causes: an error of the driver may be wrapped more than once. */
function withCauses(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, ...withCauses(error.cause)] : [];
}

const refusedLogin = (error: Error): StartProblem => ({
  kind: 'authentication',
  words: [
    `PostgreSQL refused the login: ${error.message}.`,
    'Check user and password of DATABASE_URL. Those of the service’s own roles, mps_…, are derived from SECRET_KEY: npx mps migrate sets them again.',
  ].join('\n'),
});

/** How an address asks for TLS, and for a CA that Node does not know. */
const encrypted = '?sslmode=verify-full&sslrootcert=/path/to/ca.pem';

const untrusted = ({ message }: Error): StartProblem => ({
  kind: 'authentication',
  words: [
    `The certificate of PostgreSQL is not trusted: ${message}.`,
    `End DATABASE_URL with ${encrypted} to name its CA, or correct the certificate.`,
  ].join('\n'),
});

const notLetIn = ({ message }: Error): StartProblem => ({
  kind: 'authentication',
  words: [
    `PostgreSQL refused the login: ${message}.`,
    `Let the user in by its pg_hba.conf. If it wants TLS, end DATABASE_URL with ${encrypted}.`,
  ].join('\n'),
});

/** Too many connections, a lock that was not free in time, a statement that took too long. */
const isBusy = new Set(['53300', '55P03', '57014']);

const busy = (message: string): StartProblem => ({
  kind: 'refused',
  words: `PostgreSQL is busy: ${message}.\nTry again when there is less to do.`,
});

const byCode: Readonly<Record<string, (error: Error) => StartProblem>> = {
  '28P01': refusedLogin,
  '28000': (error) => (/pg_hba/.test(error.message) ? notLetIn : refusedLogin)(error),
  '3D000': (error) => ({
    kind: 'refused',
    words: [
      `PostgreSQL says: ${error.message}.`,
      'Create the database (CREATE DATABASE …), or set DATABASE_URL to one that exists.',
    ].join('\n'),
  }),
  '42501': (error) => ({
    kind: 'refused',
    words: [
      `PostgreSQL says: ${error.message}.`,
      'Set DATABASE_URL to the login of the database’s owner, who made its tables: another login has too few rights.',
    ].join('\n'),
  }),
  '25006': (error) => ({
    kind: 'refused',
    words: [
      `PostgreSQL takes no writes: ${error.message}.`,
      'Set DATABASE_URL to the primary: this is a standby, or a server that was made read-only. During a failover, try again when it is over.',
    ].join('\n'),
  }),
};

const ofFiles = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'EISDIR']);

/** The files that the service uses at the start are those of DATA_DIR. */
function ofFile(code: string, error: Error): StartProblem | undefined {
  const path: unknown = Reflect.get(error, 'path');
  if (!ofFiles.has(code) || typeof path !== 'string') return undefined;
  return {
    kind: 'refused',
    words: [
      `${path} cannot be read or written (${error.message}).`,
      'Set DATA_DIR to a folder where the user of this process may write, or give them the right to do so.',
    ].join('\n'),
  };
}
