import type { Operation } from '../contract.ts';
import { billingStarts } from './billing.ts';
import { counterStarts } from './counter.ts';
import { paymentStarts } from './payments.ts';
import type { Start, Starts } from './start.ts';

const years = [...Array(10).keys()];

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
        for (const _year of years) await shop.api('advanceTestClock', { body: { advance_seconds: 31_622_400 } });
        return {};
      },
      request: { body: { advance_seconds: 1 } },
    },
  ],
  setTestKyc: [{ name: 'basic', request: { body: { tier: 1 } } }],
};

const known: Starts = { ...paymentStarts, ...counterStarts, ...billingStarts, ...sandbox };

/** How an operation succeeds. One without an entry succeeds by an empty request. */
export function startsOf({ id }: Operation): readonly Start[] {
  return known[id] ?? [{ name: 'plain' }];
}

/** The operations that have starts of their own. */
export const startedOperations = Object.keys(known);
