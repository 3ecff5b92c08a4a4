import {
  type ListedStatement,
  listStatementsAcrossMerchants,
} from '../../domain/reconciliation/withdrawal/queries.ts';
import { withdrawStatement } from '../../domain/reconciliation/withdrawal/withdraw-statement.ts';
import { onDatabases } from '../support/operator.ts';
import { mostListed, numberIn, sayRest, wordsIn } from '../support/options.ts';
import { Failure, printJson, printOne, printTable, say } from '../support/print.ts';
import { dbOf, graceIn, nextCommand, type OfReconcile } from './options.ts';
import { closedOnOf, refuseArchived } from './run.ts';
import { cells } from './shown.ts';

type OfGateway = OfReconcile & { readonly gateway: string };

/** `mps reconcile statements`. Decision 0106. */
export async function statementsVerb(options: OfGateway & { readonly limit: string }): Promise<void> {
  const limit = numberIn(options.limit, '--limit', { least: 1, most: mostListed });
  const found = await onDatabases((operator) =>
    listStatementsAcrossMerchants(dbOf(operator, options), options.gateway, limit + 1),
  );
  const statements = found.slice(0, limit).map(shown);
  if (options.json) printJson({ statements, more: found.length > limit });
  else printTable(statements.map(cells));
  sayRest(found, limit, `There is no statement of ${options.gateway}.`);
}

function shown({ name, currency, from, to, lines, imported_by, imported_at }: ListedStatement) {
  return { statement: name, currency, from, to, lines, imported_by, imported_at: imported_at.toISOString() };
}

/** `mps reconcile withdraw`. Decision 0106. */
export async function withdrawVerb(
  name: string,
  options: OfGateway & { readonly reason: string; readonly grace: string },
): Promise<void> {
  const reason = wordsIn(options.reason, '--reason');
  const { gateway } = options;
  const withdrawn = await onDatabases(async (operator) => {
    const db = dbOf(operator, options);
    const wanted = { gateway, name, reason, by: operator.by, graceDays: graceIn(options.grace) };
    const closedOn = await closedOnOf(operator, options);
    return await withdrawStatement(db, { ...wanted, closedOn }, ({ from }) => refuseArchived(db, from));
  });
  if (!withdrawn)
    throw new Failure(
      'notFound',
      `${gateway} has no statement ${name}: ${nextCommand('statements', options)}`,
    );
  const { from, to, lines, explained, reopened, compareFrom } = withdrawn;
  printOne({ statement: name, gateway, from, to, lines, explained, reopened }, options);
  say(`Import the right one, then compare: ${nextCommand('run', options)} --from ${compareFrom}`);
}
