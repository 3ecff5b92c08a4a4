import { beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../../../../../support/rails/mobile-money-books.ts';
import { missingDocument, openPublished } from '../../../../../support/rails/mobile-money-published.ts';
import {
  aboutCharge,
  aCharge,
  aPaid,
  aRefund,
  aWalletPayout,
  connectedForFile,
  railTo,
  usd,
} from './connected.ts';

const { operator, rail } = connectedForFile();
const note = missingDocument ? ` (skipped: ${missingDocument})` : '';

/** What a day of payments says: good, refused, pending, given back, paid out, checked and stated. */
async function aDay(): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const { request, gatewayReference } = await aPaid(rail(), operator());
  const refund = aRefund(request, gatewayReference, { amount: usd(1000) });
  const payout = aWalletPayout();
  for (let asked = 0; asked < 2; asked += 1) {
    await rail().gateway.refund(refund);
    await rail().payouts.pay(payout);
    await operator().settled();
  }
  for (const fault of Object.values(faults)) {
    operator().behave({ refuse: fault });
    await rail().gateway.charge(aCharge());
    operator().behave({ decision: fault, callbacks: 'none' });
    const late = aCharge();
    await rail().gateway.charge(late);
    await operator().settled();
    await rail().gateway.query(aboutCharge(late));
  }
  operator().behave({ answer: 'at-once', callbacks: 'none' });
  await rail().gateway.charge(aCharge());
  const talkative = railTo(operator(), {
    clientId: 'shop',
    userCredentials: ['one', 'two'],
    userBearer: 'a-user',
    channel: 'Web',
    institution: { type: 'organisationid', id: 'OP' },
    contentHash: true,
    partialRefunds: 'adjustment',
    description: 'Corner Shop',
  });
  await talkative.gateway.charge(aCharge());
  await talkative.gateway.refund(aRefund(request, gatewayReference, { amount: usd(500) }));
  await talkative.check();
  await rail().statement({ currency: 'USD', from: today, to: today });
  await talkative.stop();
}

describe.skipIf(missingDocument !== undefined)(`the published OpenAPI document${note}`, () => {
  beforeAll(aDay);

  it('is kept by our requests, and by the answers of the simulated operator', () => {
    const breaks = openPublished();

    const broken = new Set(operator().exchanges.flatMap((exchange) => breaks(exchange)));

    expect([...broken]).toEqual([]);
    expect(operator().exchanges.length).toBeGreaterThan(60);
  });

  it('would notice a wrong answer', () => {
    const breaks = openPublished();
    const good = operator().exchanges.find(({ path }) => path.startsWith('/requeststates/'));
    if (!good) throw new Error('a request state was asked for');

    expect(breaks({ ...good, responseBody: { status: 'done' } })).not.toEqual([]);
    expect(breaks({ ...good, requestHeaders: { 'x-date': 'yesterday' } })).not.toEqual([]);
    expect(breaks({ ...good, path: '/request-states/1' })).not.toEqual([]);
  });
});
