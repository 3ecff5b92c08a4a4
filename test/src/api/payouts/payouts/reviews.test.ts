import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { completePayout } from '../../../../../src/domain/payouts/payouts/complete-payout.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import { merchantId } from '../../../../../src/engine/principal.ts';
import { showId, uuidIn } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { anAgentWith, cashPayout, collect } from '../../../../support/builders/agents.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { eventsAbout } from '../../../../support/builders/inside.ts';
import { aPayout, booksOf, fiveMinutes, openPaidShop } from '../../../../support/builders/payouts.ts';
import { isOnCluster } from '../../../../support/citus/nodes.ts';
import { mpsHere } from '../../../cli/mps.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const threeDays = 3 * 24 * 60 * 60;

async function requested(shop: Shop, method: Parameters<typeof aPayout>[0], amount: string): Promise<string> {
  const { data, status, body } = await shop.api('requestPayout', { body: aPayout(method, { amount }) });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data.payout_id;
}

async function read(shop: Shop, id: string) {
  return (await shop.api('getPayout', { params: { id } })).data;
}

const typesOf = async (id: string) => (await eventsAbout(app, { id })).map(({ type }) => type);

/** Runs `mps payout …` for the shop. */
async function operator(shop: Shop, verb: string) {
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.database.secretKey };
  return await mpsHere(`payout ${verb} --merchant ${showId('mer', shop.merchant.merchantId)} --json`, env);
}

describe('a payout that the sandbox reviews', () => {
  it('with an amount ending in .19 is held after a minute, released after ten, and completed five later', async () => {
    const shop = await openPaidShop(app);
    const id = await requested(shop, 'bank_transfer', '30.19');

    await turnClock(shop.api, 60);
    const held = await read(shop, id);
    const books = await booksOf(app, shop);
    await turnClock(shop.api, fiveMinutes);
    const still = await read(shop, id);
    await turnClock(shop.api, 4 * 60);
    const released = await read(shop, id);
    await turnClock(shop.api, fiveMinutes - 60);
    const soon = await read(shop, id);
    await turnClock(shop.api, 60);
    const completed = await read(shop, id);

    const statuses = [held, still, released, soon, completed].map(({ status }) => status);
    expect(statuses).toEqual(['held', 'held', 'processing', 'processing', 'completed']);
    expect(held).toMatchObject({ failure: null, completed_at: null });
    expect(Date.parse(completed.completed_at ?? '') - Date.parse(completed.created_at)).toBe(15 * 60_000);
    expect(books).toMatchObject({ available: '61.31', payout_in_transit: '30.19' });
    expect(await typesOf(id)).toEqual(['payment.payout-item.held', 'payment.payout-item.succeeded']);
  });

  it('with an amount ending in .21 is blocked after ten minutes: the money and the fee are back', async () => {
    const shop = await openPaidShop(app);
    const id = await requested(shop, 'mobile_money', '30.21');

    await turnClock(shop.api, threeDays);

    const payout = await read(shop, id);
    const failure = { code: 'COMPLIANCE_BLOCKED', message: 'The payout was refused after a review.' };
    expect(payout).toMatchObject({ status: 'blocked', failure });
    const { data } = await shop.api('getTransaction', { params: { id: payout.transaction_id } });
    expect(data).toMatchObject({ status: 'failed', fee: '0.00', net_amount: '0.00', failure });
    expect(await booksOf(app, shop)).toMatchObject({ available: '91.50', payout_in_transit: '0.00' });
    expect(await typesOf(id)).toEqual(['payment.payout-item.held', 'payment.payout-item.blocked']);
  });
});

describe('cash that nobody collects', () => {
  it('is unclaimed after 72 hours: the money and the fee are back, and no agent hands it out', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api);

    await turnClock(shop.api, threeDays - 60);
    const before = await read(shop, cash.payout_id);
    const { fired } = await turnClock(shop.api, 60);
    const after = await read(shop, cash.payout_id);
    const late = await collect(shop.api, agent, cash);

    expect(before).toMatchObject({ status: 'processing', failure: null });
    expect(after).toMatchObject({ status: 'unclaimed', failure: { code: 'PAYOUT_UNCLAIMED' } });
    const due_at = new Date(Date.parse(after.created_at) + threeDays * 1000).toISOString();
    expect(fired).toContainEqual(expect.objectContaining({ due_at }));
    expect(await booksOf(app, shop)).toMatchObject({ available: '91.50', payout_in_transit: '0.00' });
    expect(late).toMatchObject({ code: 'PAYOUT_NOT_REDEEMABLE', body: { details: { status: 'unclaimed' } } });
    expect(await typesOf(cash.payout_id)).toEqual(['payment.payout-item.unclaimed']);
  });

  it('is completed after five minutes by the sandbox, with any other amount', async () => {
    const shop = await openPaidShop(app);
    const { payout_id } = await cashPayout(shop.api, '20.00');

    await turnClock(shop.api, 2 * threeDays);

    expect(await read(shop, payout_id)).toMatchObject({ status: 'completed' });
    expect(await typesOf(payout_id)).toEqual(['payment.payout-item.succeeded']);
  });
});

describe('an operator', () => {
  it('holds a payout and releases it; it takes its time again', async () => {
    const shop = await openPaidShop(app);
    const id = await requested(shop, 'bank_transfer', '20.00');

    const held = await operator(shop, `hold ${id} --reason asked-by-bank`);
    const listed = await operator(shop, 'list');
    await turnClock(shop.api, fiveMinutes);
    const released = await operator(shop, `release ${id}`);
    await turnClock(shop.api, fiveMinutes - 60);
    const soon = await read(shop, id);
    await turnClock(shop.api, 60);

    expect([held.exitCode, JSON.parse(held.data)]).toMatchObject([0, { status: 'held', held_for: 'review' }]);
    expect(JSON.parse(listed.data)).toMatchObject({ payouts: [{ payout_id: id }], more: false });
    expect([released.exitCode, JSON.parse(released.data)]).toMatchObject([0, { status: 'processing' }]);
    expect([soon.status, (await read(shop, id)).status]).toEqual(['processing', 'completed']);
    const reviews = await app.database.asOwner(
      `SELECT verdict, reason, operator <> '' AS signed FROM sandbox.payout_reviews WHERE merchant_id = $1 ORDER BY id`,
      [shop.merchant.merchantId],
    );
    expect(reviews).toEqual([
      { verdict: 'held', reason: 'asked-by-bank', signed: true },
      { verdict: 'released', reason: null, signed: true },
    ]);
  });

  it('blocks a held payout once; every other verdict is refused and changes nothing', async () => {
    const shop = await openPaidShop(app);
    const id = await requested(shop, 'bank_transfer', '20.00');

    const early = await operator(shop, `block ${id}`);
    await operator(shop, `hold ${id}`);
    const twice = await operator(shop, `hold ${id}`);
    const blocked = await operator(shop, `block ${id}`);
    const late = await operator(shop, `release ${id}`);
    const stranger = await operator(await openShop(app), `hold ${id}`);

    expect([early, twice, blocked, late, stranger].map(({ exitCode }) => exitCode)).toEqual([5, 5, 0, 5, 4]);
    expect(await read(shop, id)).toMatchObject({ status: 'blocked' });
    expect(await booksOf(app, shop)).toMatchObject({ available: '91.50', payout_in_transit: '0.00' });
    expect(await typesOf(id)).toEqual(['payment.payout-item.held', 'payment.payout-item.blocked']);
  });

  it('releases cash whose 72 hours are over: it is unclaimed at once', async () => {
    const shop = await openPaidShop(app);
    const { payout_id: id } = await cashPayout(shop.api);
    await operator(shop, `hold ${id}`);
    await turnClock(shop.api, threeDays + 60);

    const held = await read(shop, id);
    const transaction = async () =>
      (await shop.api('listTransactions', { query: { type: 'payout' } })).data.items[0]?.status;
    const whileHeld = await transaction();
    await operator(shop, `release ${id}`);
    await turnClock(shop.api, 1);

    expect([held.status, (await read(shop, id)).status]).toEqual(['held', 'unclaimed']);
    expect([whileHeld, await transaction()]).toEqual(['pending', 'failed']);
  });
});

describe('reading a payout', () => {
  it('shows what the list shows, and never the code', async () => {
    const shop = await openPaidShop(app);
    const cash = await cashPayout(shop.api);

    const payout = await read(shop, cash.payout_id);

    expect(payout).toEqual((await shop.api('listPayouts')).data.items[0]);
    expect(JSON.stringify(payout)).not.toContain(cash.agent_otp);
  });

  it('of another merchant is not found, just like an unknown one', async () => {
    const [shop, other] = [await openPaidShop(app), await openShop(app)];
    const id = await requested(shop, 'bank_transfer', '20.00');

    const asked = [id, 'po_1', `po_${'0'.repeat(32)}`].map((one) =>
      other.api('getPayout', { params: { id: one } }),
    );

    const details = { code: 'NOT_FOUND', details: { resource: 'payout' } };
    expect((await Promise.all(asked)).map(({ body }) => body)).toMatchObject([details, details, details]);
  });
});

describe('deleting a saved account', () => {
  const bank = {
    bank_name: 'First Bank',
    bank_account_number: '1002003004',
    bank_account_name: 'Corner Shop',
    bank_branch_code: '01101',
  };

  it('keeps the payouts that were requested, and refuses new ones; deleting again gives the same answer', async () => {
    const shop = await openPaidShop(app);
    const { data } = await shop.api('createBankAccount', { body: bank });
    const { bank_account_id: id } = data;
    const body = { method: 'bank_transfer', amount: '20.00', currency: 'USD', bank_account_id: id };
    const before = await shop.api('requestPayout', { body });

    const deleted = [
      await shop.api('deleteBankAccount', { params: { id: id.toUpperCase() } }),
      await shop.api('deleteBankAccount', { params: { id } }),
    ];
    const after = await shop.api('requestPayout', { body });
    await turnClock(shop.api, fiveMinutes);

    expect(deleted.map(({ status, data: answer }) => [status, answer])).toEqual([
      [200, { deleted: true }],
      [200, { deleted: true }],
    ]);
    expect((await shop.api('listBankAccounts')).data.items).toEqual([]);
    expect([after.status, after.code]).toEqual([404, 'NOT_FOUND']);
    expect(await read(shop, before.data.payout_id)).toMatchObject({
      status: 'completed',
      bank_account_id: id,
      destination: { account_last4: '3004' },
    });
  });

  it('erases its number, holder, bank and label', async () => {
    const shop = await openShop(app);
    const wallet = { mobile_money_provider: 'wallet_a', mobile_money_number: '+263771234567' };
    const saved = [
      await shop.api('createBankAccount', { body: { ...bank, label: 'Rent' } }),
      await shop.api('createBankAccount', { body: { type: 'mobile_money', ...wallet, label: 'Rent' } }),
    ];
    const ids = saved.map(({ data }) => data.bank_account_id);
    const about = 'bank_name, account_name, account_last4, branch_code, provider, number_masked, label';
    const texts = async () => {
      const rows = await app.database.asOwner(
        `SELECT ${about}, account_sealed, number_sealed FROM sandbox.bank_accounts WHERE id = ANY ($1::uuid[])`,
        [ids],
      );
      return rows.flatMap((row) => Object.values(row).filter((value) => value !== null));
    };
    const before = await texts();

    for (const id of ids) await shop.api('deleteBankAccount', { params: { id } });

    const after = await texts();
    expect(before).toHaveLength(10);
    // A sealed text of nothing stands in each row.
    expect(after).toHaveLength(2);
    expect(before.filter((text) => after.includes(text))).toEqual([]);
  });

  it('of another merchant is not found, and stays', async () => {
    const [shop, other] = [await openShop(app), await openShop(app)];
    const { data } = await shop.api('createBankAccount', { body: bank });
    const { bank_account_id: id } = data;

    const answers = [
      await other.api('deleteBankAccount', { params: { id } }),
      await other.api('deleteBankAccount', { params: { id: 'nothing' } }),
    ];

    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
    expect((await shop.api('listBankAccounts')).data.items).toHaveLength(1);
  });
});

describe('a payout that is held at the moment at which it is sent', () => {
  // A cluster locks the row on another node.
  it.skipIf(isOnCluster)('is not sent: the gateway is not asked', async () => {
    const shop = await openPaidShop(app);
    const payoutId = uuidIn(await requested(shop, 'bank_transfer', '30.00')) ?? '';
    const ctx = app.service.contexts.sandbox;
    const payoutByName = vi.fn<Context['gateways']['payoutByName']>();
    const merchant = { id: merchantId(shop.merchant.merchantId), clockOffsetMs: 0 };
    const operatorsOwn = new Client({ connectionString: app.database.url });
    await operatorsOwn.connect();
    onTestFinished(() => operatorsOwn.end());
    await operatorsOwn.query('BEGIN');
    await operatorsOwn.query(
      `UPDATE sandbox.payouts SET status = 'held', held_for = 'review' WHERE merchant_id = $1 AND id = $2`,
      [merchant.id, payoutId],
    );

    const asked = completePayout.ask({ ...ctx, gateways: { ...ctx.gateways, payoutByName } }, merchant, {
      payoutId,
    });
    const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'sent_at'`;
    await expect.poll(async () => (await app.database.asOwner(waits)).length, { timeout: 10_000 }).toBe(1);
    await operatorsOwn.query('COMMIT');

    expect(await asked).toEqual({ kind: 'unknown' });
    expect(payoutByName).not.toHaveBeenCalled();
    expect(await read(shop, showId('po', payoutId))).toMatchObject({ status: 'held' });
  });
});
