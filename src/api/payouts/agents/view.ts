import type { components } from '../../../../generated/openapi.d.ts';
import { amountOf, formatMoney2, formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { byCurrency } from '../../../domain/money/amounts/currency.ts';
import { type Floats, readFloats } from '../../../domain/payouts/agents/floats.ts';
import type { Agent, AgentFloat, CashOut } from '../../../domain/payouts/agents/queries.ts';
import type { FloatTopUp } from '../../../domain/payouts/agents/top-up-float.ts';
import type { Act, EventData } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

export function agentView(agent: Agent, floats: Floats | undefined): Schemas['Agent'] {
  if (!floats) throw new Error('the float of an agent was not read');
  return {
    ...agentData(agent),
    float: byCurrency((currency) => formatMoney2(floats[currency].balance)),
    low_threshold: byCurrency((currency) => {
      const { lowThreshold } = floats[currency];
      return lowThreshold === null ? null : formatMoney2(lowThreshold);
    }),
  };
}

/** An agent as events show them. */
export function agentData(agent: Agent): EventData<'agent.suspended'> {
  return {
    id: showId('agt', agent.id),
    name: agent.name,
    phone: agent.phone,
    location: agent.location,
    status: agent.status,
    created_at: agent.created_at.toISOString(),
  };
}

/** A float as its events show it, when they happen. */
export async function floatData(
  row: AgentFloat,
  { tx, merchant }: Act,
): Promise<EventData<'agent.float.low'>> {
  const [floats] = await readFloats(tx, merchant.id, [row.agent_id]);
  if (!floats) throw new Error('the float of an agent was not read');
  return {
    id: showId('agt', row.agent_id),
    currency: row.currency,
    balance: formatMoney4(floats[row.currency].balance),
    low_threshold: row.low_threshold === null ? null : formatMoney4(amountOf(row.low_threshold)),
  };
}

export function floatTopUpView(topUp: FloatTopUp): Schemas['FloatTopUp'] {
  return {
    agent_id: showId('agt', topUp.agentId),
    amount: formatMoney2(topUp.amount),
    currency: topUp.currency,
    balance: formatMoney2(topUp.balance),
    created_at: topUp.createdAt.toISOString(),
  };
}

/** The state of the payout after a code was given. */
const statuses = { completed: 'completed', wrong_code: 'processing', locked: 'held' } as const;

export function cashOutView(cashOut: CashOut): Schemas['CashOut'] {
  return {
    payout_id: showId('po', cashOut.payout_id),
    agent_id: showId('agt', cashOut.agent_id),
    amount: formatMoney2(cashOut.amount),
    currency: cashOut.currency,
    status: statuses[cashOut.outcome],
  };
}

/** A code that was given to an agent, as events show it. */
export function cashOutData(cashOut: CashOut): EventData<'agent.cash-out.completed'> {
  return {
    id: showId('po', cashOut.payout_id),
    agent_id: showId('agt', cashOut.agent_id),
    amount: formatMoney4(cashOut.amount),
    currency: cashOut.currency,
    status: statuses[cashOut.outcome],
    failure: null,
  };
}
