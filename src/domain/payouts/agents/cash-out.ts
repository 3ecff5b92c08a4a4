import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import { amountOf, formatMoney2 } from '../../money/amounts/amount.ts';
import { cashOutCompleted } from '../../money/ledger/float-movements.ts';
import { lockFloat } from '../../money/ledger/float-queries.ts';
import { post } from '../../money/ledger/post.ts';
import { transactionMoves } from '../../payments/transactions/states.ts';
import { isOtp, mostWrongCodes } from '../payouts/agent-otp.ts';
import { lockPayout, type Payout, writeTries } from '../payouts/queries.ts';
import { payoutMoves } from '../payouts/states.ts';
import { floatRow, readFloats, recordCrossing } from './floats.ts';
import { type CashOut, insertCashOut, lockAgent } from './queries.ts';

export type WantedCashOut = { readonly agentId: string; readonly payoutId: string; readonly code: string };

/** What a code led to, and how many wrong ones are still allowed. A wrong code is counted, so it is no exception. */
export type CodeGiven = { readonly cashOut: CashOut; readonly triesLeft: number };

/**
 * An agent hands out the cash of a payout to whoever knows its code. Each payout is handed out once: its row is locked, so a
 * second cash-out finds it completed. The code is judged before the float, so that no answer tells whether a code is right
 * without counting it.
 *
 * @throws NOT_FOUND                no such agent, or no such payout
 * @throws AGENT_SUSPENDED          `details.status`
 * @throws PAYOUT_NOT_REDEEMABLE    not cash, or not processing; `details.status`
 * @throws OTP_LOCKED               held after five wrong codes; `details.status`
 * @throws AGENT_FLOAT_INSUFFICIENT `details.available`, `details.required`
 *
 * Decision 0076.
 */
export async function cashOut(act: Act, { agentId, payoutId, code }: WantedCashOut): Promise<CodeGiven> {
  const agent = await lockAgent(act.tx, act.merchant.id, agentId);
  if (!agent) throw notFound('agt');
  if (agent.status === 'suspended')
    throw new ApiError('AGENT_SUSPENDED', { details: { status: agent.status } });
  const payout = await redeemable(act, payoutId);
  if (!isOtp(act, payout, code)) return await countWrongCode(act, agentId, payout);
  return { cashOut: await handOut(act, agentId, payout), triesLeft: mostWrongCodes - payout.otp_tries };
}

/** Locks the payout. Its code is over a moment before the job `payouts.expire` says so. */
async function redeemable(act: Act, payoutId: string): Promise<Payout> {
  const payout = await lockPayout(act.tx, act.merchant.id, payoutId);
  if (!payout) throw notFound('po');
  const details = { status: payout.status };
  if (payout.held_for === 'wrong_codes') throw new ApiError('OTP_LOCKED', { details });
  const { status, otp_expires_at: expires } = payout;
  if (status !== 'processing' || expires === null || expires <= act.ctx.now(act.merchant))
    throw new ApiError('PAYOUT_NOT_REDEEMABLE', { details });
  return payout;
}

async function countWrongCode(act: Act, agentId: string, payout: Payout): Promise<CodeGiven> {
  const tries = payout.otp_tries + 1;
  const triesLeft = mostWrongCodes - tries;
  if (triesLeft > 0) {
    await writeTries(act.tx, act.merchant.id, payout.id, tries);
    const wrong = await note(act, agentId, payout, 'wrong_code');
    await recordEvent(act, 'agent.cash-out.failed', wrong);
    return { cashOut: wrong, triesLeft };
  }
  const locked = await note(act, agentId, payout, 'locked');
  await move(act, 'payouts', payout.id, payoutMoves.hold, {
    set: { otp_tries: tries, held_for: 'wrong_codes' },
    effect: () => recordEvent(act, 'agent.cash-out.held', locked),
  });
  return { cashOut: locked, triesLeft };
}

/** M20, in the place of M8. The jobs that would end the payout find it completed. */
async function handOut(act: Act, agentId: string, payout: Payout): Promise<CashOut> {
  const { currency } = payout;
  const net = amountOf(payout.amount - payout.fee);
  const before = await lockFloat(act.tx, act.merchant.id, { agentId, currency });
  if (before < net) {
    const details = { available: formatMoney2(before), required: formatMoney2(net) };
    throw new ApiError('AGENT_FLOAT_INSUFFICIENT', { details });
  }
  const set = { completed_at: act.ctx.now(act.merchant) };
  const done = await note(act, agentId, payout, 'completed');
  await move(act, 'transactions', payout.transaction_id, transactionMoves.finish, { set });
  await move(act, 'payouts', payout.id, payoutMoves.complete, {
    set,
    effect: async (row) => {
      await post(act, cashOutCompleted(row, agentId));
      await recordEvent(act, 'agent.cash-out.completed', done);
    },
  });
  const [floats] = await readFloats(act.tx, act.merchant.id, [agentId]);
  const lowThreshold = floats?.[currency].lowThreshold ?? null;
  await recordCrossing(act, floatRow(act, { agentId, currency, lowThreshold }), { before, paid: net });
  return done;
}

function note(
  act: Act,
  agentId: string,
  { id, amount, fee, currency }: Payout,
  outcome: CashOut['outcome'],
): Promise<CashOut> {
  return insertCashOut(act.tx, act.merchant.id, {
    id: newId(),
    payout_id: id,
    agent_id: agentId,
    amount: amount - fee,
    currency,
    outcome,
    created_at: act.ctx.now(act.merchant),
  });
}
