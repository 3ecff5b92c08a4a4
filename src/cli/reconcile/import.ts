import { createReadStream, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Statement } from '../../domain/money/gateways/statement.ts';
import { isDay } from '../../domain/reconciliation/statements/csv-cells.ts';
import { UnreadableStatement } from '../../domain/reconciliation/statements/csv-rows.ts';
import {
  type Imported,
  importStatement,
  StatementChanged,
} from '../../domain/reconciliation/statements/import-statement.ts';
import { readMapping } from '../../domain/reconciliation/statements/mapping.ts';
import { readCsv } from '../../domain/reconciliation/statements/read-csv.ts';
import { onDatabases } from '../support/operator.ts';
import { Failure, printOne, say } from '../support/print.ts';
import { dbOf, type OfReconcile } from './options.ts';

type Options = OfReconcile & {
  readonly gateway: string;
  readonly file: string;
  readonly format: string;
  readonly mapping?: string;
  readonly id?: string;
  readonly from?: string;
  readonly to?: string;
};

/** `mps reconcile import`: takes a statement once. Decision 0106. */
export async function importVerb(options: Options): Promise<void> {
  const { gateway } = options;
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(gateway))
    throw new Failure('usage', '--gateway takes a name such as acquirer or operator_a.');
  try {
    const statement = await statementIn(options);
    const imported = await onDatabases((operator) =>
      importStatement(dbOf(operator, options), { gateway, by: operator.by }, statement),
    );
    printOne(shown(statement, imported), options);
    say(
      imported.isNew
        ? `Compare it: npx mps reconcile run --gateway ${gateway}`
        : 'It was imported before. Nothing was changed.',
    );
  } catch (error) {
    if (error instanceof UnreadableStatement || error instanceof StatementChanged)
      throw new Failure('refused', error.message);
    throw error;
  }
}

async function statementIn({ format, file, mapping, id, from, to }: Options): Promise<Statement> {
  if (format !== 'csv') throw new Failure('usage', '--format is csv.');
  if (mapping === undefined)
    throw new Failure('usage', 'CSV needs --mapping: a JSON file that says what the columns mean.');
  for (const day of [from, to])
    if (day !== undefined && !isDay(day)) throw new Failure('usage', 'A day is written as 2026-01-31.');
  const how = readMapping(readText(mapping));
  const days = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  try {
    return await readCsv({ bytes: createReadStream(file), id: id ?? basename(file), ...days }, how);
  } catch (error) {
    throw unreadable(error, file);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** A file that is not there, or is none. */
function unreadable(error: unknown, path: string): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem ? new Failure('usage', `${path} cannot be read: ${error.message}`) : error;
}

function shown({ id, currency, from, to }: Statement, { lines, isNew }: Imported) {
  return { statement: id, currency, from, to, lines, imported: isNew };
}
