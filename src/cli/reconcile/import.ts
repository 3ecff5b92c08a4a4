import { createReadStream, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readCamt053 } from '../../domain/money/gateways/bank-files/messages/camt.ts';
import { Unreadable } from '../../domain/money/gateways/bank-files/messages/xml.ts';
import type { Statement } from '../../domain/money/gateways/statement.ts';
import { completeSinceAcrossMerchants } from '../../domain/payments/transactions/archive-queries.ts';
import { laterBy } from '../../domain/reconciliation/matching/coverage.ts';
import { isDay } from '../../domain/reconciliation/statements/csv-cells.ts';
import { UnreadableStatement } from '../../domain/reconciliation/statements/csv-rows.ts';
import {
  type Imported,
  importStatement,
  StatementChanged,
} from '../../domain/reconciliation/statements/import-statement.ts';
import { readMapping } from '../../domain/reconciliation/statements/mapping.ts';
import { readCsv } from '../../domain/reconciliation/statements/read-csv.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { textOf } from '../support/files.ts';
import { onDatabases } from '../support/operator.ts';
import { Failure, printJson, printTable, say } from '../support/print.ts';
import { dbOf, nextCommand, type OfReconcile } from './options.ts';
import { cells } from './shown.ts';

type Options = OfReconcile & {
  readonly gateway: string;
  readonly file: string;
  readonly format: string;
  readonly mapping?: string;
  readonly id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly currency?: string;
};

/** `mps reconcile import`: takes each statement of a file once. Decision 0106. */
export async function importVerb(options: Options): Promise<void> {
  const { gateway } = options;
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(gateway))
    throw new Failure('usage', '--gateway takes a name such as acquirer or operator_a.');
  try {
    const statements = await statementsIn(options);
    // In the sandbox clocks are turned.
    if (!options.sandbox) for (const statement of statements) refuseDaysToCome(statement);
    const taken = await onDatabases((operator) =>
      takeStatements(dbOf(operator, options), { gateway, by: operator.by }, statements),
    );
    printTaken(taken, options);
  } catch (error) {
    throw refused(error);
  }
}

/** Takes each statement once, and keeps none of their lines. */
export async function takeStatements(
  db: Db,
  from: { readonly gateway: string; readonly by: string },
  statements: Iterable<Statement> | AsyncIterable<Statement>,
): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  const since = await completeSinceAcrossMerchants(db);
  for await (const statement of statements) {
    const { id, currency, from: first, to } = statement;
    if (since !== undefined && first < since)
      throw new Failure(
        'refused',
        `The statement ${id} begins on ${first}. Payments before ${since} are archived, so it cannot be compared.`,
      );
    taken.push({
      statement: { id, currency, from: first, to },
      ...(await importStatement(db, from, statement)),
    });
  }
  return taken;
}

export function printTaken(
  taken: readonly Taken[],
  of: Pick<Options, 'gateway' | 'json'> & { readonly sandbox?: boolean | undefined },
): void {
  if (of.json) printJson({ statements: taken.map(shown) });
  else printTable(taken.map((one) => cells(shown(one))));
  say(
    taken.some(({ isNew }) => isNew)
      ? `Compare: ${nextCommand('run', of)}`
      : 'All of it was imported before. Nothing was changed.',
  );
}

/** What the operator of the command can mend, in words; any other error as it is. */
export function refused(error: unknown): unknown {
  if (error instanceof UnreadableStatement || error instanceof StatementChanged)
    return new Failure('refused', error.message);
  if (error instanceof Unreadable)
    return new Failure('refused', `The file is no camt.053: ${error.message}.`);
  return error;
}

/**
 * A day that a statement includes says of each payment that is not stated that it is missing. A day to come is a mistake in `--to` or in
 * the mapping's date. Some providers are in tomorrow already.
 */
function refuseDaysToCome({ id, to, lines }: Statement): void {
  const last = lines.reduce((latest, { bookedOn }) => (bookedOn > latest ? bookedOn : latest), to);
  if (last > laterBy(now().toISOString().slice(0, 10), 1))
    throw new UnreadableStatement(
      `The statement ${id} includes ${last}, which is to come. Look at --to, and at the date of the mapping.`,
    );
}

/** A file of a bank may hold statements of several accounts; a CSV is one. */
function statementsIn(options: Options): Promise<readonly Statement[]> {
  if (options.format === 'camt053') return camtIn(options.file);
  if (options.format === 'csv') return csvIn(options);
  throw new Failure('usage', '--format is csv or camt053.');
}

async function camtIn(file: string): Promise<readonly Statement[]> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw unreadable(error, file);
  });
  const statements = await readCamt053(bytes);
  if (statements.length === 0) throw new UnreadableStatement('The file has no statement.');
  return statements;
}

async function csvIn({ file, mapping, id, ...said }: Options): Promise<readonly Statement[]> {
  if (mapping === undefined)
    throw new Failure('usage', 'CSV needs --mapping: a JSON file that says what the columns mean.');
  const how = readMapping(readText(mapping));
  const about = aboutOf(said);
  try {
    return [await readCsv({ bytes: createReadStream(file), id: id ?? basename(file), ...about }, how)];
  } catch (error) {
    throw unreadable(error, file);
  }
}

function aboutOf({ from, to, currency }: Pick<Options, 'from' | 'to' | 'currency'>) {
  for (const day of [from, to])
    if (day !== undefined && !isDay(day)) throw new Failure('usage', 'A day is written as 2026-01-31.');
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency))
    throw new Failure('usage', '--currency takes a code such as USD.');
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(currency !== undefined && { currency }),
  };
}

function readText(path: string): string {
  try {
    return textOf(readFileSync(path), path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** A file that is not there, or is none. */
function unreadable(error: unknown, path: string): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? new Failure('usage', `${path} cannot be read: ${error.message}`) : error;
}

type Taken = Imported & { readonly statement: Pick<Statement, 'id' | 'currency' | 'from' | 'to'> };

function shown({ statement: { id, currency, from, to }, lines, isNew }: Taken) {
  return { statement: id, currency, from, to, lines, imported: isNew };
}
