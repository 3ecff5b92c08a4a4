import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { submitAsOperator } from '../../../../../src/domain/merchants/onboarding/as-operator.ts';
import { resetSandbox } from '../../../../../src/domain/merchants/sandbox/reset.ts';
import { runDailyJobs } from '../../../../../src/platform/jobs/schedule.ts';
import { aPayment, openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { anAgentWith, cashPayout, collect } from '../../../../support/builders/agents.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { createdLink, goodCard, openedSession, startPayment } from '../../../../support/builders/counter.ts';
import { heldCheckout } from '../../../../support/builders/holds.ts';
import { sentInvoice, startInvoice } from '../../../../support/builders/invoices.ts';
import { aSubmission } from '../../../../support/builders/onboarding.ts';
import { anAdvance, aSplit } from '../../../../support/builders/partners.ts';
import { aPayout } from '../../../../support/builders/payouts.ts';
import { paidBy, subscribed } from '../../../../support/builders/subscriptions.ts';
import { savedCard } from '../../../../support/builders/vault.ts';
import { isOnCluster } from '../../../../support/citus/nodes.ts';
import { aReceiver, type Receiver } from '../../../../support/receivers/receiver.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { openPage, payByCard, submit } from '../../../../support/service/page.ts';
import { aKsn, aReader, aReading, encrypted, registeredReader } from '../../payments/terminals/counter.ts';

let place: Place;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());

async function aPaidCheckout(shop: Shop): Promise<string> {
  const checkout = await shop.card();
  await payByCard(checkout.payment_url, '4242424242424242');
  return checkout.checkout_id;
}

const rows = (text: string, values?: readonly unknown[]) => place.database.asOwner(text, values);

/** A reset keeps the record of calls and the audit log, which are about the integration and not about what happened in the sandbox. */
async function tablesOfMerchants(): Promise<string[]> {
  const found = await rows(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'sandbox' AND column_name = 'merchant_id' AND table_type = 'BASE TABLE' AND table_name NOT IN ('app_traffic', 'audit_log')`,
  );
  return found.map(({ name }) => String(name));
}

async function filledTables({ merchant }: Shop, tables: readonly string[]): Promise<string[]> {
  const texts = tables.map(
    (name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM sandbox.${name} WHERE merchant_id = $1)`,
  );
  const filled = await rows(texts.join(' UNION ALL '), [merchant.merchantId]);
  return filled.map(({ name }) => String(name));
}

async function openDeliveriesOf({ merchant }: Shop): Promise<number> {
  const open = `SELECT FROM sandbox.webhook_deliveries WHERE merchant_id = $1 AND state <> 'delivered'`;
  return (await rows(open, [merchant.merchantId])).length;
}

/**
 * A merchant with rows in every table: payments on the hosted page, by link, at the counter, with a reader, by invoice and by
 * subscription; a partner's share, an advance that is repaid in part, a saved card, a refund, a payout to a saved account, cash at an agent, webhooks, a turned clock and a KYC tier.
 */
async function aBusyShop(): Promise<{ receiver: Receiver; shop: Shop }> {
  const receiver = await aReceiver();
  const shop = await openShop(place, { webhookUrl: receiver.url, eventTypes: ['*'] });
  const checkout = await shop.card({ amount: '100.00' });
  await payByCard(checkout.payment_url, '4242424242424242');
  const { transaction_id: id = '' } = await shop.statusOf(checkout);
  await shop.api('refundTransaction', { params: { id }, body: { amount: '10.11' } });
  await heldCheckout(shop.api, { notificationUrl: receiver.url });
  const { data: dispute } = await shop.api('openTestDispute', {
    body: { transaction_id: await aPayment(shop) },
  });
  const note = { name: 'note.pdf', content: Buffer.from('%PDF-1.4').toString('base64') };
  await shop.api('uploadDisputeFile', { params: { id: dispute.id }, body: note });
  await anAdvance(shop.api);
  const { id: split_id } = await aSplit(shop.api, ['20.00']);
  await submit(await startPayment(await createdLink(shop.api, { split_id })), 'pay', goodCard);
  await shop.api('chargeVirtualTerminalSession', {
    params: { id: (await openedSession(shop.api, { payment_method: 'wallet_a' })).id },
    body: { customer_phone: '0771111111' },
  });
  const terminal = await registeredReader(shop.api);
  await shop.api('processTerminalPayment', {
    body: aReading(terminal, 'approved', { merchantTransactionId: 'till-1' }),
  });
  await savedCard(shop.api);
  await subscribed(shop.api, {}, paidBy('0771111111'));
  await submit(await startInvoice(await sentInvoice(shop.api)), 'pay', goodCard);
  const { type, ...wallet } = {
    type: 'mobile_money',
    mobile_money_provider: 'wallet_a',
    mobile_money_number: '0771111111',
  };
  const saved = await shop.api('createBankAccount', { body: { type, ...wallet } });
  const payout = {
    method: type,
    amount: '5.00',
    currency: 'USD',
    bank_account_id: saved.data.bank_account_id,
  };
  await shop.api('requestPayout', { body: payout, headers: { 'idempotency-key': 'payout-1' } });
  const cash = await cashPayout(shop.api, '5.19');
  await collect(shop.api, await anAgentWith(shop.api, '10.00', { low_threshold: { USD: '1.00' } }), cash);
  await cashPayout(shop.api, '5.21');
  await shop.api('createPayoutBatch', { body: { items: [aPayout('mobile_money', { amount: '1.00' })] } });
  const report = { type: 'fees', format: 'csv', from_date: '2026-01-01', to_date: '2199-01-01' };
  await shop.api('createReport', { body: report });
  await rows(
    `INSERT INTO sandbox.platform_invoices (merchant_id, id, number, status, plan_name, subtotal, tax_basis_points, tax, total,
        period_start, period_end, created_at)
      VALUES ($1, gen_random_uuid(), 900001, 'open', 'Standard', 100000, 0, 0, 100000, now() - interval '1 month', now(), now())`,
    [shop.merchant.merchantId],
  );
  await turnClock(shop.api, 3600);
  await rows(
    `INSERT INTO sandbox.listen_reports (merchant_id, event_id, report_id, app_id, forwarded_to, duration_ms, status)
      SELECT merchant_id, event_id, gen_random_uuid(), $2, 'http://localhost:4000/', 12, 204
      FROM sandbox.events WHERE merchant_id = $1 LIMIT 1`,
    [shop.merchant.merchantId, shop.merchant.appId],
  );
  await rows(
    `INSERT INTO sandbox.acquirer_messages (merchant_id, id, gateway, purpose, reference, mti, processing_code, terminal, stan, stan_day,
        rrn, amount, currency, transmitted_at, deadline)
      SELECT $1, gen_random_uuid(), 'acquirer', 'charge', gen_random_uuid(), '0200', '000000', 'SHOP0001', n, '2026-01-01',
        lpad(n::text, 12, '0'), 100, 'USD', now(), now() FROM nextval('sandbox.acquirer_stans') AS n`,
    [shop.merchant.merchantId],
  );
  await rows(
    'INSERT INTO sandbox.archived_resources VALUES ($1, gen_random_uuid(), gen_random_uuid(), 0, 1)',
    [shop.merchant.merchantId],
  );
  await rows(
    `INSERT INTO sandbox.bank_transfers (merchant_id, payout_id, gateway, amount, currency, bank_name, account_name, account_sealed,
        end_to_end_id, state, created_at)
      SELECT $1, id, 'bank', 100, 'USD', 'First Bank', 'Corner Shop', 'sealed', 'PO' || upper(replace(id::text, '-', '')), 'waiting', now()
      FROM gen_random_uuid() AS id`,
    [shop.merchant.merchantId],
  );
  await rows(
    `INSERT INTO sandbox.dispute_answers (merchant_id, dispute_id, gateway, answer, waiting_since)
      SELECT merchant_id, id, 'acquirer', 'contest', now() FROM sandbox.disputes WHERE merchant_id = $1 LIMIT 1`,
    [shop.merchant.merchantId],
  );
  const of = { merchantId: shop.merchant.merchantId, by: 'operator' };
  await submitAsOperator(place.service.contexts.sandbox, of, aSubmission(2));
  await shop.api('setTestKyc', { body: { tier: 2 } });
  // An attempt that is logged after the reset would stay until midnight, so all deliveries must be finished.
  await expect.poll(() => openDeliveriesOf(shop)).toBe(0);
  return { receiver, shop };
}

describe('POST /v1/test/reset', () => {
  it('deletes everything of the merchant, and nothing of others', async () => {
    const shop = await openShop(place);
    const neighbour = await openShop(place);
    const [mine, theirs] = [await aPaidCheckout(shop), await aPaidCheckout(neighbour)];
    await turnClock(shop.api, 3600);
    await shop.api('setTestKyc', { body: { tier: 0 } });

    const reset = await shop.api('resetSandbox');

    expect(reset).toMatchObject({ status: 200, data: { reset: true } });
    expect((await shop.api('getCheckoutStatus', { params: { id: mine } })).status).toBe(404);
    expect(await shop.available()).toBe('0.00');
    expect((await shop.api('getTestClock')).data.offset_seconds).toBe(0);
    expect((await shop.api('getProfile')).data.kyc).toEqual({ tier: 1, status: 'approved' });
    expect((await neighbour.api('getCheckoutStatus', { params: { id: theirs } })).data.status).toBe(
      'completed',
    );
  });

  it('frees the merchant’s references', async () => {
    const shop = await openShop(place);
    await shop.card({ merchantTransactionId: 'order-1' });

    await shop.api('resetSandbox');

    expect((await shop.card({ merchantTransactionId: 'order-1' })).checkout_id).toMatch(/^chk_/);
  });

  it('leaves no row in any table, and replays its answer for the same idempotency key', async () => {
    const { receiver, shop } = await aBusyShop();
    const tables = await tablesOfMerchants();
    const full = await filledTables(shop, tables);

    const key = { headers: { 'idempotency-key': 'reset-1' } };
    const first = await shop.api('resetSandbox', key);
    const left = await filledTables(shop, tables);
    const again = await shop.api('resetSandbox', key);

    // Only the idempotency key of the reset itself is kept.
    expect(tables.filter((name) => !full.includes(name))).toEqual([]);
    expect(left).toEqual(['idempotency_keys']);
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await receiver.close();
  });

  it('frees serial numbers and payloads of readers, and the URLs of links and sessions', async () => {
    const shop = await openShop(place);
    const link = await createdLink(shop.api);
    const session = await openedSession(shop.api);
    const [reader, payload] = [aReader(), { ciphertext: encrypted('approved'), ksn: aKsn() }];
    const charge = async () => {
      const { data } = await shop.api('registerTerminal', { body: reader });
      const about = { merchantTransactionId: 'till-1', emv_payload: payload };
      const body = aReading(data.terminal_id, 'approved', about);
      return { id: data.terminal_id, status: (await shop.api('processTerminalPayment', { body })).status };
    };
    const before = await charge();

    await shop.api('resetSandbox');

    const pages = await Promise.all([link.url, session.payment_url].map((address) => openPage(address)));
    const lists = [await shop.api('listPaymentLinks'), await shop.api('listVirtualTerminalSessions')];
    expect(pages.map(({ status }) => status)).toEqual([404, 404]);
    expect(lists.map(({ data }) => data.items)).toEqual([[], []]);
    expect((await shop.api('listTerminals')).data.terminals).toEqual([]);
    const after = await charge();
    expect([before.status, after.status, after.id === before.id]).toEqual([200, 200, false]);
  });

  // On a cluster these locks are those of its nodes, where this session does not look.
  it.skipIf(isOnCluster)(
    'waits for a worker that is claiming the merchant’s deliveries, and holds none that the worker is still to take',
    async () => {
      const receiver = await aReceiver();
      const shop = await openShop(place, { webhookUrl: receiver.url, eventTypes: ['*'] });
      await aPaidCheckout(shop);
      await expect.poll(() => openDeliveriesOf(shop), { timeout: 10_000 }).toBe(0);
      const worker = new Client({ connectionString: place.database.url });
      await worker.connect();
      onTestFinished(() => worker.end());
      const own = [shop.merchant.merchantId];
      const take = (which: string) =>
        worker.query(
          `UPDATE sandbox.webhook_deliveries SET attempts = attempts WHERE merchant_id = $1 AND delivery_id ${which}
          (SELECT max(delivery_id::text)::uuid FROM sandbox.webhook_deliveries WHERE merchant_id = $1)`,
          own,
        );
      await worker.query(`BEGIN; SET LOCAL lock_timeout = '500ms'`);
      await worker.query('SELECT FROM sandbox.webhook_lanes WHERE merchant_id = $1 FOR NO KEY UPDATE', own);
      await take('=');

      const reset = shop.api('resetSandbox');
      await expect.poll(() => rows(waitsForRow), { timeout: 10_000 }).toHaveLength(1);
      const taken = await take('<>');
      await worker.query('COMMIT');

      expect(taken.rowCount).toBeGreaterThan(0);
      expect((await reset).status).toBe(200);
      expect(await filledTables(shop, ['webhook_deliveries', 'webhook_lanes', 'events'])).toEqual([]);
      await receiver.close();
    },
  );
});

describe('the reset at midnight', () => {
  it('empties the sandbox once, among three workers and under traffic, and nothing of live', async () => {
    const shops = await Promise.all(Array.from({ length: 3 }, () => openShop(place)));
    await Promise.all(shops.map((shop) => aPaidCheckout(shop)));
    await rows(
      `INSERT INTO live.checkouts (merchant_id, id, app_id, source_type, reference, amount, currency, status, gateway, expires_at, created_at)
        VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'checkout', 'live', 10000, 'USD', 'pending', 'any', now(), now())`,
    );
    await owesANight();
    const { sandbox } = place.service.contexts;
    const { platform, log } = sandbox;
    const process = { platform, log, kinds: ['sandbox.reset'], run: () => resetSandbox(sandbox) };
    const statuses: number[] = [];
    const traffic = shops.map(async (shop) => {
      for (let n = 0; n < 10; n += 1) statuses.push(...(await attempt(shop)));
    });

    const midnight = async () => {
      await expect.poll(() => statuses.length).toBeGreaterThan(8);
      await Promise.all([runDailyJobs(process), runDailyJobs(process), runDailyJobs(process)]);
    };

    await Promise.all([midnight(), ...traffic]);

    expect(statuses).toHaveLength(3 * 10 * 4);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await rows('SELECT count(*)::int AS nights FROM sandbox.resets')).toEqual([{ nights: 1 }]);
    expect(await rows(`SELECT reference FROM live.checkouts`)).toEqual([{ reference: 'live' }]);
    const reset = place.lines.filter((line) => line.includes('the sandbox was reset'));
    expect(reset).toHaveLength(1);
    const key = await apiOf(place.baseUrl, shops[0]?.merchant.secretKey)('getProfile');
    expect(key.status).toBe(200);
    await rows('DELETE FROM live.checkouts');
  });

  it('gives way to a read of one table that goes on to another', async () => {
    await rows('DELETE FROM sandbox.resets');
    const tables = await rows(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'sandbox'::regnamespace AND relkind = 'r'
        AND relname NOT IN ('resets', 'migrations', 'app_traffic', 'audit_log')`,
    );
    const read = (of: Record<string, unknown> | undefined) =>
      reader.query(`SELECT FROM sandbox.${String(of?.['name'])}`);
    const reader = new Client({ connectionString: place.database.url });
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query('BEGIN');
    await read(tables.at(-1));

    const reset = resetSandbox(place.service.contexts.sandbox);
    await expect.poll(() => rows(waitsForTable)).toHaveLength(1);
    await read(tables.at(0));
    await reader.query('COMMIT');
    await reset;

    expect(await rows('SELECT FROM sandbox.resets')).toHaveLength(1);
    const of = 'FROM pg_stat_database WHERE datname = current_database()';
    expect(await rows(`SELECT deadlocks::int ${of}`)).toEqual([{ deadlocks: 0 }]);
  });

  it('uses the clock of the database, as the schedule does', async () => {
    const shop = await openShop(place);
    const id = await aPaidCheckout(shop);
    await rows('DELETE FROM sandbox.resets');
    const [{ night } = {}] = await rows(`SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS night`);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 60 * 60 * 1000 });

    await resetSandbox(place.service.contexts.sandbox).finally(() => vi.useRealTimers());

    expect((await shop.api('getCheckoutStatus', { params: { id } })).status).toBe(404);
    expect(await rows('SELECT night::text FROM sandbox.resets')).toEqual([{ night }]);
  });

  it('does not happen again in the same night, even if its process died before noting it', async () => {
    const shop = await openShop(place);
    const id = await aPaidCheckout(shop);
    await rows(`DELETE FROM platform.jobs WHERE kind = 'sandbox.reset'`);
    const { sandbox } = place.service.contexts;

    await runDailyJobs({ ...sandbox, kinds: ['sandbox.reset'], run: () => resetSandbox(sandbox) });

    expect((await shop.api('getCheckoutStatus', { params: { id } })).status).toBe(200);
  });
});

const waitsForRow = `SELECT FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted
  AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
const waitsForTable = `SELECT FROM pg_locks WHERE locktype = 'relation' AND mode = 'AccessExclusiveLock' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** As at midnight: tonight's jobs and the reset have not run yet. */
async function owesANight(): Promise<void> {
  await rows(`DELETE FROM platform.jobs WHERE kind = 'sandbox.reset'`);
  await rows('DELETE FROM sandbox.resets');
}

/** Pays, refunds, pays out and reads as fast as possible. What the reset deleted meanwhile may be missing; anything else fails. */
async function attempt(shop: Shop): Promise<number[]> {
  const checkout = await shop.card({ amount: '100.00' });
  await payByCard(checkout.payment_url, '4242424242424242').catch(() => undefined);
  const status = await shop.api('getCheckoutStatus', { params: { id: checkout.checkout_id } });
  const { transaction_id: id = 'txn_gone' } = status.data ?? {};
  const others = await Promise.all([
    shop.api('refundTransaction', { params: { id }, body: { amount: '10.11' } }),
    shop.api('requestPayout', { body: aPayout('agent_cash') }),
    shop.api('listTransactions', { query: { search: checkout.checkout_id } }),
  ]);
  return [status, ...others].map((heard) => heard.status);
}
