import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { assignPlatformPlan } from '../../../../src/domain/billing/platform-billing/set-plan.ts';
import { findEntries } from '../../../../src/domain/money/ledger/entries/queries.ts';
import { receiveReport } from '../../../../src/domain/payments/disputes/receive-report.ts';
import { settlePending } from '../../../../src/domain/payments/settlement/release-hold.ts';
import type { Act } from '../../../../src/engine/context.ts';
import { inTransaction, type Tx } from '../../../../src/platform/db/database.ts';
import { showId } from '../../../../src/platform/ids.ts';
import { aPayment, openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { asMerchant, capturedLive } from '../../../support/builders/act.ts';
import { stayInTheDay, turnClock, turnToPlatformInvoice } from '../../../support/builders/build.ts';
import { disputed, submit } from '../../../support/builders/disputes.ts';
import { anAdvance, aSplit } from '../../../support/builders/partners.ts';
import { aPayout } from '../../../support/builders/payouts.ts';
import { isOnCluster } from '../../../support/citus/nodes.ts';
import type { Asking } from '../../../support/service/api.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

type Query = NonNullable<Asking<'listLedgerEntries'>['query']>;

const pageOf = async (shop: Shop, query: Query = {}) =>
  (await shop.api('listLedgerEntries', { query: { limit: 100, ...query } })).data;
type Entry = Awaited<ReturnType<typeof pageOf>>['items'][number];

async function everyPage(shop: Shop, query: Query): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(shop, {
      ...query,
      ...(cursor !== '' && { cursor }),
    });
    found.push(...page.items);
    cursor = page.next_cursor;
  }
  return found;
}

/** A payment of 100.00, a refund of 40.00, and a payout of 20.00 that fails. */
async function aBusyShop() {
  const shop = await openShop(app);
  // At midnight the reserve of refunds is released.
  await stayInTheDay(shop.api);
  const payment = await aPayment(shop);
  const { data: refund } = await shop.api('refundTransaction', {
    params: { id: payment },
    body: { amount: '40.00' },
  });
  const body = aPayout('bank_transfer', { amount: '20.13' });
  const { data: payout } = await shop.api('requestPayout', { body });
  await turnClock(shop.api, 3600);
  return { shop, payment, refund: refund.refund_id, payout: payout.payout_id };
}

/** What each entry says, newest first. */
const toldBy = (items: readonly Entry[]) =>
  items.map(({ type, bucket, amount, source, transaction_id: of }) =>
    [type, bucket, amount, source.type, source.id, of].join(' '),
  );

describe('the entries of the balances', () => {
  it('say what moved, why, and which payment it belongs to, newest first', async () => {
    const { shop, payment, refund, payout } = await aBusyShop();

    const { items } = await pageOf(shop);

    expect(toldBy(items)).toEqual([
      `payout.failed available 20.13 payout ${payout} `,
      `payout.requested available -20.13 payout ${payout} `,
      `refund.requested available -40.00 refund ${refund} ${payment}`,
      `payment.settled pending -91.50 payment ${payment} ${payment}`,
      `payment.settled available 91.50 payment ${payment} ${payment}`,
      `payment.captured reserve 5.00 payment ${payment} ${payment}`,
      `payment.captured pending 91.50 payment ${payment} ${payment}`,
    ]);
    expect(items.at(-1)?.description).toBe('A payment of 100.00, less its fee of 3.50 and its reserve.');
    expect(items.at(-2)?.description).toBe('The rolling reserve of a payment of 100.00.');
  });

  it('name the refund whose share of the reserve was released, and its payment', async () => {
    const { shop, payment, refund } = await aBusyShop();
    await turnClock(shop.api, 100 * 86_400);

    const { items } = await pageOf(shop, { bucket: 'reserve' });

    expect(items.map(({ type, amount, source }) => [type, amount, source.type])).toEqual([
      ['reserve.released', '-3.00', 'payment'],
      ['reserve.released', '-2.00', 'refund'],
      ['payment.captured', '5.00', 'payment'],
    ]);
    expect(items[1]).toMatchObject({
      source: { id: refund },
      transaction_id: payment,
      balance_after: '3.00',
    });
  });

  it('lead from zero to the balance, each from the one before it', async () => {
    const { shop } = await aBusyShop();
    await turnClock(shop.api, 100 * 86_400);
    const { data: balance } = await shop.api('getBalance');

    for (const bucket of ['available', 'pending', 'reserve'] as const) {
      const entries = (await everyPage(shop, { bucket, currency: 'USD', limit: 2 })).toReversed();
      let sum = 0;
      for (const { amount, balance_after } of entries) {
        sum = Math.round(sum * 100 + Number(amount) * 100) / 100;
        expect(Number(balance_after)).toBe(sum);
      }
      expect(sum).toBe(Number(balance[bucket].USD));
    }
  });

  it('come once each, in the same order, whatever the size of a page', async () => {
    const { shop } = await aBusyShop();
    const all = (await pageOf(shop)).items;

    for (const limit of [1, 2, 3, 7]) expect(await everyPage(shop, { limit })).toEqual(all);
  });

  it('are found by bucket, currency and day', async () => {
    const { shop } = await aBusyShop();
    const zwg = await shop.card({ currency: 'ZWG' });
    await shop.api('payAsTestPayer', { body: { checkout_id: zwg.checkout_id, scenario: 'card_success' } });
    await turnClock(shop.api, 40 * 86_400);
    await aPayment(shop, '7.00');
    const { items } = await pageOf(shop);
    const [latest = '', first = ''] = [items[0]?.created_at, items.at(-1)?.created_at];

    const found = async (query: Query) => (await pageOf(shop, query)).items;

    expect(await found({ bucket: 'pending' })).toEqual(items.filter(({ bucket }) => bucket === 'pending'));
    expect(await found({ currency: 'ZWG' })).toEqual(items.filter(({ currency }) => currency === 'ZWG'));
    expect(await found({ from_date: latest })).toEqual(items.filter(({ created_at: at }) => at === latest));
    expect(await found({ to_date: first.slice(0, 10), bucket: 'reserve', currency: 'USD' })).toHaveLength(1);
    expect(await found({ to_date: '2020-01-01' })).toEqual([]);
    expect(await found({ from_date: '2190-01-01' })).toEqual([]);
  });

  it('belong to one merchant', async () => {
    await aBusyShop();
    const other = await openShop(app);

    expect(await pageOf(other)).toEqual({ items: [], next_cursor: null, has_more: false });
  });

  it.each([
    ['0'.repeat(32), 0],
    ['f'.repeat(32), 7],
    [`7fffffffffffffff00ff7f00${'0'.repeat(8)}`, 7],
  ])('begin anywhere: a cursor cur_%s that no answer gave', async (digits, count) => {
    const { shop } = await aBusyShop();

    const { items } = await pageOf(shop, { cursor: `cur_${digits}` });

    expect(items).toHaveLength(count);
  });
});

/** The entries since this number, newest first, each with its words. */
async function since(shop: Shop, number = 0) {
  const items = (await pageOf(shop)).items.filter((entry) => entry.number > number);
  return { told: toldBy(items), words: new Set(items.map(({ description }) => description)) };
}

const lastNumber = async (shop: Shop) => (await pageOf(shop, { limit: 1 })).items[0]?.number ?? 0;
const day = 86_400;

describe('the entries of a dispute', () => {
  it('say what is held, and that it comes back when the dispute is won', async () => {
    const shop = await openShop(app);
    const { id, transaction_id: payment } = await disputed(shop, { amount: '40.00' });
    const opened = await lastNumber(shop);
    await submit(shop, id);
    await turnClock(shop.api, 8 * day);

    const { told, words } = await since(shop, opened - 1);

    expect(told).toEqual([
      `dispute.won available 40.00 dispute ${id} ${payment}`,
      `dispute.opened available -40.00 dispute ${id} ${payment}`,
    ]);
    expect([...words]).toEqual([
      'You won the dispute; its money is available again.',
      'A customer disputes the payment; the amount is held until the bank decides.',
    ]);
  });

  it('say nothing more when it is lost, but that its part of the reserve is released', async () => {
    const shop = await openShop(app);
    const { id, transaction_id: payment } = await disputed(shop, { amount: '40.00' });
    const opened = await lastNumber(shop);
    await shop.api('acceptDispute', { params: { id } });
    await turnClock(shop.api, 2 * day);
    await turnClock(shop.api, 90 * day);

    const { told, words } = await since(shop, opened - 1);

    expect(told).toEqual([
      `reserve.released reserve -3.00 payment ${payment} ${payment}`,
      `reserve.released available 3.00 payment ${payment} ${payment}`,
      `reserve.released reserve -2.00 dispute ${id} ${payment}`,
      `reserve.released available 2.00 dispute ${id} ${payment}`,
      `dispute.opened available -40.00 dispute ${id} ${payment}`,
    ]);
    expect(words).toContain('The part of the rolling reserve that belongs to a dispute was released.');
  });

  it('say what was settled for it if the payment was not settled, and which part is due later', async () => {
    const shop = await openShop(app, { mode: 'live' });
    const { id: splitId } = await aSplit(shop.api, ['20.00']);
    const at = new Date();
    const payment = await capturedLive(app, shop.merchant, { method: 'card', at, splitId });
    const captured = await lastNumber(shop);
    const actAt = (when: Date, work: (act: Act) => Promise<unknown>) =>
      asMerchant(app, shop.merchant, work, { mode: 'live', at: when });
    const report = { kind: 'opened', reason: 'not_received', amount: '400000' } as const;
    await actAt(at, (act) => receiveReport(act, { paymentId: payment, gatewayReference: 'bank-1', report }));
    await actAt(new Date(at.getTime() + 2 * day * 1000), (act) => settlePending(act, { paymentId: payment }));

    const { told, words } = await since(shop, captured);

    const id = (await shop.api('listDisputes')).data.items[0]?.id;
    const of = showId('txn', payment);
    expect(told).toEqual([
      `split.settled available -10.98 payment ${of} ${of}`,
      `payment.settled pending -54.90 payment ${of} ${of}`,
      `payment.settled available 54.90 payment ${of} ${of}`,
      `dispute.opened available -40.00 dispute ${id} ${of}`,
      `split.settled available -7.32 payment ${of} ${of}`,
      `payment.settled pending -36.60 dispute ${id} ${of}`,
      `payment.settled available 36.60 dispute ${id} ${of}`,
    ]);
    expect(words).toContain('The disputed part of the payment was settled before it was taken.');
    expect(words).toContain('The payment was settled; its money is now available.');
  });
});

describe('the entries of partners, advances and the platform', () => {
  it('name the shared payment for each share', async () => {
    const shop = await openShop(app);
    const { id: splitId } = await aSplit(shop.api, ['20.00', '33.33']);
    const { checkout_id } = await shop.card({ amount: '100.00', splitId });
    const paid = await shop.api('payAsTestPayer', { body: { checkout_id, scenario: 'card_success' } });
    const { transaction_id: of } = paid.data;

    const { items } = await pageOf(shop);

    expect(toldBy(items).slice(0, 2)).toEqual([
      `split.settled available -30.49 payment ${of} ${of}`,
      `split.settled available -18.30 payment ${of} ${of}`,
    ]);
    expect(items[0]?.description).toBe('A partner got their share of the payment.');
  });

  it('name the advance, and the payment of which a part repaid it', async () => {
    const shop = await openShop(app);
    const id = await anAdvance(shop.api);
    const payment = await aPayment(shop);
    await shop.api('repayCapitalAdvance', { params: { id } });

    const { items } = await pageOf(shop);

    const capital = items.filter(({ type }) => type.startsWith('capital.'));
    expect(toldBy(capital)).toEqual([
      `capital.repayment available -540.85 capital_advance ${id} `,
      `capital.repayment available -9.15 capital_advance ${id} ${payment}`,
      `capital.disbursed available 500.00 capital_advance ${id} `,
    ]);
    expect(capital.map(({ description }) => description)).toEqual([
      'You repaid an advance early.',
      'A part of the payment was kept to repay an advance.',
      'An advance was paid out to you.',
    ]);
  });

  it('name the invoice of the platform that was paid', async () => {
    const shop = await openShop(app);
    const { merchantId } = shop.merchant;
    const { platform } = app.database.databases;
    await assignPlatformPlan(platform, { merchantId, by: 'test' }, { plan: 'standard' });
    await aPayment(shop);
    await turnToPlatformInvoice(shop.api);
    const { data } = await shop.api('listPlatformInvoices');

    const { items } = await pageOf(shop, { limit: 1 });

    expect(toldBy(items)).toEqual([`platform.paid available -10.00 platform_invoice ${data.items[0]?.id} `]);
    expect(items[0]?.description).toBe('An invoice of the platform was paid.');
  });
});

/** Journals that the ledger's triggers never saw: each a payment of 1.00 in USD, a minute after the one before. */
async function aLongHistory(shop: Shop, journals: number): Promise<void> {
  const of = shop.merchant.merchantId;
  await app.database.asOwner(`BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL search_path = sandbox;
    INSERT INTO ledger_heads VALUES ('${of}', ${journals});
    INSERT INTO ledger_balances (merchant_id, code, currency, balance) VALUES
      ('${of}', 'reserve', 'USD', ${journals} * 500), ('${of}', 'pending', 'USD', ${journals} * 9150), ('${of}', 'available', 'ZWG', 1);
    INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
      SELECT '${of}', n, 'payment.captured', gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute'
      FROM generate_series(1, ${journals}) n;
    INSERT INTO ledger_entries SELECT '${of}', n, code, 'USD', amount, amount * n
      FROM generate_series(1, ${journals}) n, (VALUES ('reserve', 500), ('pending', 9150)) AS l (code, amount);
    INSERT INTO ledger_entries VALUES ('${of}', 2, 'available', 'ZWG', 1, 1);
    -- As autovacuum does while a history grows: the planner must not take the tables for empty ones.
    ANALYZE ledger_journals, ledger_entries, ledger_balances;
    COMMIT`);
}

/** How many rows of the ledger this session has read. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: string }>`SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS read
    FROM pg_stat_xact_user_tables WHERE relname LIKE 'ledger%'`.execute(tx);
  return Number(rows[0]?.read ?? 0);
}

const minute = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 60_000);

describe('a merchant with a long history', () => {
  const journals = 60_000;

  // What is read on another node is counted there.
  it.skipIf(isOnCluster)(
    'reads no more rows for a page of it, wherever the page is and however rare what it asks for',
    async () => {
      const shop = await openShop(app);
      await aLongHistory(shop, journals);
      const { db } = app.service.contexts.sandbox;
      const { merchantId } = shop.merchant;
      const middle = `${(journals / 2).toString(16).padStart(16, '0')}${'0'.repeat(16)}`;
      onTestFinished(async () => void (await shop.api('resetSandbox')));
      const asked = [
        [{}, undefined],
        [{}, middle],
        [{ bucket: 'reserve', currency: 'USD' }, middle],
        [{ bucket: 'available', currency: 'ZWG' }, undefined],
        [{ from: minute(20_000), before: minute(20_010) }, undefined],
        [{ before: minute(30) }, undefined],
        [{ bucket: 'available', from: minute(journals) }, undefined],
      ] as const;

      const counted = await Promise.all(
        asked.map(([filters, after]) =>
          inTransaction(db, merchantId, async (tx) => {
            const before = await rowsRead(tx);
            const entries = await findEntries(tx, merchantId, filters, { after, rows: 26 });
            return { found: entries.length, read: (await rowsRead(tx)) - before };
          }),
        ),
      );

      expect(counted.map(({ found }) => found)).toEqual([26, 26, 26, 1, 20, 26, 0]);
      // A period is looked for among at most 400 journals around it; nothing else is read but the pages of the accounts.
      expect(counted.map(({ read }) => read).filter((read) => read > 4000)).toEqual([]);
      expect(counted.slice(0, 4).filter(({ read }) => read > 600)).toEqual([]);
    },
  );
});

// The tests change journals, which the nodes of a cluster refuse from everybody.
it.skipIf(isOnCluster)(
  'are found by time also where a journal waited for the lock of the ledger',
  async () => {
    const shop = await openShop(app);
    await aLongHistory(shop, 1000);
    onTestFinished(async () => void (await shop.api('resetSandbox')));
    const { merchantId } = shop.merchant;
    const at = (number: number, moment: Date) =>
      `UPDATE sandbox.ledger_journals SET effective_at = '${moment.toISOString()}' WHERE merchant_id = '${merchantId}' AND number = ${number};`;
    await app.database.asOwner(`BEGIN; SET LOCAL session_replication_role = replica;
    ${at(498, minute(503))} ${at(506, minute(502))} COMMIT`);
    const { db } = app.service.contexts.sandbox;
    const found = async (period: { from?: Date; before?: Date }) => {
      const page = { after: undefined, rows: 2000 };
      const entries = await findEntries(db, merchantId, { bucket: 'reserve', ...period }, page);
      return entries.map(({ number }) => Number(number));
    };

    const [late, early] = [await found({ from: minute(502.5) }), await found({ before: minute(502.5) })];

    expect([late.slice(-4), early.slice(0, 6)]).toEqual([
      [505, 504, 503, 498],
      [506, 502, 501, 500, 499, 497],
    ]);
  },
);

it.skipIf(isOnCluster)(
  'are found by day after the clock was turned, when later journals may be of earlier times',
  async () => {
    const shop = await openShop(app);
    await aLongHistory(shop, 1000);
    onTestFinished(async () => void (await shop.api('resetSandbox')));
    const { merchantId } = shop.merchant;
    await app.database.asOwner(`BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE sandbox.ledger_journals SET effective_at = '2026-03-01' WHERE merchant_id = '${merchantId}' AND number = 5;
    INSERT INTO sandbox.merchant_states (merchant_id, clock_offset_ms, turned_at) VALUES ('${merchantId}', 1, now())
      ON CONFLICT (merchant_id) DO UPDATE SET turned_at = now();
    COMMIT`);
    const { db } = app.service.contexts.sandbox;
    const page = { after: undefined, rows: 26 };
    const february = new Date('2026-02-01T00:00:00Z');

    const late = await findEntries(db, merchantId, { from: february }, page);
    const early = await findEntries(db, merchantId, { before: february }, page);

    expect(late.map(({ number }) => number)).toEqual([5n, 5n]);
    expect(early[0]?.number).toBe(1000n);
  },
);
