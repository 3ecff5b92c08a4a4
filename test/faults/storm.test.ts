import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSoundBooks, openShop, type Place, type Shop } from '../journeys/shop.ts';
import { turnClock } from '../support/builders/build.ts';
import { aPayout, booksOf, fiveMinutes } from '../support/builders/payouts.ts';
import { atOnce, times } from '../support/checks/at-once.ts';
import { startApp } from '../support/service/app.ts';
import { payByCard } from '../support/service/page.ts';

/** Many refunds and payouts run at once, and every request is sent five times. */
let app: Place;
beforeAll(async () => {
  app = { ...(await startApp()), notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(() => app.stop());

const [payments, payouts, refunds, sendings] = [5, 40, 40, 5];

async function aPayment(shop: Shop): Promise<string> {
  const checkout = await shop.card({ amount: '100.00' });
  await payByCard(checkout.payment_url, '4242424242424242');
  return (await shop.statusOf(checkout)).transaction_id ?? '';
}

type Answer = { readonly key: string; readonly what: string };

const wait: readonly string[] = ['SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'];

/** Repeats a call while the service asks to wait. A refusal leaves nothing behind, so each sending is decided anew. */
async function answerTo(key: string, ask: () => Promise<{ status: number; code: string }>): Promise<Answer> {
  const { status, code } = await ask();
  if (wait.includes(code)) return await answerTo(key, ask);
  return { key, what: code === '' ? String(status) : code };
}

describe('a storm of payouts and refunds on one merchant', () => {
  it('pays out the available money and no more, and each request once', async () => {
    const shop = await openShop(app);
    const paid: string[] = [];
    for (let made = 0; made < payments; made += 1) paid.push(await aPayment(shop));
    const payOut = (at: number) => {
      const [key, body] = [`payout-${at}`, aPayout('mobile_money', { amount: '7.00' })];
      return () =>
        answerTo(key, () => shop.api('requestPayout', { body, headers: { 'idempotency-key': key } }));
    };
    const refund = (at: number) => {
      const [key, params] = [`refund-${at}`, { id: paid[at % payments] ?? '' }];
      const headers = { 'idempotency-key': key };
      return () =>
        answerTo(key, () => shop.api('refundTransaction', { params, body: { amount: '9.00' }, headers }));
    };
    const asked = times(Math.max(payouts, refunds), (at) => [payOut(at), refund(at)]).flat();

    const answers = await atOnce(50, times(sendings, () => asked).flat());

    const known = new Set(['201', 'INSUFFICIENT_BALANCE']);
    expect(answers.filter(({ what }) => !known.has(what))).toEqual([]);
    const done = new Set(answers.filter(({ what }) => what === '201').map(({ key }) => key));
    const out = [...done].filter((key) => key.startsWith('payout')).length;
    const back = done.size - out;
    expect(await countOf('payouts', shop)).toBe(out);
    expect(await countOf('refunds', shop)).toBe(back);
    const left = payments * 9150 - out * 700 - back * 900;
    const inTransit = (out * 7).toFixed(2);
    expect(await booksOf(app, shop)).toMatchObject({
      available: (left / 100).toFixed(2),
      payout_in_transit: inTransit,
    });
    // Requests were refused only for lack of money.
    expect(out < payouts ? left < 700 : left >= 0).toBe(true);
    await expectSoundBooks(app);
    await turnClock(shop.api, fiveMinutes);
    expect(await booksOf(app, shop)).toMatchObject({ payout_in_transit: '0.00' });
    await expectSoundBooks(app);
  }, 180_000);
});

async function countOf(table: string, { merchant }: Shop): Promise<number> {
  const rows = await app.database.asOwner(`SELECT id FROM sandbox.${table} WHERE merchant_id = $1`, [
    merchant.merchantId,
  ]);
  return rows.length;
}
