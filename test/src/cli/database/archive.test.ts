import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unconnected } from '../../../../src/app/gateways.ts';
import { kept } from '../../../../src/cli/database/archive/family-queries.ts';
import { type Archiving, archivePayments } from '../../../../src/cli/database/archive/write.ts';
import type { ChargeOutcome } from '../../../../src/domain/money/gateways/port.ts';
import { auditLedgerAcrossMerchants } from '../../../../src/domain/money/ledger/audit/audit.ts';
import { hearOfPayment } from '../../../../src/domain/payments/attempts/confirm-payment.ts';
import { inTransaction } from '../../../../src/platform/db/database.ts';
import { newId, showId, uuidIn } from '../../../../src/platform/ids.ts';
import { openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { aWalletCheckout } from '../../../support/builders/build.ts';
import { isOnCluster } from '../../../support/citus/nodes.ts';
import { approves, aScriptedGateway, liveWith } from '../../../support/faults/scripted-gateways.ts';
import { until } from '../../../support/faults/victim.ts';
import { hurry } from '../../../support/rails/live-wallets.ts';
import { startApp } from '../../../support/service/app.ts';
import { mpsHere } from '../mps.ts';

const wallet = aScriptedGateway('wallet', {
  refund: async ({ reference }) => ({ kind: 'completed', gatewayReference: `back-${reference}` }),
});
/** The tests pay now and archive as if this were long ago. */
const tomorrow = new Date(Date.now() + 86_400_000);

let place: Place;
let folder: string;
let env: Record<string, string>;
let owner: Client;

beforeAll(async () => {
  const routes = [{ takes: 'wallet_a', gateway: wallet.gateway }] as const;
  const app = await startApp({ connectGateways: liveWith(routes, unconnected) });
  place = { ...app, notificationUrl: 'http://127.0.0.1:9/unheard' };
  owner = new Client({ connectionString: app.database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await place.stop();
});
beforeEach(() => {
  wallet.answers = approves;
  folder = mkdtempSync(join(tmpdir(), 'payments-archive-'));
  env = { DATABASE_URL: place.database.url, SECRET_KEY: place.database.secretKey, DATA_DIR: folder };
  return () => rmSync(folder, { recursive: true });
});

/** Statements that wait for a lock. On a cluster, they wait on a worker. */
const waiting = isOnCluster
  ? 'SELECT waiting_gpid FROM citus_lock_waits'
  : "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'FOR UPDATE|DELETE'";

const asOwner = (text: string, values: readonly unknown[] = []) => place.database.asOwner(text, values);

const aLiveShop = () => openShop(place, { mode: 'live', kycTier: 1, features: ['refunds'] });

type Paid = { readonly checkout: string; readonly payment: string; readonly reference: string };

/** A payment of which nothing is held any more, and whose events are forgotten. */
async function anOldPayment(shop: Shop, reference = `order-${newId()}`): Promise<Paid> {
  const checkout = await shop.push('0771234567', { amount: '40.00', merchantTransactionId: reference });
  await until('nothing is held', async () => {
    await hurry(place, shop, ['ledger.settle-pending', 'ledger.release-reserve']);
    return (await heldOf(shop)) === 0;
  });
  await forgetEvents(shop);
  const { transaction_id: payment } = await shop.statusOf(checkout);
  return { checkout: checkout.checkout_id, payment: String(payment), reference };
}

async function heldOf({ merchant }: Shop): Promise<number> {
  const rows = await asOwner('SELECT FROM live.ledger_holds WHERE merchant_id = $1 AND released < amount', [
    merchant.merchantId,
  ]);
  return rows.length;
}

async function forgetEvents({ merchant }: Shop): Promise<void> {
  for (const table of ['webhook_attempts', 'webhook_deliveries', 'event_bodies', 'events'])
    await asOwner(`DELETE FROM live.${table} WHERE merchant_id = $1`, [merchant.merchantId]);
}

const pending = (): ChargeOutcome => ({
  kind: 'pending',
  gatewayReference: newId(),
  gatewayStatus: 'SENT',
});

async function forgetJobsAndEvents(shop: Shop): Promise<void> {
  await asOwner('DELETE FROM live.jobs WHERE merchant_id = $1', [shop.merchant.merchantId]);
  await forgetEvents(shop);
}

async function refundOf(shop: Shop, { payment }: Paid): Promise<string> {
  const { data } = await shop.api('refundTransaction', {
    params: { id: payment },
    body: { amount: '10.00', reason: 'returned' },
  });
  expect(data.status).toBe('completed');
  await forgetEvents(shop);
  return data.refund_id;
}

const about = (id: string) => ({ params: { id } });

const write = (wanted: Partial<Archiving> = {}) =>
  archivePayments(owner, {
    folder,
    before: tomorrow,
    madeBy: 'test',
    isTrial: false,
    progress: () => undefined,
    ...wanted,
  });

/** How many rows of the merchant are left. */
async function rowsOf({ merchant }: Shop): Promise<Record<string, number>> {
  const tables = [
    'checkouts',
    'transactions',
    'refunds',
    'status_changes',
    'event_sequences',
    'ledger_holds',
  ];
  const counts = tables.map(async (table) => {
    const rows = await asOwner(`SELECT FROM live.${table} WHERE merchant_id = $1`, [merchant.merchantId]);
    return [table, rows.length] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

const nothing = {
  checkouts: 0,
  transactions: 0,
  refunds: 0,
  status_changes: 0,
  event_sequences: 0,
  ledger_holds: 0,
};

/** What the merchant sees of the ledger. */
async function entriesOf(shop: Shop): Promise<unknown> {
  return (await shop.api('listLedgerEntries', { query: { limit: 100 } })).data;
}

/** What the audit finds of the merchant. */
async function findingsOf({ merchant }: Shop): Promise<unknown[]> {
  const findings = await auditLedgerAcrossMerchants(place.service.contexts.live.db);
  return findings.filter(({ merchantId }) => merchantId === merchant.merchantId);
}

const find = (shop: Shop, id: string) =>
  mpsHere(`archive find ${id} --folder ${folder} --merchant ${showId('mer', shop.merchant.merchantId)}`, env);

describe('an archive', () => {
  it('takes an old payment out of the database, and leaves the books as they are', async () => {
    const shop = await aLiveShop();
    const paid = await anOldPayment(shop);
    const before = await shop.available();
    const entries = await entriesOf(shop);

    const archived = await write();

    expect(archived).toMatchObject({ files: 1, checkouts: 1, transactions: 1 });
    expect(await rowsOf(shop)).toEqual(nothing);
    expect(await shop.available()).toBe(before);
    expect(await entriesOf(shop)).toEqual(entries);
    expect(await findingsOf(shop)).toEqual([]);
    for (const id of [paid.checkout, paid.payment]) {
      const found = await find(shop, id);
      expect(found.exitCode).toBe(0);
      expect(JSON.parse(found.data)).toMatchObject({
        checkout: { id: uuidIn(paid.checkout), amount: 400_000, status: 'completed' },
        transactions: [{ id: uuidIn(paid.payment), type: 'payment' }],
        merchant_references: [{ reference: paid.reference }],
      });
    }
  });

  it('holds all journals of a payment, of which each currency sums to zero', async () => {
    const shop = await aLiveShop();
    const paid = await anOldPayment(shop);
    await write();

    const { ledger_journals: journals, ledger_entries: entries } = JSON.parse(
      (await find(shop, paid.payment)).data,
    );

    expect(journals.map(({ movement }: { movement: string }) => movement).toSorted()).toEqual([
      'payment.captured',
      'payment.settled',
      'reserve.released',
    ]);
    expect(entries.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(0);
  });

  it('is named by the API when somebody asks for what is in it', async () => {
    const shop = await aLiveShop();
    const { checkout, payment } = await anOldPayment(shop);
    await write();

    const answers = [
      await shop.api('getTransaction', about(payment)),
      await shop.api('refundTransaction', { ...about(payment), body: {} }),
      await shop.api('getMobileStatus', about(payment)),
      await shop.api('getCheckoutStatus', about(checkout)),
      await shop.api('abortCheckout', about(checkout)),
      await shop.api('voidAuthorization', about(checkout)),
    ];
    const unknown = await shop.api('getTransaction', about(showId('txn', newId())));

    const [ofPayment, ofCheckout] = ['transaction', 'checkout'].map((resource) => ({
      resource,
      archived: true,
    }));
    expect(answers.map(({ status, code, body }) => [status, code, body['details']])).toEqual(
      [ofPayment, ofPayment, ofPayment, ofCheckout, ofCheckout, ofCheckout].map((details) => [
        404,
        'NOT_FOUND',
        details,
      ]),
    );
    expect(unknown.body['details']).toEqual({ resource: 'transaction' });
  });

  it('keeps the reference of a payment taken', async () => {
    const shop = await aLiveShop();
    const { reference } = await anOldPayment(shop);
    await write();

    const again = await shop.api('createCheckout', {
      body: aWalletCheckout('0771234567', { merchantTransactionId: reference }),
    });

    expect([again.status, again.code, again.body['details']]).toEqual([
      409,
      'DUPLICATE_REQUEST',
      { archived: true },
    ]);
  });

  it('is no reason to forget what a gateway says of a payment in it', async () => {
    const shop = await aLiveShop();
    const { payment } = await anOldPayment(shop);
    await write();
    const { live } = place.service.contexts;

    const id = String(uuidIn(payment));
    const heard = await inTransaction(live.db, shop.merchant.merchantId, (tx) =>
      hearOfPayment({ ctx: live, tx, merchant: { id: shop.merchant.merchantId, clockOffsetMs: 0 } }, id),
    );

    expect(heard).toBe(false);
    expect(
      place.lines.filter((line) => line.includes(payment) && line.includes('in an archive')),
    ).toHaveLength(1);
  });

  it('can be read by gzip, without this program', async () => {
    const shop = await aLiveShop();
    const { payment } = await anOldPayment(shop);
    await write();

    const [name = ''] = readdirSync(folder);
    const { stdout } = await promisify(execFile)('gzip', ['-dc', join(folder, name)]);

    const lines = stdout.trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ format: 'merchant-payments-archive/1', mode: 'live' });
    expect(JSON.parse(lines[1] ?? '').transactions[0].id).toBe(uuidIn(payment));
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });
});

describe('an archive leaves in the database', () => {
  it.each<[string, (shop: Shop) => Promise<unknown>]>([
    [
      'a payment of which something is held',
      async (shop) => {
        await shop.push('0771234567');
        await forgetJobsAndEvents(shop);
      },
    ],
    [
      'a payment that is undecided, although its checkout has expired',
      async (shop) => {
        wallet.answers = pending;
        await shop.push('0771234567');
        await asOwner("UPDATE live.checkouts SET status = 'expired' WHERE merchant_id = $1", [
          shop.merchant.merchantId,
        ]);
        await forgetJobsAndEvents(shop);
      },
    ],
    [
      'a checkout that nobody has begun to pay',
      async (shop) => {
        wallet.answers = pending;
        await shop.push('0771234567');
        await asOwner('DELETE FROM live.transactions WHERE merchant_id = $1', [shop.merchant.merchantId]);
        await forgetJobsAndEvents(shop);
      },
    ],
    [
      'a checkout that ended later than the day',
      async (shop) => {
        await anOldPayment(shop);
        await asOwner(
          "UPDATE live.checkouts SET completed_at = now() + interval '9 days' WHERE merchant_id = $1",
          [shop.merchant.merchantId],
        );
      },
    ],
    [
      'a payment with a refund',
      async (shop) => {
        await refundOf(shop, await anOldPayment(shop));
      },
    ],
    [
      'a payment whose attempt ended later than the day',
      async (shop) => {
        const { payment } = await anOldPayment(shop);
        await asOwner("UPDATE live.transactions SET completed_at = now() + interval '9 days' WHERE id = $1", [
          uuidIn(payment),
        ]);
      },
    ],
    [
      'a payment that a job is about',
      async (shop) => {
        const { payment } = await anOldPayment(shop);
        await asOwner(
          `INSERT INTO live.jobs (merchant_id, job_id, kind, key, state, due_at) VALUES ($1, gen_random_uuid(), 'disputes.callback', $2, 'failed', now())`,
          [shop.merchant.merchantId, `${uuidIn(payment)}/opened/d-1`],
        );
      },
    ],
    [
      'a payment that a case of reconciliation is about',
      async (shop) => {
        const { payment } = await anOldPayment(shop);
        await asOwner(
          `WITH opened AS (
             INSERT INTO live.reconciliation_cases (id, gateway, subject, kind, state, of_merchant, of_transaction, journal, expected, expected_currency, expected_on)
             VALUES (gen_random_uuid(), 'wallet', 'one', 'missing_there', 'open', $1, $2, 1, 400000, 'USD', now()) RETURNING id)
           INSERT INTO live.case_changes (case_id, id, change, state, by) SELECT id, gen_random_uuid(), 'opened', 'open', 'tariro' FROM opened`,
          [shop.merchant.merchantId, uuidIn(payment)],
        );
      },
    ],
    [
      'payments of which a report is being written',
      async (shop) => {
        await anOldPayment(shop);
        await asOwner(
          `INSERT INTO live.reports (merchant_id, id, app_id, type, format, status, period_from, period_before, created_at)
           VALUES ($1, gen_random_uuid(), $2, 'transactions', 'csv', 'pending', now(), now(), now())`,
          [shop.merchant.merchantId, shop.merchant.appId],
        );
      },
    ],
    [
      'a payment whose events are not forgotten',
      async (shop) => {
        await anOldPayment(shop);
        await asOwner(
          `INSERT INTO live.events (merchant_id, event_id, type, resource_id, sequence, data)
           SELECT merchant_id, gen_random_uuid(), 'payment.capture.completed', id, 9, '{}' FROM live.transactions WHERE merchant_id = $1`,
          [shop.merchant.merchantId],
        );
      },
    ],
    [
      'a payment that something else refers to',
      async (shop) => {
        const { payment } = await anOldPayment(shop);
        await asOwner(
          `INSERT INTO live.disputes SELECT (jsonb_populate_record(NULL::live.disputes, jsonb_build_object('merchant_id', t.merchant_id,
             'id', gen_random_uuid(), 'transaction_id', t.id, 'amount', t.amount, 'currency', t.currency, 'reason', 'fraudulent',
             'status', 'won', 'resolution', 'decided', 'gateway_reference', 'd-1', 'evidence_due_at', now(), 'created_at', now(), 'opened_at', now(),
             'resolved_at', now(), 'fee_share', 0, 'reserve_share', 0, 'reserve_released', 0))).*
           FROM live.transactions t WHERE t.id = $1`,
          [uuidIn(payment)],
        );
      },
    ],
  ])('%s', async (_what, make) => {
    const shop = await aLiveShop();
    await make(shop);
    const before = await rowsOf(shop);

    await write();

    expect(before['checkouts']).toBe(1);
    expect(await rowsOf(shop)).toEqual(before);
    // So that no other test finds it.
    await asOwner("UPDATE live.checkouts SET created_at = now() + interval '9 days' WHERE merchant_id = $1", [
      shop.merchant.merchantId,
    ]);
  });

  it('what was begun since the day', async () => {
    const shop = await aLiveShop();
    const old = await anOldPayment(shop);
    const day = new Date();
    const young = await anOldPayment(shop);

    const archived = await write({ before: day });

    expect(archived.checkouts).toBe(1);
    expect((await find(shop, old.payment)).exitCode).toBe(0);
    expect((await shop.api('getTransaction', { params: { id: young.payment } })).status).toBe(200);
    await write();
  });

  it('a payment that a call is changing meanwhile', async () => {
    const shop = await aLiveShop();
    const { payment } = await anOldPayment(shop);
    const caller = new Client({ connectionString: place.database.url });
    await caller.connect();
    await caller.query('BEGIN');
    await caller.query("UPDATE live.transactions SET description = 'changed' WHERE id = $1", [
      uuidIn(payment),
    ]);

    const archiving = write();
    await until('the archive waits for the call', async () => {
      const rows = await asOwner(waiting);
      return rows.length > 0;
    });
    await caller.query('COMMIT');
    await caller.end();

    expect((await archiving).checkouts).toBe(0);
    const { data } = await shop.api('getTransaction', { params: { id: payment } });
    expect(data.description).toBe('changed');
    await write();
  });

  it('whatever another table refers to', async () => {
    const rows = await asOwner(
      `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
       WHERE contype = 'f' AND confrelid IN ('live.transactions'::regclass, 'live.checkouts'::regclass)`,
    );
    // These leave with the payment, or know that it left. A payout is no payment, and has no checkout.
    const others = new Set(['transactions', 'merchant_references', 'payouts']);
    const known = kept.map((rowsThatStay) => rowsThatStay.split(' ')[0]);

    const referring = rows
      .map(({ name }) => String(name).replace('live.', ''))
      .filter((name) => !others.has(name));

    expect(referring.filter((name) => !known.includes(name))).toEqual([]);
    expect(referring.length).toBeGreaterThan(7);
  });

  it('a payment that was changed after it was written to the file', async () => {
    const shop = await aLiveShop();
    const { payment } = await anOldPayment(shop);
    await asOwner(`CREATE FUNCTION live.changed_meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE live.transactions SET description = 'changed' WHERE id = '${uuidIn(payment)}'; RETURN NULL; END $$`);
    await asOwner(
      'CREATE TRIGGER changed_meanwhile AFTER INSERT ON live.archives FOR EACH ROW EXECUTE FUNCTION live.changed_meanwhile()',
    );

    const archived = await write();
    await asOwner('DROP FUNCTION live.changed_meanwhile CASCADE');
    const again = await write();

    expect([archived.checkouts, again.checkouts]).toEqual([0, 1]);
    expect(JSON.parse((await find(shop, payment)).data).transactions[0].description).toBe('changed');
  });

  it('everything when it is only tried', async () => {
    const shop = await aLiveShop();
    await anOldPayment(shop);
    const before = await rowsOf(shop);

    const archived = await write({ isTrial: true });

    expect([archived.checkouts, readdirSync(folder)]).toEqual([1, []]);
    expect(await rowsOf(shop)).toEqual(before);
    await write();
  });
});

describe('mps archive', () => {
  const noId = showId('txn', '01990000-0000-7000-8000-000000000001');

  it.each([
    [
      'a day that is too young',
      `write --before ${new Date().toISOString().slice(0, 10)}`,
      2,
      'at least 548 days ago',
    ],
    ['no day', 'write --before soon', 2, 'takes a day such as'],
    ['another id', `find ${showId('inv', newId())}`, 2, 'the id of a checkout or a payment'],
    ['what is in no archive', `find ${noId} --merchant ${showId('mer', newId())}`, 4, 'is in no archive'],
  ])('refuses %s', async (_what, verb, exitCode, words) => {
    const ended = await mpsHere(`archive ${verb} --folder ${folder}`, env);

    expect([ended.exitCode, ended.words]).toEqual([exitCode, expect.stringContaining(words)]);
  });

  it('refuses a folder that is not there', async () => {
    const ended = await mpsHere('archive check --folder /nowhere', env);

    expect([ended.exitCode, ended.words]).toEqual([2, expect.stringContaining('There is no folder')]);
  });

  it('says when a file cannot be read that should hold what is asked for', async () => {
    const shop = await aLiveShop();
    const { payment } = await anOldPayment(shop);
    await write();
    for (const name of readdirSync(folder)) rmSync(join(folder, name));

    const ended = await find(shop, payment);

    expect([ended.exitCode, ended.words]).toEqual([8, expect.stringContaining('cannot be read')]);
  });
});
