import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviewPayout } from '../../../../../src/domain/payouts/payouts/review-payout.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, type Place, type Shop } from '../../../../journeys/shop.ts';
import {
  anAgent,
  anAgentWith,
  type Cash,
  cashPayout,
  collect,
  topUp,
  wrongOtp,
} from '../../../../support/builders/agents.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { actingAs, eventsAbout } from '../../../../support/builders/inside.ts';
import { aPayout, booksOf, fiveMinutes, openPaidShop } from '../../../../support/builders/payouts.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

async function read(shop: Shop, { payout_id: id }: Cash) {
  return (await shop.api('getPayout', { params: { id } })).data;
}

const floatOf = async (shop: Shop, id: string) =>
  (await shop.api('getAgent', { params: { id } })).data.float.USD;
const typesOf = async ({ payout_id: id }: Cash) => (await eventsAbout(app, { id })).map(({ type }) => type);

/** Gives wrong codes one after the other. */
async function guess(shop: Shop, agent: string, cash: Cash, times: number) {
  const answers = [];
  for (let tried = 0; tried < times; tried += 1) answers.push(await collect(shop.api, agent, wrongOtp(cash)));
  return answers.map(({ status, code, body }) => [status, code, body['details']]);
}

describe('the right code', () => {
  it('completes the payout at once: the agent hands out the net amount', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api);

    const collected = await collect(shop.api, agent, cash);

    const { payout_id } = cash;
    const amounts = { amount: '19.73', currency: 'USD' };
    expect([collected.status, collected.data]).toEqual([
      201,
      { payout_id, agent_id: agent, ...amounts, status: 'completed' },
    ]);
    const payout = await read(shop, cash);
    expect(payout).toMatchObject({ status: 'completed', fee: '0.50', net_amount: '19.73', failure: null });
    expect(payout.completed_at).not.toBeNull();
    const { data } = await shop.api('getTransaction', { params: { id: payout.transaction_id } });
    expect(data).toMatchObject({ status: 'completed', fee: '0.50' });
    expect(await floatOf(shop, agent)).toBe('80.27');
    expect(await booksOf(app, shop)).toMatchObject({
      available: '71.27',
      payout_in_transit: '0.00',
      fees: '4.00',
    });
    expect(await typesOf(cash)).toEqual(['agent.cash-out.completed', 'payment.payout-item.succeeded']);
  });

  it('is good once: neither the sandbox nor the end of the 72 hours pays out again', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api, '20.00');
    await collect(shop.api, agent, cash);

    const again = await collect(shop.api, agent, cash);
    await turnClock(shop.api, 4 * 24 * 60 * 60);

    expect([again.code, again.body['details']]).toEqual(['PAYOUT_NOT_REDEEMABLE', { status: 'completed' }]);
    expect(await typesOf(cash)).toEqual(['agent.cash-out.completed', 'payment.payout-item.succeeded']);
    expect(await booksOf(app, shop)).toMatchObject({ available: '71.50', payout_in_transit: '0.00' });
  });

  it('is refused when its time is over, even if the job that ends the payout is late', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api);
    await app.database.asOwner(
      'UPDATE sandbox.payouts SET otp_expires_at = created_at WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );

    const late = await collect(shop.api, agent, cash);

    expect([late.code, late.body['details']]).toEqual(['PAYOUT_NOT_REDEEMABLE', { status: 'processing' }]);
    expect(await floatOf(shop, agent)).toBe('100.00');
    expect(await booksOf(app, shop)).toMatchObject({ payout_in_transit: '20.23' });
  });

  it('sent again with its idempotency key gives the same answer', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api);
    const key = { 'idempotency-key': 'collected-1' };

    const [first, again] = [
      await collect(shop.api, agent, cash, key),
      await collect(shop.api, agent, cash, key),
    ];

    expect([first.status, again.status, again.data]).toEqual([201, 201, first.data]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await floatOf(shop, agent)).toBe('80.27');
  });

  it('of an agent with too little cash changes nothing, and works after a top-up', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '19.72');
    const cash = await cashPayout(shop.api);

    const poor = await collect(shop.api, agent, cash);
    await topUp(shop.api, agent, '0.01');
    const rich = await collect(shop.api, agent, cash);

    const details = { available: '19.72', required: '19.73' };
    expect([poor.code, poor.body['details']]).toEqual(['AGENT_FLOAT_INSUFFICIENT', details]);
    expect([rich.status, await floatOf(shop, agent)]).toEqual([201, '0.00']);
  });

  it('is stored nowhere, nor are wrong ones', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api);
    await collect(shop.api, agent, wrongOtp(cash), { 'idempotency-key': 'wrong' });
    await collect(shop.api, agent, cash, { 'idempotency-key': 'right' });

    const tables = ['payouts', 'cash_outs', 'idempotency_keys', 'events', 'jobs', 'status_changes'];
    const texts = tables.map((table) => `SELECT t::text AS row FROM sandbox.${table} t`);
    const rows = await app.database.asOwner(texts.join(' UNION ALL '));

    const codes = [cash, wrongOtp(cash)].map(({ agent_otp }) => agent_otp);
    const seen = (text: string) =>
      codes.some((code) => new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`).test(text));
    expect(rows.filter(({ row }) => seen(String(row)))).toEqual([]);
    expect(app.lines.filter(seen)).toEqual([]);
  });
});

describe('a wrong code', () => {
  it('is counted; the fifth holds the payout, and then the right one is refused too', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api);

    const answers = await guess(shop, agent, cash, 6);
    const right = await collect(shop.api, agent, cash);

    const locked = [409, 'OTP_LOCKED', { status: 'held' }];
    expect(answers).toEqual([
      ...[4, 3, 2, 1].map((tries_left) => [409, 'OTP_INVALID', { tries_left }]),
      locked,
      locked,
    ]);
    expect([right.status, right.code]).toEqual([409, 'OTP_LOCKED']);
    expect(await read(shop, cash)).toMatchObject({ status: 'held', failure: null });
    expect(await floatOf(shop, agent)).toBe('100.00');
    expect(await booksOf(app, shop)).toMatchObject({ payout_in_transit: '20.23' });
    const failed = Array.from({ length: 4 }, () => 'agent.cash-out.failed');
    expect(await typesOf(cash)).toEqual([...failed, 'agent.cash-out.held', 'payment.payout-item.held']);
  });

  it('counts once for its idempotency key, and whichever agent it was given to', async () => {
    const shop = await openPaidShop(app);
    const agents = [await anAgent(shop.api), await anAgent(shop.api)];
    const cash = await cashPayout(shop.api);
    const give = (key: string, at: number) =>
      collect(shop.api, agents[at] ?? '', wrongOtp(cash), { 'idempotency-key': key });

    const answers = [await give('a', 0), await give('a', 0), await give('b', 1), await give('c', 0)];

    const left = answers.map(({ body }) => (body['details'] as { tries_left: number }).tries_left);
    expect(left).toEqual([4, 4, 3, 2]);
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true');
  });

  it('four times, then the right one: the cash is handed out', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api);
    await guess(shop, agent, cash, 4);

    const collected = await collect(shop.api, agent, cash);

    expect(collected.status).toBe(201);
  });

  it('five times, then an operator releases the payout: five more are allowed, and the code is good', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api);
    await guess(shop, agent, cash, 5);

    await actingAs(app, shop.merchant, (act) =>
      reviewPayout(act, { payoutId: readId('po', cash.payout_id), verdict: 'released', by: 'tendai' }),
    );
    await turnClock(shop.api, fiveMinutes);
    const answers = await guess(shop, agent, cash, 4);
    const collected = await collect(shop.api, agent, cash);

    expect(answers.at(-1)).toEqual([409, 'OTP_INVALID', { tries_left: 1 }]);
    expect(collected.status).toBe(201);
  });
});

describe('a payout that is no cash to collect', () => {
  it('is refused: to a bank, held by an operator, or unknown', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const bank = await shop.api('requestPayout', { body: aPayout('bank_transfer') });
    const held = await cashPayout(shop.api);
    await actingAs(app, shop.merchant, (act) =>
      reviewPayout(act, { payoutId: readId('po', held.payout_id), verdict: 'held', by: 'tendai' }),
    );
    const agent_otp = '12345678';

    const answers = [
      await collect(shop.api, agent, { payout_id: bank.data.payout_id, agent_otp }),
      await collect(shop.api, agent, held),
      await collect(shop.api, agent, { payout_id: `po_${'0'.repeat(32)}`, agent_otp }),
    ];

    expect(answers.map(({ status, code, body }) => [status, code, body['details']])).toEqual([
      [409, 'PAYOUT_NOT_REDEEMABLE', { status: 'processing' }],
      [409, 'PAYOUT_NOT_REDEEMABLE', { status: 'held' }],
      [404, 'NOT_FOUND', { resource: 'payout' }],
    ]);
  });
});
