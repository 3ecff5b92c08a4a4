import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dailyJobs } from '../../../../src/app/job-handlers.ts';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { tryLockKey } from '../../../../src/engine/calls/queries.ts';
import { inTransaction } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout } from '../../../support/builders/build.ts';
import { actingAs } from '../../../support/builders/inside.ts';
import { endLeases, holdNextCharge, raiseFaults, walletGateway } from '../../../support/faults/faults.ts';
import { type Api, apiOf, sendOdd } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { aLiveKey } from '../../../support/service/keys.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  await raiseFaults(app);
});
afterAll(() => app.stop());

type Shop = { readonly merchant: CreatedMerchant; readonly api: Api };

async function aShop(): Promise<Shop> {
  const merchant = await app.aMerchant();
  return { merchant, api: apiOf(app.baseUrl, merchant.secretKey) };
}

/** A wallet checkout with an idempotency key of its own. */
const asking = (phone = '0772222222') => ({ body: aWalletCheckout(phone), headers: once(newId()) });

const once = (key: string) => ({ 'idempotency-key': key });

async function countOf(table: string, { merchant }: Shop): Promise<number> {
  const [row] = await app.database.asOwner(
    `SELECT count(*)::int AS n FROM sandbox.${table} WHERE merchant_id = $1`,
    [merchant.merchantId],
  );
  return Number(row?.['n']);
}

/** As if the process had crashed while it asked the gateway, and its lease had ended. */
const leaseEnds = ({ merchant }: Shop) => endLeases(app, merchant.merchantId);

/** The lease of the merchant's key ends now; its call still runs. Returns whether it is leased again. */
async function leaseRunsOut({ merchant }: Shop, change = ''): Promise<() => Promise<boolean>> {
  await app.database.asOwner(
    `UPDATE sandbox.idempotency_keys SET lease_until = now() - interval '1 second' ${change} WHERE merchant_id = $1`,
    [merchant.merchantId],
  );
  return async () => {
    const [row] = await app.database.asOwner(
      `SELECT lease_until > now() + interval '2 seconds' AS leased FROM sandbox.idempotency_keys WHERE merchant_id = $1`,
      [merchant.merchantId],
    );
    return row?.['leased'] === true;
  };
}

describe('a write that is sent again with its Idempotency-Key', () => {
  it('has no second effect and gets the same answer, byte for byte', async () => {
    const { merchant } = await aShop();
    const request = {
      method: 'POST',
      path: '/v1/checkout/create',
      key: merchant.secretKey,
      headers: { 'content-type': 'application/json', ...once('order') },
      body: JSON.stringify(aCardCheckout()),
    };

    const [first, again] = [await sendOdd(app.baseUrl, request), await sendOdd(app.baseUrl, request)];

    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([
      201,
      'true',
      first.text,
    ]);
  });

  it('gets the first answer, although the object has changed since', async () => {
    const { api } = await aShop();
    const { checkout_id: id } = await openedCheckout(api);

    const first = await api('abortCheckout', { params: { id }, headers: once('stop') });
    const again = await api('abortCheckout', { params: { id }, headers: once('stop') });

    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
  });

  it('turns the sandbox clock only once', async () => {
    const { api } = await aShop();
    const minute = { body: { advance_seconds: 60 }, headers: once('turn') };

    await api('advanceTestClock', minute);
    await api('advanceTestClock', minute);

    expect((await api('getTestClock')).data.offset_seconds).toBe(60);
  });

  it.each([{ amount: '11.00' }, { description: 'another' }])(
    'is refused with another body: %j',
    async (change) => {
      const { api } = await aShop();
      const body = aCardCheckout();
      await api('createCheckout', { body, headers: once('order') });

      const refused = await api('createCheckout', { body: { ...body, ...change }, headers: once('order') });

      expect([refused.status, refused.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    },
  );

  it('is a new call on another path', async () => {
    const { api } = await aShop();
    const opened = await api('createCheckout', { body: aCardCheckout(), headers: once('k') });
    const other = await openedCheckout(api);

    const answers = [
      await api('abortCheckout', { params: { id: opened.data.checkout_id }, headers: once('k') }),
      await api('abortCheckout', { params: { id: other.checkout_id }, headers: once('k') }),
    ];

    expect(answers.map(({ data }) => data.checkout_id)).toEqual([opened.data.checkout_id, other.checkout_id]);
  });

  it('is a new call when another merchant sends it', async () => {
    const [one, two] = [await aShop(), await aShop()];

    const answers = [
      await one.api('createCheckout', { body: aCardCheckout(), headers: once('k') }),
      await two.api('createCheckout', { body: aCardCheckout(), headers: once('k') }),
    ];

    expect(answers.map(({ status, headers }) => [status, headers.has('idempotent-replayed')])).toEqual([
      [201, false],
      [201, false],
    ]);
  });

  it('does not wait for another merchant’s call with the same key', async () => {
    const [one, two] = [await aShop(), await aShop()];
    const scope = { method: 'post', path: '/v1/checkout/create', key: 'k' };
    const asked = { body: aCardCheckout(), headers: once('k') };

    const answers = await actingAs(app, one.merchant, async ({ tx, merchant }) => {
      await tryLockKey(tx, merchant.id, scope);
      return [await one.api('createCheckout', asked), await two.api('createCheckout', asked)];
    });

    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [409, 'IDEMPOTENCY_IN_PROGRESS'],
      [201, ''],
    ]);
  });

  it('does not wait for a call of the other mode with the same key', async () => {
    const { api, merchant } = await aShop();
    const live = apiOf(app.baseUrl, await aLiveKey(app, merchant));
    const scope = { method: 'post', path: '/v1/customers', key: 'k' };
    const asked = { body: { name: 'Tariro Moyo' }, headers: once('k') };

    const answers = await actingAs(app, merchant, async ({ tx, merchant: { id } }) => {
      await tryLockKey(tx, id, scope);
      return [await api('createCustomer', asked), await live('createCustomer', asked)];
    });

    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [409, 'IDEMPOTENCY_IN_PROGRESS'],
      [201, ''],
    ]);
  });

  it('is a new call when the key is a day old', async () => {
    const shop = await aShop();
    await shop.api('createCheckout', { body: aCardCheckout(), headers: once('k') });
    await app.database.asOwner(
      'UPDATE sandbox.idempotency_keys SET expires_at = now() WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );

    const next = await shop.api('createCheckout', { body: aCardCheckout(), headers: once('k') });
    const [row] = await app.database.asOwner(
      "SELECT expires_at > now() + interval '23 hours' AS fresh FROM sandbox.idempotency_keys WHERE merchant_id = $1",
      [shop.merchant.merchantId],
    );

    expect([next.status, next.headers.has('idempotent-replayed'), row?.['fresh']]).toEqual([
      201,
      false,
      true,
    ]);
  });

  it.each(['k'.repeat(255), '!', '~', '"quoted"'])('accepts the key %s', async (key) => {
    const { api } = await aShop();

    expect((await api('createCheckout', { body: aCardCheckout(), headers: once(key) })).status).toBe(201);
  });

  it.each(['k'.repeat(256), '', 'two words', 'clé'])('refuses the key "%s"', async (key) => {
    const { api } = await aShop();

    expect((await api('createCheckout', { body: aCardCheckout(), headers: once(key) })).code).toBe(
      'INVALID_IDEMPOTENCY_KEY',
    );
  });
});

describe('the stored idempotency key', () => {
  it('holds the answer sealed: the table shows nothing of it', async () => {
    const shop = await aShop();
    const opened = await shop.api('createCheckout', { body: aCardCheckout(), headers: once('k') });

    const [row] = await app.database.asOwner(
      'SELECT body, headers FROM sandbox.idempotency_keys WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );

    const text = JSON.stringify(row);
    const plain = [
      opened.data.checkout_id,
      'success',
      'payment_url',
      Buffer.from('success').toString('base64').slice(0, 8),
    ];
    expect(plain.filter((word) => text.includes(word))).toEqual([]);
    expect(app.secrets.open(String(row?.['body']), 'idempotency')).toBe(JSON.stringify(opened.body));
  });

  it.each([
    ['a refusal by the contract', { amount: '0' }, 400],
    ['a wallet that is not available', { walletType: 'wallet_b', customerPhone: '0881111111' }, 409],
    ['a fault of ours', { description: 'fault XX000' }, 500],
    ['a database that is away', { description: 'fault 53300' }, 503],
    ['a provider that is away', { walletType: 'wallet_a', customerPhone: '0779999999' }, 503],
  ])('is deleted after %s', async (_what, about, status) => {
    const shop = await aShop();

    const refused = await shop.api('createCheckout', { body: aCardCheckout(about), headers: once('k') });

    expect([refused.status, await countOf('idempotency_keys', shop)]).toEqual([status, 0]);
  });

  it('stays when another merchant’s call with the same key keeps no answer', async () => {
    const [one, other] = [await aShop(), await aShop()];
    const away = aCardCheckout({ walletType: 'wallet_a', customerPhone: '0779999999' });
    await one.api('createCheckout', { body: aCardCheckout(), headers: once('k') });

    const failed = await other.api('createCheckout', { body: away, headers: once('k') });

    expect([failed.status, await countOf('idempotency_keys', one)]).toEqual([503, 1]);
  });

  it('does not stop a call that failed from running again', async () => {
    const shop = await aShop();
    const body = aCardCheckout({ description: 'fault 40P01' });
    const failed = await shop.api('createCheckout', { body, headers: once('k') });
    await app.database.asOwner('ALTER TABLE sandbox.checkouts DISABLE TRIGGER raise_fault');

    const again = await shop.api('createCheckout', { body, headers: once('k') });

    await app.database.asOwner('ALTER TABLE sandbox.checkouts ENABLE TRIGGER raise_fault');
    expect([failed.status, again.status, await countOf('checkouts', shop)]).toEqual([503, 201, 1]);
  });

  it('is deleted when it is a day old, and not before', async () => {
    const [young, old] = [await aShop(), await aShop()];
    for (const { api } of [young, old])
      await api('createCheckout', { body: aCardCheckout(), headers: once('k') });
    await app.database.asOwner(
      'UPDATE sandbox.idempotency_keys SET expires_at = now() WHERE merchant_id = $1',
      [old.merchant.merchantId],
    );
    // More than one statement deletes.
    await app.database.asOwner(
      `INSERT INTO sandbox.idempotency_keys (merchant_id, method, path, key, fingerprint, state, expires_at)
        SELECT $1, 'post', '/v1/checkout/create', n::text, '', 'started', now() FROM generate_series(1, 2500) AS n`,
      [old.merchant.merchantId],
    );

    await dailyJobs['keys.forget-answers'](app.service.contexts.sandbox, AbortSignal.timeout(60_000));

    expect([await countOf('idempotency_keys', young), await countOf('idempotency_keys', old)]).toEqual([
      1, 0,
    ]);
  });
});

describe('many identical requests at once', () => {
  it.each([
    ['card', () => aCardCheckout()],
    ['wallet', () => aWalletCheckout('0772222222')],
  ])('have one effect for each key (3 keys, 200 requests each): %s', async (_what, make) => {
    const shop = await aShop();
    const bodies = new Map([1, 2, 3].map((at) => [`key-${at}`, make()]));
    const send = ([key, body]: [string, Record<string, unknown>]) =>
      shop.api('createCheckout', { body, headers: once(key) });

    const answers: Awaited<ReturnType<Api>>[] = [];
    for (const entry of bodies) {
      answers.push(...(await Promise.all(Array.from({ length: 200 }, () => send(entry)))));
    }
    for (const entry of bodies) answers.push(await send(entry));
    const later = await Promise.all([...bodies].map(send));

    const seen = answers.map(
      ({ status, code, headers }) => `${status} ${code}${headers.has('idempotent-replayed') ? 'again' : ''}`,
    );
    // 503 is allowed, since the machine may be busy with other tests; such a call had no effect.
    const harmless = ['201 ', '201 again', '409 IDEMPOTENCY_IN_PROGRESS', '503 SERVICE_UNAVAILABLE'];
    expect(seen.filter((what) => !harmless.includes(what))).toEqual([]);
    expect(seen.filter((what) => what === '201 ')).toHaveLength(3);
    expect(later.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true', 'true']);
    expect([await countOf('checkouts', shop), await countOf('merchant_references', shop)]).toEqual([3, 3]);
  });

  it('with one key and two bodies have one effect, and the other body is refused', async () => {
    const shop = await aShop();
    const bodies = [aCardCheckout(), aCardCheckout()];
    const send = (at: number) =>
      shop.api('createCheckout', { body: bodies[at % 2] ?? {}, headers: once('k') });

    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => send(at)));
    const later = [await send(0), await send(1)];

    expect(
      answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed')),
    ).toHaveLength(1);
    expect(later.map(({ status, code }) => code || String(status)).toSorted()).toEqual([
      '201',
      'IDEMPOTENCY_KEY_REUSED',
    ]);
    expect(await countOf('checkouts', shop)).toBe(1);
  });

  it('open one checkout when 20 keys use one reference, and no refusal is stored', async () => {
    const shop = await aShop();
    const body = aWalletCheckout('0772222222');

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => shop.api('createCheckout', { body, headers: once(`key-${at}`) })),
    );

    const codes = answers.map(({ status, code }) => code || String(status)).toSorted();
    expect(codes).toEqual(['201', ...Array<string>(19).fill('DUPLICATE_REQUEST')]);
    expect([await countOf('checkouts', shop), await countOf('idempotency_keys', shop)]).toEqual([1, 1]);
  });

  it('open one checkout when 20 come without a key', async () => {
    const shop = await aShop();
    const body = aCardCheckout();

    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.api('createCheckout', { body })));

    const codes = answers.map(({ status, code }) => code || String(status)).toSorted();
    expect(codes).toEqual(['201', ...Array<string>(19).fill('DUPLICATE_REQUEST')]);
    expect(await countOf('checkouts', shop)).toBe(1);
  });
});

describe('a call that asks the wallet for longer than a lease', () => {
  it('keeps its key, because its lease is renewed', async () => {
    const shop = await aShop();
    const [held, request] = [holdNextCharge(app), asking()];
    const slow = shop.api('createCheckout', request);
    await held.isAsked;

    const isLeased = await leaseRunsOut(shop);

    await expect.poll(isLeased).toBe(true);
    expect((await shop.api('createCheckout', request)).code).toBe('IDEMPOTENCY_IN_PROGRESS');
    held.answerNow();
    expect((await slow).status).toBe(201);
  });

  it('keeps its key while other merchants use all connections that calls may use', async () => {
    const shop = await aShop();
    const { sandbox } = app.database.databases;
    const held = holdNextCharge(app);
    const slow = shop.api('createCheckout', asking());
    await held.isAsked;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const others = Array.from({ length: 12 }, () => inTransaction(sandbox, newId(), () => ended));

    const isLeased = await leaseRunsOut(shop);

    await expect.poll(isLeased, { timeout: 60_000 }).toBe(true);
    end();
    await Promise.allSettled(others);
    held.answerNow();
    expect((await slow).status).toBe(201);
  });

  it('renews no lease of another call that has begun anew with its key', async () => {
    const shop = await aShop();
    const held = holdNextCharge(app);
    const slow = shop.api('createCheckout', asking());
    await held.isAsked;
    const watched = await aShop();
    const heldToo = holdNextCharge(app);
    const watch = watched.api('createCheckout', asking());
    await heldToo.isAsked;

    const isLeased = await leaseRunsOut(shop, `, intention_id = '${newId()}'`);
    const isWatchedLeased = await leaseRunsOut(watched);

    // One statement renews both, so the first was passed over when the second is leased.
    await expect.poll(isWatchedLeased).toBe(true);
    expect(await isLeased()).toBe(false);
    for (const { answerNow } of [held, heldToo]) answerNow();
    expect([(await slow).code, (await watch).status]).toEqual(['IDEMPOTENCY_IN_PROGRESS', 201]);
  });
});

describe('a call that crashes while it asks the wallet', () => {
  it('keeps its key until its lease ends', async () => {
    const { api } = await aShop();
    const [held, request] = [holdNextCharge(app), asking()];
    const dying = api('createCheckout', request);
    await held.isAsked;

    const early = await api('createCheckout', request);

    held.answerNow();
    await dying;
    expect([early.code, early.headers.get('retry-after')]).toEqual(['IDEMPOTENCY_IN_PROGRESS', '1']);
  });

  it('is resumed by a retry with the same reference, and the customer is charged once', async () => {
    const shop = await aShop();
    const [held, request] = [holdNextCharge(app), asking()];
    const dying = shop.api('createCheckout', request);
    await held.isAsked;
    await leaseEnds(shop);

    const resumed = await shop.api('createCheckout', request);

    held.answerNow();
    const late = await dying;
    expect([resumed.status, new Set(held.references()).size, held.references().length]).toEqual([201, 1, 2]);
    expect([late.body, late.headers.get('idempotent-replayed')]).toEqual([resumed.body, 'true']);
    expect([await countOf('checkouts', shop), await countOf('transactions', shop)]).toEqual([1, 1]);
  });

  it('is settled by its job when nobody retries', async () => {
    const shop = await aShop();
    const held = holdNextCharge(app);
    const dying = shop.api('createCheckout', asking());
    await held.isAsked;

    const { data } = await shop.api('advanceTestClock', { body: { advance_seconds: 200 } });
    held.answerNow();

    const opened = await dying;
    const status = await shop.api('getCheckoutStatus', { params: { id: opened.data.checkout_id } });
    expect(data.fired.map(({ kind }) => kind)).toContain('payments.requery');
    expect(status.data.status).toBe('completed');
  });

  it('asks for the first charge again when it is resumed while the provider is down, since that one may have prompted the customer', async () => {
    const shop = await aShop();
    const [held, request] = [holdNextCharge(app), asking('0779999999')];
    const dying = shop.api('createCheckout', request);
    await held.isAsked;
    await leaseEnds(shop);

    const resumed = await shop.api('createCheckout', request);
    held.answerNow();

    const late = await dying;
    expect([resumed.status, late.body, late.headers.get('idempotent-replayed')]).toEqual([
      201,
      resumed.body,
      'true',
    ]);
    expect([await countOf('checkouts', shop), await countOf('transactions', shop)]).toEqual([1, 1]);
    const { data } = await shop.api('advanceTestClock', { body: { advance_seconds: 1900 } });
    const status = await shop.api('getCheckoutStatus', { params: { id: resumed.data.checkout_id } });
    expect(data.fired.map(({ kind }) => kind)).toContain('payments.requery');
    expect(status.data.status).toBe('expired');
  });

  it.each([{ kind: 'unavailable' }, { kind: 'refused', code: 'WALLET_INIT_FAILED' }] as const)(
    'keeps the payment that a retry has taken over, although the first call hears: $kind',
    async (nothingBegun) => {
      const shop = await aShop();
      const [held, request] = [holdNextCharge(app, nothingBegun), asking()];
      const first = shop.api('createCheckout', request);
      await held.isAsked;
      await leaseEnds(shop);
      const heldToo = holdNextCharge(app);
      const retry = shop.api('createCheckout', request);
      await heldToo.isAsked;

      held.answerNow();
      const early = await first;
      heldToo.answerNow();
      const late = await retry;

      expect([early.status, late.body]).toEqual([201, early.body]);
      expect([await countOf('checkouts', shop), await countOf('transactions', shop)]).toEqual([1, 1]);
      await shop.api('advanceTestClock', { body: { advance_seconds: 200 } });
      const status = await shop.api('getCheckoutStatus', { params: { id: early.data.checkout_id } });
      expect(status.data.status).toBe('completed');
    },
  );

  it('answers a retry with the checkout, even if its payment was decided meanwhile', async () => {
    const shop = await aShop();
    const [held, request] = [holdNextCharge(app), asking('0777777777')];
    const dying = shop.api('createCheckout', request);
    await held.isAsked;
    await shop.api('advanceTestClock', { body: { advance_seconds: 60 } });
    await leaseEnds(shop);

    const resumed = await shop.api('createCheckout', request);
    held.answerNow();

    const { data } = await shop.api('getCheckoutStatus', { params: { id: resumed.data.checkout_id } });
    expect([resumed.status, data.status, (await dying).body]).toEqual([201, 'expired', resumed.body]);
  });

  it('has no transaction open while it asks', async () => {
    const shop = await aShop();
    const gateway = walletGateway(app);
    const charge = gateway.charge;
    let open: unknown;
    vi.spyOn(gateway, 'charge').mockImplementationOnce(async (request) => {
      const rows = await app.database.asOwner(
        // The calls so far are added up in a transaction of its own.
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND query NOT LIKE '%app_traffic%'`,
      );
      open = rows[0]?.['n'];
      return await charge(request);
    });

    await shop.api('createCheckout', asking());

    expect(open).toBe(0);
  });
});
