import type { Operation } from '../contract.ts';
import { agentStarts } from './agents.ts';
import { billingStarts } from './billing.ts';
import { counterStarts } from './counter.ts';
import { disputeStarts, refundOfDisputed } from './disputes.ts';
import { moneyStarts, withOtherSplit } from './money.ts';
import { paymentStarts, turnClock } from './payments.ts';
import type { Start, Starts } from './start.ts';

const year = 31_622_400;

const sandbox: Starts = {
  verifyWebhookSignature: [
    { name: 'a delivery', request: { body: { header: `t=1,v1=${'0'.repeat(64)}`, body_base64: 'e30=' } } },
  ],
  advanceTestClock: [
    {
      name: 'after a reset',
      make: async (shop) => {
        await shop.api('resetSandbox');
        return {};
      },
      request: { body: { advance_seconds: 1 } },
    },
    {
      name: 'at its limit',
      refusal: 'CLOCK_LIMIT_EXCEEDED',
      make: async (shop) => {
        await shop.api('resetSandbox');
        for (let years = 0; years < 10; years += 1) await turnClock(shop, year);
        return {};
      },
      request: { body: { advance_seconds: 1 } },
    },
  ],
  setTestKyc: [{ name: 'basic', request: { body: { tier: 1 } } }],
};

const known: Starts = {
  ...paymentStarts,
  ...disputeStarts,
  ...agentStarts,
  ...counterStarts,
  ...billingStarts,
  ...moneyStarts,
  ...sandbox,
  refundTransaction: [...(paymentStarts['refundTransaction'] ?? []), refundOfDisputed],
};

/** The field that names a split. */
const splitFields: Readonly<Record<string, string>> = {
  createCheckout: 'splitId',
  createPaymentLink: 'split_id',
  createInvoice: 'split_id',
  updateInvoice: 'split_id',
  createVirtualTerminalSession: 'split_id',
};

/** How an operation succeeds. One without an entry succeeds by an empty request. */
export function startsOf({ id }: Operation): readonly Start[] {
  const starts = known[id] ?? [{ name: 'plain' }];
  const [first] = starts;
  const field = splitFields[id];
  return first && field !== undefined ? [...starts, withOtherSplit(first, field)] : starts;
}
