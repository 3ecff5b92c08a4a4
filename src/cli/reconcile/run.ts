import { completeSinceAcrossMerchants } from '../../domain/payments/transactions/archive-queries.ts';
import { countUnresolvedAcrossMerchants } from '../../domain/reconciliation/cases/queries.ts';
import { showAmount } from '../../domain/reconciliation/cases/show-amount.ts';
import { type ClosedOn, coverageOf, type Gap } from '../../domain/reconciliation/matching/coverage.ts';
import {
  type Day,
  findUnexplained,
  reconcileDay,
  usualRange,
} from '../../domain/reconciliation/matching/day.ts';
import { type Ran, runReconciliation } from '../../domain/reconciliation/matching/run.ts';
import type { Db } from '../../platform/db/database.ts';
import { withRails } from '../gateways/planned.ts';
import { type Operator, onDatabases } from '../support/operator.ts';
import { dayIn } from '../support/options.ts';
import { cell, exitCodes, Failure, printJson, printTable, say } from '../support/print.ts';
import { dbOf, graceIn, nextCommand, type OfReconcile } from './options.ts';

type OfGateway = OfReconcile & { readonly gateway: string; readonly grace: string };
type RunOptions = OfGateway & { readonly from?: string; readonly to?: string; readonly check?: true };

type Outcome = {
  readonly ran: Ran;
  readonly unresolved: number;
  readonly findings: readonly Day[];
  readonly gaps: readonly Gap[];
  readonly from: string;
  readonly to: string;
};

/** `mps reconcile run`: finds the differences of a range of days. Decision 0106. */
export async function runVerb(options: RunOptions): Promise<void> {
  const { ran, unresolved, findings, gaps, from, to } = await onDatabases((operator) =>
    runOn(operator, options),
  );
  const summary = { gateway: options.gateway, from, to, ...ran, unresolved };
  if (options.json) printJson({ ...summary, findings: findings.map(shownDay), not_stated: gaps });
  else {
    printTable(Object.entries(summary).map(([name, value]) => ({ name, value: cell(value) })));
    if (findings.length > 0) printTable(findings.map(texts));
  }
  if (findings.length > 0)
    say(`On ${findings.length} days nothing explains the difference: look at the table of findings.`);
  if (gaps.length > 0)
    say(
      `No statement includes ${namesOf(gaps)}: what was booked then is compared with nothing until you import one.`,
    );
  if (unresolved > 0) say(`${unresolved} cases are not resolved: ${nextCommand('cases', options)}`);
  else if (findings.length === 0) say('The statements and the ledger say the same.');
  if (options.check && (unresolved > 0 || findings.length > 0)) process.exitCode = exitCodes.checkFailed;
}

const mostNamed = 10;

function namesOf(gaps: readonly Gap[]): string {
  const named = gaps.slice(0, mostNamed).map(({ currency, day }) => `${currency} ${day}`);
  const more = gaps.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

async function runOn(operator: Operator, options: RunOptions): Promise<Outcome> {
  const db = dbOf(operator, options);
  const { gateway } = options;
  const graceDays = graceIn(options.grace);
  const usual = await usualRange(db, gateway, graceDays);
  if (!usual)
    throw new Failure(
      'notFound',
      `There is no statement of ${gateway}. Import one: ${nextCommand('import', options)} --file statement.csv --mapping ${gateway}.json`,
    );
  const from = options.from === undefined ? usual.from : dayIn(options.from, '--from');
  const to = options.to === undefined ? usual.to : dayIn(options.to, '--to');
  if (from > to) throw new Failure('usage', '--from is after --to.');
  await refuseArchived(db, from);
  const wanted = { gateway, from, to, graceDays, closedOn: await closedOnOf(operator, options) };
  const ran = await runReconciliation(db, wanted);
  const unresolved = await countUnresolvedAcrossMerchants(db, gateway);
  const { gapsIn } = await coverageOf(db, gateway, wanted.closedOn);
  const gaps = gapsIn({ from, to });
  return { ran, unresolved, findings: await findUnexplained(db, wanted), gaps, from, to };
}

/** `mps reconcile day`: the two sums of a day, and what explains the difference. Decision 0106. */
export async function dayVerb(options: OfGateway & { readonly day: string }): Promise<void> {
  const wanted = {
    gateway: options.gateway,
    day: dayIn(options.day, '--day'),
    graceDays: graceIn(options.grace),
  };
  const days = await onDatabases(async (operator) => {
    const db = dbOf(operator, options);
    await refuseArchived(db, wanted.day);
    return reconcileDay(db, { ...wanted, closedOn: await closedOnOf(operator, options) });
  });
  const { gateway, day: on, graceDays } = wanted;
  if (options.json) printJson({ gateway, day: on, grace_days: graceDays, days: days.map(shownDay) });
  else printTable(days.map(texts));
  if (days.length === 0) say(`Nothing of ${options.gateway} is known on ${options.day}.`);
  for (const day of days) say(conclusionOf(day, nextCommand('run', options)));
  if (days.some(({ covered, unexplained }) => covered && unexplained !== 0n))
    process.exitCode = exitCodes.checkFailed;
}

/** A payment that is in an archive would look as if only the provider knew it. */
export async function refuseArchived(db: Db, day: string): Promise<void> {
  const since = await completeSinceAcrossMerchants(db);
  if (since !== undefined && day < since)
    throw new Failure(
      'usage',
      `Payments before ${since} are archived: their days cannot be compared any more.`,
    );
}

function conclusionOf({ currency, covered, difference, unexplained, openCases }: Day, run: string): string {
  if (!covered) return `${currency}: no statement includes this day.`;
  if (unexplained !== 0n) return `${currency}: nothing explains ${showAmount(unexplained)}. Run: ${run}`;
  if (difference === 0n && openCases === 0) return `${currency}: both say the same.`;
  return `${currency}: cases, timing and what is awaited explain the difference.`;
}

function shownDay(day: Day) {
  return {
    day: day.day,
    currency: day.currency,
    covered: day.covered,
    ledger: showAmount(day.ledger),
    stated: showAmount(day.stated),
    difference: showAmount(day.difference),
    open_cases: showAmount(day.open),
    accepted: showAmount(day.settled),
    timing: showAmount(day.timing),
    awaited: showAmount(day.awaited),
    unexplained: showAmount(day.unexplained),
    fees_and_others: showAmount(day.listed),
  };
}

const texts = (day: Day): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shownDay(day)).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : value,
    ]),
  );

/** On which days the provider is closed, as gateways.yaml says. Undefined: it is not in the file, or always works. */
export async function closedOnOf(
  operator: Operator,
  { gateway, sandbox }: Pick<OfReconcile, 'sandbox'> & { readonly gateway: string },
): Promise<ClosedOn | undefined> {
  const mode = sandbox ? 'sandbox' : 'live';
  const entries = operator.config.gateways?.entries ?? [];
  const own = entries.filter((entry) => entry.name === gateway && entry.mode === mode);
  return await withRails(own, operator, async ([connected]) => connected?.rail.closedOn);
}
