import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { countUndecidedAcrossMerchants } from '../../../../../src/domain/money/gateways/undecided-queries.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { noteStatements, planOf } from '../../../../support/citus/plans.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';

const merchant = newId();

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
beforeEach(() =>
  database.asOwner('TRUNCATE live.transactions, live.checkouts, live.refunds, live.payouts CASCADE'),
);

/** As the owner, without what the rows refer to. Each row is of so many hours ago. */
const write = (rows: string) => database.asOwner(`SET LOCAL session_replication_role = replica; ${rows}`);
const ago = (hours: number) => `now() - interval '${hours} hours'`;

const aRefund = (hours: number, status = 'pending') => `
  INSERT INTO live.refunds (merchant_id, id, transaction_id, payment_id, amount, currency, status, fee_share, reserve_share, created_at)
  VALUES ('${merchant}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 100, 'USD', '${status}', 0, 0, ${ago(hours)});`;

const aPayout = (method: 'bank_transfer' | 'mobile_money', sentAt: string, status = 'processing') => `
  INSERT INTO live.payouts (merchant_id, id, app_id, transaction_id, method, amount, fee, currency, status, ${method === 'bank_transfer' ? 'account_sealed' : 'number_sealed'}, created_at, sent_at)
  VALUES ('${merchant}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '${method}', 20000, 100, 'USD', '${status}', 'sealed', ${ago(999)}, ${sentAt});`;

const aHold = (status: string, rest: string) => `
  INSERT INTO live.authorizations (merchant_id, id, checkout_id, reference, amount, currency, expires_at, created_at, status, captured_amount, void_reason, asked_at)
  VALUES ('${merchant}', gen_random_uuid(), gen_random_uuid(), 'r', 1000, 'USD', now(), ${ago(999)}, '${status}', ${rest});`;

const anAttempt = (expiredHours: number, status = 'pending') => `
  WITH checkout AS (
    INSERT INTO live.checkouts (merchant_id, id, app_id, source_type, reference, amount, currency, status, gateway, expires_at, created_at)
    VALUES ('${merchant}', gen_random_uuid(), gen_random_uuid(), 'checkout', gen_random_uuid(), 1000, 'USD', 'pending', 'acquirer', ${ago(expiredHours)}, ${ago(expiredHours + 48)})
    RETURNING *)
  INSERT INTO live.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, checkout_id, source_type, source_id, created_at)
  SELECT merchant_id, gen_random_uuid(), 'payment', '${status}', 1000, 'USD', 'acquirer', 'r', id, 'checkout', id, created_at FROM checkout;`;

/** Without a checkout, as at a counter. */
const aCharge = (hours: number) => `
  INSERT INTO live.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
  VALUES ('${merchant}', gen_random_uuid(), 'payment', 'pending', 1000, 'USD', 'acquirer', 'r', 'virtual_terminal_session', gen_random_uuid(), ${ago(hours)});`;

const counted = () => countUndecidedAcrossMerchants(database.databases.live);
const none = { payment: 0, hold: 0, refund: 0, payout: 0 };

it('counts what gateways left undecided for so long that a person must look', async () => {
  await write(
    [
      ...[25.5, 200].map((hours) => aRefund(hours)),
      aPayout('mobile_money', ago(25.5)),
      aPayout('bank_transfer', ago(121.5)),
      aHold('capturing', `500, NULL, ${ago(25.5)}`),
      aHold('voiding', `NULL, 'requested', ${ago(25.5)}`),
      ...[24.5, 90, 999].map((hours) => anAttempt(hours)),
      aCharge(24.5),
    ].join(''),
  );

  expect(await counted()).toEqual({ payment: 4, hold: 2, refund: 2, payout: 2 });
});

it('leaves out what is asked about, waits for something else, or is decided', async () => {
  await write(
    [
      aRefund(24.5),
      aRefund(200, 'completed'),
      aPayout('mobile_money', ago(24.5)),
      aPayout('bank_transfer', ago(120)),
      aPayout('mobile_money', 'NULL'),
      aPayout('mobile_money', ago(200), 'completed'),
      aHold('held', 'NULL, NULL, NULL'),
      aHold('capturing', `500, NULL, ${ago(24.5)}`),
      anAttempt(23.5),
      anAttempt(-40),
      anAttempt(90, 'failed'),
      aCharge(23.5),
    ].join(''),
  );

  expect(await counted()).toEqual(none);
});

it('reads only what is under way', async () => {
  const many = 'FROM generate_series(1, 3000)';
  const ofMany = (insert: string) => insert.replace(/VALUES \(([\s\S]+)\);/, `SELECT $1 ${many};`);
  await write(
    [
      ofMany(aRefund(200, 'completed')),
      ofMany(aPayout('mobile_money', ago(200), 'completed')),
      ofMany(aHold('held', 'NULL, NULL, NULL')),
      ofMany(aCharge(200).replace("'pending'", "'failed'")),
      'ANALYZE live.refunds, live.payouts, live.authorizations, live.transactions;',
    ].join(''),
  );

  const noted = noteStatements();
  await counted();
  noted.stop();
  const asked = [...noted.sent.values()].find(({ text }) => text.includes('refunds'));
  const plan = asked ? await planOf(database.url, asked) : '';

  const indexes = ['refunds_pending', 'payouts_sent', 'authorizations_asked', 'one_pending_payment'];
  expect(indexes.filter((name) => !plan.includes(name))).toEqual([]);
});
