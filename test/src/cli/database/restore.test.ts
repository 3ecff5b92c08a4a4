import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { traceNumberAfter } from '../../../../src/app/restored/fates.ts';
import { createMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { newId, showId } from '../../../../src/platform/ids.ts';
import { createSecrets } from '../../../../src/platform/secrets.ts';
import { invoicesOf, paidBy, subscribed } from '../../../support/builders/subscriptions.ts';
import { soon } from '../../../support/checks/soon.ts';
import { aShop } from '../../../support/service/a-shop.ts';
import { apiOf } from '../../../support/service/api.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aFreePort, startProcess, startWorker } from '../../../support/service/process.ts';
import { jsonOf, mpsHere } from '../mps.ts';

const merchant = newId();
const mer = showId('mer', merchant);

let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await cloneDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey };
});
afterAll(() => database.close());

/** As after a restore: no process is connected. The pools of the test connect again when they are used. */
const disconnect = () =>
  database.asOwner(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'mps\\_%'`,
  );
const restore = (words: string) => mpsHere(`restore ${words} --json`, env);
const jobs = (schema = 'live') =>
  database.asOwner(`SELECT kind, state, due_at > now() + interval '1 day' AS put_off, first_due_at IS NOT NULL AS keeps,
    attempts, last_error FROM ${schema}.jobs ORDER BY kind`);
const stan = async () =>
  (await database.asOwner('SELECT last_value::int AS last FROM live.acquirer_stans'))[0]?.['last'];

async function aJob(kind: string, about: { key?: string; dueIn?: string; state?: string; error?: string }) {
  const { key = newId(), dueIn = '-1 hour', state = 'due', error = null } = about;
  await database.asOwner(
    `INSERT INTO live.jobs (merchant_id, job_id, kind, key, due_at, state, attempts, last_error)
     VALUES ($1, $2, $3, $4, now() + $5::interval, $6, $7, $8)`,
    [merchant, newId(), kind, key, dueIn, state, state === 'running' ? 1 : 0, error],
  );
}

async function aMessage(number: number, about: { reference?: string; state?: string } = {}) {
  const { reference = newId(), state = 'sent' } = about;
  await database.asOwner(
    `INSERT INTO live.acquirer_messages (merchant_id, id, gateway, purpose, reference, mti, processing_code, terminal, stan, stan_day, rrn,
      amount, currency, state, transmitted_at, deadline, answered_at, response_code)
     VALUES ($1, $2, 'acquirer', 'charge', $3, '0200', '000000', 'TERM0001', $4::int, '2026-01-01', lpad($4::int::text, 12, '0'), 125000,
      'USD', $5, now(), now() + interval '15 seconds', now(), '05')`,
    [merchant, newId(), reference, number, state],
  );
}

async function aPayment(
  gateway: string,
  { source = 'checkout', status = 'pending' } = {},
): Promise<{ readonly id: string; readonly checkout: string }> {
  const [id, checkout] = [newId(), newId()];
  await asReplica(
    `INSERT INTO live.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, checkout_id, created_at)
     VALUES ('${merchant}', '${id}', 'payment', '${status}', 10000, 'USD', '${gateway}', '${id}', '${source}', '${checkout}', '${checkout}', now())`,
  );
  return { id, checkout };
}

async function aPayout(method: 'agent_cash' | 'mobile_money'): Promise<string> {
  const id = newId();
  const to =
    method === 'agent_cash'
      ? { otp_hash: "'x'", otp_expires_at: 'now()' }
      : { provider: "'wallet_a'", number_sealed: "'x'", number_masked: "'x'" };
  await asReplica(
    `INSERT INTO live.payouts (merchant_id, id, app_id, transaction_id, method, amount, fee, currency, status, created_at, ${Object.keys(to).join(', ')})
     VALUES ('${merchant}', '${id}', '${id}', '${id}', '${method}', 10000, 100, 'USD', 'processing', now(), ${Object.values(to).join(', ')})`,
  );
  return id;
}

/** Without what it refers to. */
const asReplica = (text: string) =>
  database.asOwner(`BEGIN; SET LOCAL session_replication_role = replica; ${text}; COMMIT`);

const deadlines = () =>
  database.asOwner(
    `SELECT stan, state, response_code, deadline > now() + interval '1 day' AS held FROM live.acquirer_messages ORDER BY stan`,
  );

describe('mps restore', () => {
  beforeEach(async () => {
    await database.asOwner('TRUNCATE live.jobs, live.acquirer_messages');
    await disconnect();
  });

  it('holds what could move money twice, and nothing else, until it is released', async () => {
    await aJob('subscriptions.renew', {});
    await aJob('refunds.finish', { state: 'running', error: 'no answer' });
    await aJob('payout-batches.run', { dueIn: '2 days' });
    await aJob('subscriptions.collect', { dueIn: '30 days' });
    await aJob('ledger.settle-pending', {});
    const before = await database.asOwner('SELECT kind, due_at FROM live.jobs ORDER BY kind');

    const first = jsonOf(await restore('hold --days 7'));
    const held = await jobs();
    const again = jsonOf(await restore('hold --days 7'));
    const released = jsonOf(await restore('release'));
    const twice = jsonOf(await restore('release'));

    const kinds = ['payout-batches.run', 'refunds.finish', 'subscriptions.renew'];
    expect(first['held']).toEqual(kinds.map((kind) => ({ kind, count: 1 })));
    expect(again['held']).toEqual(first['held']);
    expect(held.filter(({ keeps }) => keeps).map(({ kind }) => kind)).toEqual(kinds);
    expect(held).toContainEqual({
      kind: 'refunds.finish',
      state: 'due',
      put_off: true,
      keeps: true,
      attempts: 0,
      last_error: 'held after a restore: no answer',
    });
    expect(released['released']).toEqual(first['held']);
    expect(twice['released']).toEqual([]);
    expect(await database.asOwner('SELECT kind, due_at FROM live.jobs ORDER BY kind')).toEqual(before);
    expect(await jobs()).toContainEqual(
      expect.objectContaining({ kind: 'refunds.finish', last_error: 'no answer' }),
    );
  });

  it('keeps a message without an answer from being reversed, until it is answered or released', async () => {
    const reference = newId();
    await aMessage(123, { reference });
    await aMessage(124);
    await aMessage(125, { state: 'answered' });

    const { messages_held: count, open } = jsonOf(await restore('hold'));
    const held = await deadlines();
    const answered = await restore(
      'answer 000000000123 --gateway acquirer --code 00 --auth-code A1 --note statement',
    );
    const again = await restore('answer 000000000123 --gateway acquirer --code 05 --note statement');
    const released = jsonOf(await restore('release'));

    expect(count).toBe(2);
    expect(held.map((row) => row['held'])).toEqual([true, true, false]);
    expect(open).toContainEqual({
      what: 'message',
      id: showId('txn', reference),
      merchant_id: mer,
      about: 'acquirer',
      purpose: 'charge',
      trace: '000123',
      reference: '000000000123',
      amount: '12.50',
      currency: 'USD',
      since: expect.any(String),
    });
    expect([answered.exitCode, again.exitCode]).toEqual([0, 4]);
    expect(released['messages_released']).toBe(1);
    expect(await deadlines()).toEqual([
      { stan: 123, state: 'answered', response_code: '00', held: true },
      { stan: 124, state: 'sent', response_code: '05', held: false },
      { stan: 125, state: 'answered', response_code: '05', held: false },
    ]);
    expect(
      await database.asOwner(
        "SELECT action, object, details FROM live.audit_log WHERE action LIKE 'acquirer%'",
      ),
    ).toEqual([
      {
        action: 'acquirer-message.answered',
        object: showId('txn', reference),
        details: { gateway: 'acquirer', reference: '000000000123', code: '00', note: 'statement' },
      },
    ]);
  });

  it('notes an answer for a user whose id has no name, as in a container', async () => {
    await aMessage(127);
    await restore('hold');
    const named = vi.spyOn(os, 'userInfo').mockImplementation(() => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    });
    // Without it the command has the function that it imported.
    syncBuiltinESMExports();

    const answered = await restore('answer 000000000127 --gateway acquirer --code 00 --note nameless');
    named.mockRestore();
    syncBuiltinESMExports();

    expect(answered.exitCode).toBe(0);
    expect(
      await database.asOwner("SELECT user_email FROM live.audit_log WHERE details ->> 'note' = 'nameless'"),
    ).toEqual([{ user_email: `uid ${process.getuid?.()}` }]);
  });

  it('holds what asks about a payment at an acquirer, or a payout to a bank, and not what goes to a wallet', async () => {
    await aMessage(126, { state: 'answered' });
    const [atAcquirer, atWallet] = [await aPayment('acquirer'), await aPayment('operator_a')];
    const [toBank, toWallet] = [await aPayout('agent_cash'), await aPayout('mobile_money')];
    for (const { id, checkout } of [atAcquirer, atWallet]) {
      await aJob('payments.requery', { key: id });
      await aJob('checkout.expire', { key: checkout });
    }
    for (const key of [toBank, toWallet]) await aJob('payouts.complete', { key });

    await restore('hold');

    const put = await database.asOwner(
      `SELECT kind, key FROM live.jobs WHERE due_at > now() + interval '1 day' ORDER BY kind`,
    );
    expect(put).toEqual([
      { kind: 'checkout.expire', key: atAcquirer.checkout },
      { kind: 'payments.requery', key: atAcquirer.id },
      { kind: 'payouts.complete', key: toBank },
    ]);
    const open = jsonOf(await restore('list'))['open'];
    expect(open).toEqual([
      expect.objectContaining({ what: 'payment', id: showId('txn', atAcquirer.id), about: 'acquirer' }),
      expect.objectContaining({ what: 'payout', id: showId('po', toBank), about: 'agent_cash' }),
      expect.objectContaining({ what: 'payout', id: showId('po', toWallet), about: 'mobile_money' }),
    ]);
  });

  it('holds what asks about a payment of a subscription, at a wallet too: a refusal would collect it anew', async () => {
    const { id, checkout } = await aPayment('operator_a', { source: 'subscription' });
    await aJob('checkout.expire', { key: checkout });

    const { held, open } = jsonOf(await restore('hold'));

    expect(held).toEqual([{ kind: 'checkout.expire', count: 1 }]);
    expect(open).toContainEqual(expect.objectContaining({ what: 'payment', id: showId('txn', id) }));
  });

  it('lets an operator note that a held amount was captured, so that nobody releases or captures it again', async () => {
    const { id, checkout } = await aPayment('acquirer', { status: 'authorized' });
    await asReplica(
      `INSERT INTO live.authorizations (merchant_id, id, checkout_id, reference, status, amount, currency, expires_at, created_at)
       VALUES ('${merchant}', '${id}', '${checkout}', 'one', 'held', 10000, 'USD', now(), now())`,
    );
    await aJob('authorizations.expire', { key: id });
    const txn = showId('txn', id);
    const capture = (amount: string) => restore(`capture ${txn} --amount ${amount} --note statement`);

    const tooEarly = await capture('0.40');
    const { open } = jsonOf(await restore('hold'));
    const tooMuch = await capture('1.01');
    const noted = await capture('0.40');
    const again = await capture('0.40');

    expect(open).toContainEqual(
      expect.objectContaining({ what: 'hold', id: txn, about: 'acquirer', purpose: 'held', amount: '1.00' }),
    );
    expect([tooEarly, tooMuch, noted, again].map(({ exitCode }) => exitCode)).toEqual([4, 4, 0, 4]);
    expect(
      await database.asOwner(
        `SELECT status, captured_amount::int AS captured FROM live.authorizations WHERE id = '${id}'`,
      ),
    ).toEqual([{ status: 'capturing', captured: 4000 }]);
    expect(await jobs()).toEqual([]);
    expect(jsonOf(await restore('release'))['released']).toEqual([]);
    expect(
      await database.asOwner(
        "SELECT object, details FROM live.audit_log WHERE action = 'authorization.captured'",
      ),
    ).toEqual([{ object: txn, details: { note: 'statement' } }]);
  });

  it('lists disputes with the moment until which they can be answered', async () => {
    const id = newId();
    await asReplica(
      `INSERT INTO live.disputes (merchant_id, id, transaction_id, gateway_reference, amount, currency, reason, status, evidence_due_at, created_at, opened_at)
       VALUES ('${merchant}', '${id}', '${id}', 'case-1', 10000, 'USD', 'other', 'needs_response', '2026-12-01T10:00:00Z', now(), now())`,
    );

    expect(jsonOf(await restore('list'))['open']).toContainEqual(
      expect.objectContaining({ what: 'dispute', id: showId('dsp', id), about: '2026-12-01T10:00:00Z' }),
    );
  });

  it('skips items of a held batch that were paid after the restored moment', async () => {
    const batch = newId();
    await asReplica(
      `INSERT INTO live.payout_batches (merchant_id, id, app_id, status, created_at) VALUES ('${merchant}', '${batch}', '${batch}', 'processing', now());
       INSERT INTO live.payout_batch_items (merchant_id, id, batch_id, position, method, amount, currency, request_sealed)
         SELECT '${merchant}', gen_random_uuid(), '${batch}', at, 'mobile_money', 10000, 'USD', 'sealed' FROM generate_series(1, 4) AS at`,
    );
    await aJob('payout-batches.run', { key: batch });
    const id = showId('pob', batch);
    const skip = (items: string) => restore(`skip ${id} --items ${items} --note statement`);

    const tooEarly = await skip('1');
    const { open } = jsonOf(await restore('hold'));
    const skipped = await skip('1,3-4');
    const again = await skip('1');

    expect([tooEarly.exitCode, again.exitCode]).toEqual([4, 4]);
    expect(open).toContainEqual(
      expect.objectContaining({ what: 'batch', id, about: '4 items', amount: '4.00' }),
    );
    expect(jsonOf(skipped)).toEqual({ batch_id: id, skipped: 3 });
    expect(
      await database.asOwner('SELECT position, refusal FROM live.payout_batch_items ORDER BY position'),
    ).toEqual([
      { position: 1, refusal: 'DUPLICATE_REQUEST' },
      { position: 2, refusal: null },
      { position: 3, refusal: 'DUPLICATE_REQUEST' },
      { position: 4, refusal: 'DUPLICATE_REQUEST' },
    ]);
    expect(
      await database.asOwner(
        "SELECT details FROM live.audit_log WHERE action = 'payout-batch.items-skipped'",
      ),
    ).toEqual([{ details: { items: [1, 3, 4], note: 'statement' } }]);
  });

  it('ends sessions and links for passwords, some of which were ended after the restored moment; in the sandbox none', async () => {
    const user = newId();
    await database.asOwner(
      "INSERT INTO platform.users (id, email, name, password_hash) VALUES ($1, 'tariro@people.test', 'Tariro', 'x')",
      [user],
    );
    await database.asOwner(
      `INSERT INTO platform.dashboard_sessions (hash, user_id, stage, ip, user_agent, expires_at)
       VALUES (sha256('a session'), $1, 'full', '192.0.2.1', 'a browser', now() + interval '11 hours')`,
      [user],
    );
    for (const [kind, email] of [['reset-password'], ['verify-email'], ['change-email', 'new@people.test']])
      await database.asOwner(
        `INSERT INTO platform.user_links (hash, user_id, kind, expires_at, email)
         VALUES (sha256($1::text::bytea), $2, $1, now() + interval '1 hour', $3)`,
        [kind, user, email ?? null],
      );
    const left = async () => [
      ...(await database.asOwner('SELECT stage FROM platform.dashboard_sessions')),
      ...(await database.asOwner('SELECT kind FROM platform.user_links ORDER BY kind')),
    ];

    await restore('hold --sandbox');
    const afterRehearsal = await left();
    const { sessions_ended: ended } = jsonOf(await restore('hold'));

    expect(afterRehearsal).toEqual([
      { stage: 'full' },
      { kind: 'change-email' },
      { kind: 'reset-password' },
      { kind: 'verify-email' },
    ]);
    expect(ended).toBe(1);
    expect(await left()).toEqual([{ kind: 'verify-email' }]);
  });

  it('moves the trace numbers on once for a restore, past the end of their range too', async () => {
    await database.asOwner(
      "SELECT setval('live.acquirer_stans', 900000); COMMENT ON SEQUENCE live.acquirer_stans IS 'of an earlier restore'",
    );

    const first = jsonOf(await restore('hold'));
    const again = jsonOf(await restore('hold'));

    expect(first['trace_numbers']).toEqual({ from: 900_000, to: 150_001 });
    expect(again['trace_numbers']).toBeNull();
    expect(await stan()).toBe(150_001);
  });

  it('goes on at other numbers after another restore of the same day, of the same moment or a later one', () => {
    const [first, second, third] = [2, 3, 4].map((timeline) => traceNumberAfter(900_000, timeline));
    const secondOfLater = traceNumberAfter(500_001, 3);

    expect([first, second, third]).toEqual([400_001, 650_001, 150_001]);
    expect(secondOfLater).toBe(250_002);
  });

  it('refuses while a process is connected, and changes nothing', async () => {
    await aJob('subscriptions.renew', {});
    await database.databases.live.selectFrom('jobs').select('kind').execute();

    const refused = await restore('hold');

    expect(refused).toMatchObject({ exitCode: 5, words: expect.stringContaining('Nothing was changed') });
    expect(await jobs()).toEqual([expect.objectContaining({ put_off: false })]);
  });

  it.each([
    'hold --days 0',
    'answer 12 --gateway a --code 00 --note n',
    'answer 000000000123 --gateway a --code 000 --note n',
    'answer 000000000123 --gateway a --code 10 --note n',
    'answer 000000000123 --gateway a --code 91 --note n',
    'capture po_01990000000070008000000000000001 --note n',
    'capture txn_01990000000070008000000000000001 --amount 1.005 --note n',
    'skip pob_1 --items 1 --note n',
    'skip pob_01990000000070008000000000000001 --items 3-2 --note n',
  ])('refuses mps restore %s', async (words) => {
    expect((await restore(words)).exitCode).toBe(2);
  });
});

describe('a renewal that was due at the restored moment', () => {
  it('is not collected again before it is released', async () => {
    const secrets = createSecrets(database.secretKey);
    const shop = await createMerchant(database.databases.platform, secrets, aShop);
    const port = await aFreePort();
    const serving = { ...env, ROLE: 'api', LOG_LEVEL: 'error' };
    const before = await startProcess('/nowhere', port, serving);
    const subscription = await subscribed(
      apiOf(before.baseUrl, shop.secretKey),
      {},
      { ...paidBy('0771111111'), start_at: new Date(Date.now() + 86_400_000).toISOString() },
    );
    await before.terminate();
    await disconnect();
    await database.asOwner(
      "UPDATE sandbox.jobs SET due_at = now() - interval '1 hour' WHERE kind = 'subscriptions.renew'",
    );
    // Due after it, so it runs after it.
    await database.asOwner(
      `INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, payload, due_at)
       VALUES ($1, $2::uuid, 'invoices.mark-unpaid', 'last', jsonb_build_object('invoiceId', $2::uuid), now())`,
      [shop.merchantId, newId()],
    );

    const held = jsonOf(await restore('hold --sandbox'));
    const after = await startProcess('/nowhere', port, serving);
    const worker = await startWorker(database);
    const api = apiOf(after.baseUrl, shop.secretKey);
    const isWaiting = (key: string) =>
      database.asOwner('SELECT kind FROM sandbox.jobs WHERE key = $1', [key]);
    await soon(async () => expect(await isWaiting('last')).toEqual([]));
    const whileHeld = await invoicesOf(api, subscription);
    await restore('release --sandbox');
    const invoices = await soon(async () => {
      const all = await invoicesOf(api, subscription);
      expect(all).toHaveLength(1);
      return all;
    });
    await Promise.all([worker.terminate(), after.terminate()]);

    expect(held['held']).toEqual([{ kind: 'subscriptions.renew', count: 1 }]);
    expect(held['open']).toEqual([
      expect.objectContaining({
        what: 'subscription',
        id: subscription.id,
        about: 'subscriptions.renew',
        amount: '12.00',
      }),
    ]);
    expect(whileHeld).toEqual([]);
    expect(invoices).toMatchObject([{ subscription_id: subscription.id }]);
  });
});
