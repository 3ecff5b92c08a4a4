import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import { type Amount, formatMoney2 } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { mostPayout } from '../../money/fees/payout-fees.ts';
import { floatToppedUp } from '../../money/ledger/float-movements.ts';
import { post } from '../../money/ledger/post.ts';
import { floatRow, readFloats } from './floats.ts';
import { insertTopUp, lockAgent } from './queries.ts';

export type WantedTopUp = { readonly agentId: string; readonly amount: Amount; readonly currency: Currency };
export type FloatTopUp = WantedTopUp & { readonly balance: Amount; readonly createdAt: Date };

/**
 * Books cash that was handed to an agent.
 *
 * @throws NOT_FOUND        there is no such agent
 * @throws AGENT_SUSPENDED  `details.status`
 * @throws AMOUNT_TOO_LARGE more than the largest payout in cash; `details.maximum`
 *
 * Decision 0076.
 */
export async function topUpFloat(act: Act, wanted: WantedTopUp): Promise<FloatTopUp> {
  const { agentId, amount, currency } = wanted;
  const agent = await lockAgent(act.tx, act.merchant.id, agentId);
  if (!agent) throw notFound('agt');
  if (agent.status === 'suspended')
    throw new ApiError('AGENT_SUSPENDED', { details: { status: agent.status } });
  const most = mostPayout('agent_cash');
  if (amount > most) throw new ApiError('AMOUNT_TOO_LARGE', { details: { maximum: formatMoney2(most) } });
  const [id, createdAt] = [newId(), act.ctx.now(act.merchant)];
  await insertTopUp(act.tx, act.merchant.id, {
    id,
    agent_id: agentId,
    amount,
    currency,
    created_at: createdAt,
  });
  await post(act, floatToppedUp({ id, amount, currency }, agentId));
  const [floats] = await readFloats(act.tx, act.merchant.id, [agentId]);
  if (!floats) throw new Error('an agent has a float in every currency');
  const { balance, lowThreshold } = floats[currency];
  await recordEvent(act, 'agent.float.topped-up', floatRow(act, { agentId, currency, lowThreshold }));
  return { ...wanted, balance, createdAt };
}
