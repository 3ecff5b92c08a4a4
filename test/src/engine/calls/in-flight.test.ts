import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { createInFlight } from '../../../../src/engine/calls/in-flight.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { Overload } from '../../../../src/platform/http/limits/overload.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { aCardCheckout, aWalletCheckout } from '../../../support/builders/build.ts';
import { times } from '../../../support/checks/at-once.ts';
import { walletGateway } from '../../../support/faults/faults.ts';
import { apiOf } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

/** Creates a checkout with a key, so that the call has a transaction of its own. */
function create({ secretKey }: CreatedMerchant) {
  return apiOf(app.baseUrl, secretKey)('createCheckout', {
    body: aCardCheckout(),
    headers: { 'idempotency-key': newId() },
  });
}

/** Until the returned function is called, writing calls of the merchant wait inside the database. */
async function stopWrites(merchant: CreatedMerchant): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: app.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(4243, hashtext($1))', [merchant.merchantId]);
  return async () => {
    await client.query('COMMIT');
  };
}

describe('calls of one key', () => {
  it('are all served when 60 come at once', async () => {
    const merchant = await app.aMerchant();

    const answers = await Promise.all(times(60, () => create(merchant)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('are refused with 429 when more than 300 are under way, and other keys are served', async () => {
    const [merchant, other] = [await app.aMerchant(), await app.aMerchant()];
    const goOn = await stopWrites(merchant);
    const refused: Awaited<ReturnType<typeof create>>[] = [];
    const many = times(305, async () => {
      const answer = await create(merchant);
      if (answer.status === 429) refused.push(answer);
      return answer;
    });
    await expect.poll(() => refused.length).toBe(5);

    const served = await create(other);

    await goOn();
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(served.status).toBe(201);
    for (const { code, headers, body } of refused)
      expect([code, headers.get('retry-after'), body['details']]).toEqual([
        'RATE_LIMIT_EXCEEDED',
        '1',
        { limit: 300 },
      ]);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it.each([
    ['without a key', () => ({})],
    ['with a key each', () => ({ 'idempotency-key': newId() })],
  ])('do not count while they ask the gateway, %s', async (_what, headersOf) => {
    const merchant = await app.aMerchant();
    const api = apiOf(app.baseUrl, merchant.secretKey);
    const gateway = walletGateway(app);
    const charge = gateway.charge;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const spy = vi.spyOn(gateway, 'charge').mockImplementation(async (request) => {
      await answered;
      return await charge(request);
    });
    const slow = times(30, () =>
      api('createCheckout', { body: aWalletCheckout('0772222222'), headers: headersOf() }),
    );
    await expect.poll(() => spy.mock.calls.length).toBe(30);

    const quick = await create(merchant);

    answer();
    expect(quick.status).toBe(201);
    expect((await Promise.all(slow)).every(({ status }) => status === 201)).toBe(true);
    spy.mockRestore();
  });
});

const of = (keyId: string, mode: 'sandbox' | 'live' = 'sandbox') => ({
  keyId,
  merchantId: merchantId('the merchant'),
  mode,
});

const log = createLog({ level: 'silent' });
const noOverload = () => ({
  sandbox: new Overload({ mode: 'sandbox', log }),
  live: new Overload({ mode: 'live', log }),
});

describe('the calls that run at once', () => {
  it('are 20 of a key, 40 of a merchant, and those of the other mode do not count', async () => {
    const inFlight = createInFlight(noOverload());
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const began: Record<string, number> = {};
    const calls = ['one', 'two', 'three'].flatMap((keyId) =>
      times(30, () =>
        inFlight(of(keyId), async () => {
          began[keyId] = (began[keyId] ?? 0) + 1;
          await ended;
        }),
      ),
    );
    const live = inFlight(of('four', 'live'), async () => void (began['four'] = 1));
    await live;

    expect(began).toEqual({ one: 20, two: 20, four: 1 });
    end();
    await Promise.all(calls);
    expect(began).toEqual({ one: 30, two: 30, three: 30, four: 1 });
  });

  it('make room when they leave early or fail, once', async () => {
    const inFlight = createInFlight(noOverload());
    const fails = times(30, () =>
      inFlight(of('one'), async (leave) => {
        leave();
        leave();
        throw new RangeError('failed');
      }),
    );

    const ended = await Promise.allSettled(fails);

    expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await inFlight(of('one'), async () => 'served')).toBe('served');
  });

  it('stay bounded when a call that left early ends', async () => {
    const inFlight = createInFlight(noOverload());
    const [asking, running] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const early = inFlight(of('one'), async (leave) => {
      leave();
      await asking.promise;
    });
    const first = times(20, () => inFlight(of('one'), () => running.promise));
    asking.resolve();
    await early;
    let began = 0;

    const second = inFlight(of('one'), async () => void (began += 1));

    await new Promise((done) => setImmediate(done));
    expect(began).toBe(0);
    running.resolve();
    await Promise.all([...first, second]);
    expect(began).toBe(1);
  });

  it('are waited for ten seconds', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const inFlight = createInFlight(noOverload());
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const running = times(20, () => inFlight(of('one'), () => ended));
    const late = inFlight(of('one'), async () => 'served').catch((error: unknown) => error);

    await vi.advanceTimersByTimeAsync(10_000);

    expect(await late).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
    end();
    await Promise.all(running);
  });

  it('are refused during an overload instead of waiting', async () => {
    const overloads = noOverload();
    const begin = vi.spyOn(overloads.sandbox, 'whenBegun');
    const inFlight = createInFlight(overloads);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const running = times(20, () => inFlight(of('one'), () => ended));
    const waited = inFlight(of('one'), async () => 'served').catch((error: unknown) => error);

    begin.mock.calls.at(0)?.[0]();
    vi.spyOn(overloads.sandbox, 'isOn', 'get').mockReturnValue(true);
    const late = inFlight(of('one'), async () => 'served').catch((error: unknown) => error);

    expect(await waited).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
    expect(await late).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
    expect(await inFlight(of('two'), async () => 'served')).toBe('served');
    end();
    await Promise.all(running);
  });

  it('do not count for an overload while they wait for their merchant’s own', async () => {
    const overloads = noOverload();
    const away = vi.spyOn(overloads.sandbox, 'whileAway');
    const inFlight = createInFlight(overloads);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();

    const calls = times(25, () => inFlight(of('one'), () => ended));

    expect(away).toHaveBeenCalledTimes(5);
    end();
    await Promise.all(calls);
  });
});
