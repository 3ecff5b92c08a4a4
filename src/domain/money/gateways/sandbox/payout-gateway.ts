import type { PayoutGateway, PayoutOutcome } from '../payout-port.ts';
import { payoutScenarios } from './scenarios.ts';

const minuteMs = 60 * 1000;

/** Plays the scenario of the amount, whatever the destination. Spec: "Limits", sandbox payout completion. */
export function sandboxPayoutGateway(): PayoutGateway {
  return {
    name: 'sandbox_payout',
    answersAfterMs: 5 * minuteMs,
    answer: ({ amount }) => scenarioOf(amount)?.outcome ?? paid,
  };
}

const paid: PayoutOutcome = { kind: 'completed' };

/** The scenario of the last two decimals. `amount` is in ten-thousandths. */
function scenarioOf(amount: bigint) {
  return payoutScenarios.find(({ ending }) => (amount / 100n) % 100n === ending);
}
