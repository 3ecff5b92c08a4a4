import type { PayoutMethod } from '../../fees/payout-fees.ts';
import type { PayoutGateway, PayoutOutcome } from '../payout-port.ts';
import { type PayoutScenario, payoutScenarios } from './scenarios.ts';

const minuteMs = 60 * 1000;

/** Plays the scenario of the amount, whatever the destination. Spec: "Limits", sandbox payout completion. */
export function sandboxPayoutGateway(): PayoutGateway {
  return {
    name: 'sandbox_payout',
    answersAfterMs: 5 * minuteMs,
    answer: (payout) => scenarioOf(payout)?.outcome ?? paid,
    review: (payout) => scenarioOf(payout)?.review,
  };
}

const paid: PayoutOutcome = { kind: 'completed' };

type Payout = { readonly amount: bigint; readonly method: PayoutMethod };

/** The scenario of the last two decimals. `amount` is in ten-thousandths. */
function scenarioOf({ amount, method }: Payout): PayoutScenario | undefined {
  return payoutScenarios.find(
    ({ ending, cash }) => (amount / 100n) % 100n === ending && (!cash || method === 'agent_cash'),
  );
}
