import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import { ConfigError } from '../../app/config.ts';
import { DatabaseRefused } from '../../platform/db/migrations/refusals.ts';
import { DatabaseUnavailable } from '../../platform/db/violations.ts';
import { ApiError } from '../../platform/errors.ts';

/** Why a command ended. The shell itself answers 130 for an interrupt. */
export const exitCodes = {
  done: 0,
  bug: 1,
  usage: 2,
  authentication: 3,
  notFound: 4,
  refused: 5,
  network: 7,
  checkFailed: 8,
} as const;

/** The table in words, for the help: `0 done, 1 bug, …`. */
export function exitCodeWords(): string {
  return Object.entries(exitCodes)
    .map(([name, code]) => `${code} ${spaced(name)}`)
    .join(', ');
}

/** `notFound` as `not found`. */
function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Ends a command without a result, with words for the person and an exit code for scripts. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exitCode: number;

  constructor(reason: keyof typeof exitCodes, words: string) {
    super(words);
    this.exitCode = exitCodes[reason];
  }
}

/** Data goes to standard output, alone. */
export function printJson(data: unknown): void {
  process.stdout.write(`${JSON.stringify(data, undefined, 2)}\n`);
}

export function printTable(rows: readonly Readonly<Record<string, string>>[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const heading = styleText('bold', line(columns), { stream: process.stdout });
  const lines = rows.map((row) => line(columns.map((column) => row[column] ?? '')));
  process.stdout.write(`${[heading, ...lines].join('\n')}\n`);
}

/** Words go to standard error, so that a pipe carries only data. */
export function say(words: string): void {
  process.stderr.write(`${words}\n`);
}

/** Says what went wrong and what to do. Returns the exit code. */
export function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof Failure) return told(error.message, error.exitCode);
  if (error instanceof ConfigError) return told(error.message, exitCodes.usage);
  if (isRefusal(error)) return told(error.message, exitCodes.refused);
  const cause = causeOf(error);
  if (cause === 'refused password') {
    return told(
      'PostgreSQL refused the login. Check user and password of DATABASE_URL, and SECRET_KEY.',
      exitCodes.authentication,
    );
  }
  if (cause === 'unreachable') {
    const words =
      'PostgreSQL does not answer at DATABASE_URL. Start it, or unset DATABASE_URL to use the embedded one.';
    return told(words, exitCodes.network);
  }
  return told(error instanceof Error ? (error.stack ?? error.message) : String(error), exitCodes.bug);
}

function isRefusal(error: unknown): error is Error {
  return error instanceof ApiError || error instanceof DatabaseRefused;
}

function told(words: string, exitCode: number): number {
  say(words);
  return exitCode;
}

const refusedPassword = ['28P01', '28000'];
const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  '57P03',
];

/** Looks through the causes too: an error of the driver may be wrapped more than once. */
function causeOf(error: unknown): 'refused password' | 'unreachable' | undefined {
  if (error instanceof DatabaseUnavailable) return 'unreachable';
  for (let each = error; each instanceof Error; each = each.cause) {
    const code: unknown = Reflect.get(each, 'code');
    if (typeof code === 'string' && refusedPassword.includes(code)) return 'refused password';
    if (typeof code === 'string' && unreachable.includes(code)) return 'unreachable';
  }
  return undefined;
}
