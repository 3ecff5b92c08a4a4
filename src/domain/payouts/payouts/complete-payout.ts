import type { Act, Context, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { move } from '../../../engine/states/moves.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { showId } from '../../../platform/ids.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import {
  leftOut,
  nextQuestionDue,
  questionAfterADay,
  troubleOf,
  undecidedForADay,
} from '../../money/gateways/asking.ts';
import type { PayoutOutcome, PayoutRequest } from '../../money/gateways/payout-port.ts';
import { payoutCompleted } from '../../money/ledger/payout-movements.ts';
import { post } from '../../money/ledger/post.ts';
import { findTransaction } from '../../payments/transactions/queries.ts';
import { transactionMoves } from '../../payments/transactions/states.ts';
import { openDestination } from '../bank-accounts/destination.ts';
import { giveBack } from './give-back.ts';
import { findPayout, lockPayout, markSent, type Payout } from './queries.ts';
import { payoutMoves } from './states.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The nth time that the gateway is asked to pay a payout out, or what became of it. Absent: the first. */
    'payouts.complete': { payoutId: string; attempt?: number };
  }
}

/**
 * Job `payouts.complete`: asks the gateway to pay, then what became of it, until the payout completes or fails; in the sandbox five
 * minutes after the request. Each question carries the payout's id, so the gateway never pays twice.
 *
 * Spec: "States and transitions", payout; "Limits", sandbox payout completion.
 */
export const completePayout: PhasedJob<JobPayloads['payouts.complete'], PayoutOutcome> = {
  ask: async (ctx, merchant, { payoutId }) => {
    const payout = await sentPayout(ctx, merchant, payoutId);
    return payout ? await askPayout(ctx, merchant, payout) : { kind: 'unknown' };
  },
  finish: async (act, { payoutId, attempt = 1 }, outcome) => {
    const payout = await lockPayout(act.tx, act.merchant.id, payoutId);
    if (payout?.status !== 'processing') return;
    if (outcome.kind === 'uncollected') return;
    if (outcome.kind === 'rejected')
      return await giveBack(act, payout, payoutMoves.fail, 'DESTINATION_REJECTED');
    if (outcome.kind === 'completed') return await complete(act, payout, outcome);
    const limit = patienceWith(payout, outcome);
    if (payout.sent_at !== null && attempt === limit.question) await askForPerson(act, payout, limit.words);
    await askAgain(act, payout, attempt + 1);
  },
};

const aDay = { question: questionAfterADay, words: undecidedForADay } as const;
/** From the second day on one question is asked each hour. */
const fiveDays = {
  question: questionAfterADay + 4 * 24,
  words: 'undecided for five days: a person must look',
} as const;

/** After which question a person must look. A bank that has a payout decides on the days on which it works. */
function patienceWith({ method }: Payout, { kind }: PayoutOutcome) {
  return method === 'bank_transfer' && kind === 'pending' ? fiveDays : aDay;
}

async function askForPerson(act: Act, { id, transaction_id }: Payout, words: string): Promise<void> {
  const row = await findTransaction(act.tx, act.merchant.id, transaction_id);
  const ids = { merchant_id: showId('mer', act.merchant.id), payout_id: showId('po', id) };
  act.ctx.log.error({ ...ids, transaction_id: showId('txn', transaction_id), gateway: row?.gateway }, words);
}

/** From here on nobody can hold or block the payout: the gateway may have paid. Cash waits for an agent instead. */
async function sentPayout(ctx: Context, merchant: Merchant, payoutId: string): Promise<Payout | undefined> {
  const payout = await findPayout(ctx.db, merchant.id, payoutId);
  if (payout?.status !== 'processing') return undefined;
  if (payout.method === 'agent_cash' || payout.sent_at !== null) return payout;
  const now = ctx.now(merchant);
  return await inTransaction(ctx.db, merchant.id, (tx) => markSent(tx, merchant.id, payoutId, now));
}

async function askPayout(ctx: Context, merchant: Merchant, payout: Payout): Promise<PayoutOutcome> {
  const row = await findTransaction(ctx.db, merchant.id, payout.transaction_id);
  if (!row) return { kind: 'unknown' };
  const gateway = ctx.gateways.payoutByName(row.gateway);
  if (!gateway) return leftOut(ctx.log, { gateway: row.gateway, payout: payout.id });
  try {
    return await gateway.pay(requestOf(ctx, merchant, payout));
  } catch (error) {
    ctx.log.error(
      { err: troubleOf(error), gateway: gateway.name, payout: payout.id },
      'the gateway did not answer about a payout',
    );
    return { kind: 'unknown' };
  }
}

function requestOf(ctx: Context, merchant: Merchant, payout: Payout): PayoutRequest {
  return {
    merchantId: merchant.id,
    reference: payout.id,
    method: payout.method,
    gross: amountOf(payout.amount),
    net: amountOf(payout.amount - payout.fee),
    currency: payout.currency,
    startedAt: payout.created_at,
    now: ctx.now(merchant),
    destination: openDestination(ctx.secrets, payout),
  };
}

async function askAgain(act: Act, { id, sent_at, created_at }: Payout, attempt: number): Promise<void> {
  const at = nextQuestionDue(sent_at ?? created_at, attempt, act.ctx.now(act.merchant));
  await enqueue(act, 'payouts.complete', { key: id, payload: { payoutId: id, attempt }, at });
}

async function complete(
  act: Act,
  payout: Payout,
  { returnedAfterMs, gatewayReference }: Extract<PayoutOutcome, { kind: 'completed' }>,
): Promise<void> {
  const completed_at = act.ctx.now(act.merchant);
  const own = {
    completed_at,
    // A statement may name a payout by nothing else.
    ...(gatewayReference !== undefined && { gateway_reference: gatewayReference }),
  };
  await move(act, 'transactions', payout.transaction_id, transactionMoves.finish, { set: own });
  await move(act, 'payouts', payout.id, payoutMoves.complete, {
    set: { completed_at },
    effect: (row) => post(act, payoutCompleted(row)),
  });
  if (returnedAfterMs === undefined) return;
  const at = new Date(completed_at.getTime() + returnedAfterMs);
  await enqueue(act, 'payouts.return', { key: payout.id, payload: { payoutId: payout.id }, at });
}
