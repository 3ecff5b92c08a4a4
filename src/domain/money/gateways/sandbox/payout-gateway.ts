import type { PayoutMethod } from '../../fees/payout-fees.ts';
import type { PayoutGateway, PayoutOutcome, PayoutReview } from '../payout-port.ts';

export type PayoutScenario = {
  readonly ending: bigint;
  /** Absent: it completes. */
  readonly outcome?: Exclude<PayoutOutcome, { kind: 'pending' | 'unknown' }>;
  readonly review?: PayoutReview;
  /** Plays only for cash. */
  readonly cash?: true;
};

const minuteMs = 60 * 1000;
const review = { heldAfterMs: minuteMs, endsAfterMs: 10 * minuteMs };

/** By the last two decimals of the amount; every other payout completes. Decisions 0017 and 0076. */
export const payoutScenarios: readonly PayoutScenario[] = [
  { ending: 13n, outcome: { kind: 'rejected' } },
  { ending: 17n, outcome: { kind: 'completed', returnedAfterMs: 24 * 60 * minuteMs } },
  { ending: 19n, review: { ...review, verdict: 'released' } },
  { ending: 21n, review: { ...review, verdict: 'blocked' } },
  { ending: 23n, outcome: { kind: 'uncollected' }, cash: true },
];

/** Plays the scenario of the amount, whatever the destination. Spec: "Limits", sandbox payout completion. */
export function sandboxPayoutGateway(): PayoutGateway {
  return {
    name: 'sandbox_payout',
    answersAfterMs: 5 * minuteMs,
    pay: async ({ gross: amount, method }) => scenarioOf({ amount, method })?.outcome ?? paid,
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
