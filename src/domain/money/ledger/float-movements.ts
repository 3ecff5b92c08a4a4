import type { Moved, Movement } from './accounts.ts';
import type { PaidOut } from './payout-movements.ts';

/** The account of the cash that an agent has. The agent owes it, so its balance is never above zero. */
export function floatAccountOf(agentId: string): `agent_float:${string}` {
  return `agent_float:${agentId.replaceAll('-', '')}`;
}

/** M19: an agent is handed cash of the treasury. The merchant's balance does not change. */
export function floatToppedUp({ id, amount, currency }: Moved, agentId: string): Movement {
  return {
    name: 'float.topped_up',
    sourceId: id,
    lines: [
      { account: floatAccountOf(agentId), currency, amount: -amount },
      { account: 'treasury', currency, amount },
    ],
  };
}

/** M20: an agent hands out the net amount of a payout. It takes the place of M8. */
export function cashOutCompleted({ id, amount, fee, currency }: PaidOut, agentId: string): Movement {
  const lines = [
    { account: 'payout_in_transit', currency, amount: -amount },
    { account: floatAccountOf(agentId), currency, amount: amount - fee },
    { account: 'fees', currency, amount: fee },
  ] as const;
  return { name: 'cash_out.completed', sourceId: id, lines: lines.filter((line) => line.amount !== 0n) };
}
