import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import type { Rail } from '../../money/gateways/rail.ts';
import type { NewCase } from '../cases/queries.ts';
import { showSide } from '../cases/show-amount.ts';
import { type ClosedOn, coverageOf } from '../matching/coverage.ts';
import { usualRange } from '../matching/day.ts';
import { usualGraceDays } from '../matching/grace.ts';
import { runReconciliation } from '../matching/run.ts';
import { findStatedGatewaysAcrossMerchants } from '../statements/queries.ts';
import { takeIn } from './take-in.ts';

type Act = Pick<Context, 'mode' | 'db' | 'log'>;

/**
 * Fetches what providers state, and compares it with the ledger for each live gateway that has statements. Each new case is a line of
 * the log, and its opening is in the log of the case. The trouble with one gateway keeps no other from being compared.
 *
 * @throws Error if a provider gave no statement, or a gateway could not be compared: the job is tried again, and what was done is not done twice
 *
 * Decision 0106.
 */
export async function reconcileDaily(act: Act, signal: AbortSignal, rails: readonly Rail[]): Promise<void> {
  if (act.mode !== 'live') return;
  const silent: string[] = [];
  for (const rail of rails) {
    signal.throwIfAborted();
    if (!(await takeIn(act, rail))) silent.push(rail.name);
  }
  const notCompared: string[] = [];
  for (const gateway of await findStatedGatewaysAcrossMerchants(act.db)) {
    signal.throwIfAborted();
    const rail = rails.find(({ name }) => name === gateway);
    if (!(await isCompared(act, gateway, rail?.closedOn))) notCompared.push(gateway);
  }
  if (silent.length > 0) throw new Error(`There is no statement of: ${silent.join(', ')}.`);
  if (notCompared.length > 0) throw new Error(`These were not compared: ${notCompared.join(', ')}.`);
}

async function isCompared(act: Act, gateway: string, closedOn: ClosedOn | undefined): Promise<boolean> {
  try {
    await compare(act, gateway, closedOn);
    return true;
  } catch (error) {
    act.log.error({ gateway, err: error }, 'the statements of a gateway could not be compared');
    return false;
  }
}

async function compare({ db, log }: Act, gateway: string, closedOn: ClosedOn | undefined): Promise<void> {
  const range = await usualRange(db, gateway);
  if (!range) return;
  const wanted = { gateway, ...range, graceDays: usualGraceDays, closedOn };
  const ran = await runReconciliation(db, wanted, (fresh) =>
    log.warn(shown(fresh), 'a statement and the ledger differ'),
  );
  const gaps = (await coverageOf(db, gateway, closedOn)).gapsIn(range);
  if (gaps.length > 0)
    log.warn({ gateway, not_stated: gaps }, 'no statement of a gateway includes these days');
  log.info({ gateway, ...range, ...ran }, 'the statements of a gateway were compared with the ledger');
}

function shown(one: NewCase) {
  return {
    gateway: one.gateway,
    case_id: showId('case', one.id),
    kind: one.kind,
    expected: showSide(one.expected, one.expected_currency),
    stated: showSide(one.stated, one.stated_currency),
    transaction_id: one.of_transaction && showId('txn', one.of_transaction),
  };
}
