import { styleText } from 'node:util';
import { CommanderError } from 'commander';

/** Why a command ended. The shell itself answers 130 for an interrupt. */
export const exitCodes = {
  done: 0,
  bug: 1,
  usage: 2,
  authentication: 3,
  notFound: 4,
  refused: 5,
  rateLimited: 6,
  network: 7,
  checkFailed: 8,
  notFinished: 9,
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

/** What drives a terminal instead of being shown on it, and what changes the order in which a line is read. */
const unseen = /[\p{Cc}\p{Bidi_Control}]/gu;

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** On one line. Merchants and payers wrote parts of what is printed. */
const visible = (text: string): string => text.replaceAll(unseen, escaped);

/** As it is between the lines that the text has. In JSON that is written already, such a letter can stand only in a string. */
const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');

/** Data goes to standard output, alone. */
export function printJson(data: unknown): void {
  printLines(JSON.stringify(data, undefined, 2));
}

/** One of many things, on a line of its own. */
export function printJsonLine(data: unknown): void {
  printLines(JSON.stringify(data));
}

/**
 * Words or written JSON, as data.
 *
 * @param styled words of ours after them, which may have colours
 */
export function printLines(text: string, styled = ''): void {
  process.stdout.write(`${visibleLines(text)}${styled}\n`);
}

/** Ends the program without a word when its reader has seen enough, as `| head -1` has, and with words when its data has no place. */
export function endWithReader(): void {
  process.stdout.on('error', (error) => {
    if (Reflect.get(error, 'code') === 'EPIPE') process.exit();
    process.exit(told(`Standard output cannot be written: ${error.message}.`, exitCodes.refused));
  });
  // Nobody reads the words: what was done and its exit code stay the same.
  process.stderr.on('error', () => undefined);
}

export function printTable(rows: readonly Readonly<Record<string, string>>[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first);
  const columns = names.map(visible);
  const table = rows.map((row) => names.map((name) => visible(row[name] ?? '')));
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...table.map((cells) => cells[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const heading = styleText('bold', line(columns), { stream: process.stdout });
  process.stdout.write(`${[heading, ...table.map(line)].join('\n')}\n`);
}

type Value = string | number | boolean | null | undefined | readonly string[];
/** One thing by the names of its fields. */
export type Thing = Readonly<Record<string, Value>>;

/** Prints one thing: as JSON, or as a table with a line for each field. */
export function printOne(thing: Thing, { json }: { readonly json?: true }): void {
  if (json) printJson(thing);
  else printTable(Object.entries(thing).map(([name, value]) => ({ name, value: cell(value) })));
}

/** For a table: an empty value is a dash. */
export function cell(value: Value): string {
  if (typeof value === 'object' && value !== null) return value.length === 0 ? '-' : value.join(',');
  return value === null || value === undefined ? '-' : String(value);
}

/** Words go to standard error, so that a pipe carries only data. */
export function say(words: string): void {
  process.stderr.write(`${visibleLines(words)}\n`);
}

/** Says what went wrong and what to do, and returns the exit code; undefined: this is no failure that a command foresees. */
export function explainForeseen(error: unknown): number | undefined {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  return error instanceof Failure ? told(error.message, error.exitCode) : undefined;
}

/** A bug: its stack helps whoever repairs it. */
export function explainBug(error: unknown): number {
  return told(error instanceof Error ? (error.stack ?? error.message) : String(error), exitCodes.bug);
}

export function told(words: string, exitCode: number): number {
  say(words);
  return exitCode;
}
