import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolSecondFactor } from '../../../../src/domain/merchants/second-factor/enrol.ts';
import {
  countWrongCode,
  findTwoFactor,
  spendStep,
} from '../../../../src/domain/merchants/second-factor/queries.ts';
import { stepOfCode } from '../../../../src/domain/merchants/second-factor/second-factor.ts';
import type { MerchantId } from '../../../../src/engine/principal.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { openService, type Place, type Shop } from '../../../journeys/shop.ts';
import { aPayout, openPaidShop } from '../../../support/builders/payouts.ts';
import { totpAt, totpNow, wrongTotp } from '../../../support/builders/totp.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const enrolled = () => openPaidShop(app, { totp: true });

/** Requests a payout with a code, or without one. Returns the status, or the code of the refusal. */
async function ask(shop: Shop, code: string | undefined, about: Record<string, unknown> = {}) {
  const headers = code === undefined ? {} : { 'x-totp-code': code };
  const { status, code: refusal } = await shop.api('requestPayout', {
    body: aPayout('mobile_money', { amount: '1.00', ...about }),
    headers,
  });
  return refusal === '' ? status : refusal;
}

const payoutsOf = async (shop: Shop) =>
  (await shop.api('listPayouts', { query: { limit: 100 } })).data.items.length;

async function secretOf({
  merchant,
}: {
  readonly merchant: { readonly merchantId: MerchantId };
}): Promise<string> {
  const row = await findTwoFactor(app.database.databases.platform, merchant.merchantId);
  return row?.secret_sealed ?? '';
}

describe('the codes of RFC 6238', () => {
  // Appendix B, SHA-1: the seed `12345678901234567890`, and the last six of its eight digits.
  const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('pass at %i seconds', (seconds, code) => {
    expect(stepOfCode(seed, code.slice(2), seconds)).toBe(Math.floor(seconds / 30));
    expect(totpAt(seed, seconds, 8)).toBe(code);
  });

  it('pass one step early and one step late, but not two', () => {
    const at = 1_234_567_890;
    const steps = [-2, -1, 0, 1, 2].map((off) => stepOfCode(seed, totpAt(seed, at + off * 30), at));

    expect(steps).toEqual([undefined, 41152262, 41152263, 41152264, undefined]);
  });
});

describe('a payout of a merchant without a second factor', () => {
  it.each(['', '12345', '123456', 'none', 'x'.repeat(255)])('ignores the code %j', async (code) => {
    const shop = await openPaidShop(app);

    expect(await ask(shop, code)).toBe(201);
  });
});

describe('a payout of an enrolled merchant', () => {
  it('needs a code', async () => {
    const shop = await enrolled();

    expect(await ask(shop, undefined)).toBe('TOTP_REQUIRED');
    expect(await ask(shop, '12345')).toBe('VALIDATION_ERROR');
    expect(await ask(shop, totpNow(shop.merchant.totpSecret))).toBe(201);
    expect(await payoutsOf(shop)).toBe(1);
  });

  it('explains in words what a code is', async () => {
    const shop = await enrolled();

    const refused = await shop.api('requestPayout', {
      body: aPayout('mobile_money'),
      headers: { 'x-totp-code': 'one two three' },
    });

    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(refused.body['errors']).toEqual([
      { instancePath: '/header/x-totp-code', keyword: 'pattern', params: {}, message: 'must be six digits' },
    ]);
  });

  it('takes each code once, and no older one after it', async () => {
    const shop = await enrolled();
    const [now, next] = [totpNow(shop.merchant.totpSecret), totpNow(shop.merchant.totpSecret, 1)];

    const heard = [await ask(shop, now), await ask(shop, next), await ask(shop, next), await ask(shop, now)];

    expect(heard).toEqual([201, 201, 'TOTP_INVALID', 'TOTP_INVALID']);
  });

  it('takes one code once, among 50 simultaneous calls', async () => {
    const shop = await enrolled();
    const code = totpNow(shop.merchant.totpSecret);

    const heard = await Promise.all(Array.from({ length: 50 }, () => ask(shop, code)));

    expect(heard.filter((what) => what === 201)).toHaveLength(1);
    expect(heard.filter((what) => what === 'TOTP_INVALID')).toHaveLength(49);
    expect([await payoutsOf(shop), await shop.available()]).toEqual([1, '90.50']);
    // A spent code does not count as a guess, so the merchant is not locked.
    expect(await ask(shop, totpNow(shop.merchant.totpSecret, 1))).toBe(201);
  });

  it('neither spends the code of another merchant nor counts as a guess of theirs', async () => {
    const [one, other] = [await enrolled(), await enrolled()];

    const heard = [await ask(one, totpNow(one.merchant.totpSecret, 1))];
    for (let guess = 0; guess < 5; guess += 1) heard.push(await ask(one, wrongTotp(one.merchant.totpSecret)));
    heard.push(await ask(one, totpNow(one.merchant.totpSecret, 1)));

    expect(heard.at(0)).toBe(201);
    expect(heard.at(-1)).toBe('TOTP_LOCKED');
    expect(await ask(other, totpNow(other.merchant.totpSecret))).toBe(201);
  });

  it('does not spend its code when it is refused for another reason', async () => {
    const shop = await enrolled();
    const code = totpNow(shop.merchant.totpSecret);

    const heard = [
      await ask(shop, code, { amount: '0.10' }),
      await ask(shop, code, { amount: '92.00' }),
      await ask(shop, code, { currency: 'ZWG' }),
      await ask(shop, code, { mobile_money_provider: 'wallet_b', mobile_money_number: '0881111111' }),
      await ask(shop, code, { pigeon: 'yes' }),
      await ask(shop, code),
    ];

    expect(heard).toEqual([
      'AMOUNT_TOO_SMALL',
      'INSUFFICIENT_BALANCE',
      'INSUFFICIENT_BALANCE',
      'WALLET_NOT_AVAILABLE',
      'UNKNOWN_FIELD',
      201,
    ]);
  });

  it('needs no code when it is sent again with its idempotency key', async () => {
    const shop = await enrolled();
    const body = aPayout('agent_cash');
    const once = { 'idempotency-key': newId() };
    const code = totpNow(shop.merchant.totpSecret);

    const first = await shop.api('requestPayout', { body, headers: { ...once, 'x-totp-code': code } });
    const again = await shop.api('requestPayout', { body, headers: once });

    expect([again.status, again.data]).toEqual([201, first.data]);
    expect(await payoutsOf(shop)).toBe(1);
  });

  it('is not made with a wrong code, and costs nothing', async () => {
    const shop = await enrolled();

    await ask(shop, wrongTotp(shop.merchant.totpSecret));

    expect([await payoutsOf(shop), await shop.available()]).toEqual([0, '91.50']);
  });

  it('is checked in real time, whatever the sandbox clock says', async () => {
    const shop = await enrolled();
    await shop.api('advanceTestClock', { body: { advance_seconds: 3600 } });

    expect(await ask(shop, totpNow(shop.merchant.totpSecret, 120))).toBe('TOTP_INVALID');
    expect(await ask(shop, totpNow(shop.merchant.totpSecret))).toBe(201);
  });
});

describe('a merchant that is not enrolled', () => {
  it('needs no code, and one that they send is ignored', async () => {
    const shop = await openPaidShop(app);

    expect([await ask(shop, undefined), await ask(shop, '000000'), await ask(shop, '000000')]).toEqual([
      201, 201, 201,
    ]);
  });
});

const wrong = (shop: Shop) => ask(shop, wrongTotp(shop.merchant.totpSecret));
const timesWrong = async (shop: Shop, times: number) => {
  const heard: unknown[] = [];
  for (let tries = 0; tries < times; tries += 1) heard.push(await wrong(shop));
  return heard;
};
const lockEnds = (shop: Shop) =>
  app.database.asOwner(
    "UPDATE platform.two_factor SET locked_until = locked_until - interval '15 minutes' WHERE merchant_id = $1",
    [shop.merchant.merchantId],
  );

describe('wrong codes', () => {
  it('lock the merchant after five, also for the right code', async () => {
    const shop = await enrolled();

    const heard = await timesWrong(shop, 6);

    expect(heard).toEqual([...Array<string>(5).fill('TOTP_INVALID'), 'TOTP_LOCKED']);
    expect(await ask(shop, totpNow(shop.merchant.totpSecret))).toBe('TOTP_LOCKED');
    const [row] = await app.database.asOwner(
      "SELECT locked_until - now() BETWEEN interval '14 minutes' AND interval '15 minutes' AS fifteen FROM platform.two_factor WHERE merchant_id = $1",
      [shop.merchant.merchantId],
    );
    expect(row?.['fifteen']).toBe(true);
  });

  it('lock for fifteen minutes, and then counting starts again', async () => {
    const shop = await enrolled();
    await timesWrong(shop, 5);
    await lockEnds(shop);

    expect(await timesWrong(shop, 4)).toEqual(Array<string>(4).fill('TOTP_INVALID'));
    expect(await ask(shop, totpNow(shop.merchant.totpSecret))).toBe(201);
  });

  it('are forgotten after a right code', async () => {
    const shop = await enrolled();
    await timesWrong(shop, 4);

    const heard = [await ask(shop, totpNow(shop.merchant.totpSecret)), ...(await timesWrong(shop, 5))];

    expect(heard).toEqual([201, ...Array<string>(5).fill('TOTP_INVALID')]);
    expect(await wrong(shop)).toBe('TOTP_LOCKED');
  });

  it('do not count when the payout is refused for another reason', async () => {
    const shop = await enrolled();
    const poor = () => ask(shop, wrongTotp(shop.merchant.totpSecret), { amount: '92.00' });

    const heard = [await poor(), await poor(), await poor(), await poor(), await poor(), await poor()];

    expect(new Set(heard)).toEqual(new Set(['INSUFFICIENT_BALANCE']));
    expect(await ask(shop, totpNow(shop.merchant.totpSecret))).toBe(201);
  });

  it('allow no more guesses at once than one after another', async () => {
    const shop = await enrolled();

    const heard = await Promise.all(Array.from({ length: 33 }, () => wrong(shop)));

    expect(heard.filter((what) => what !== 'TOTP_INVALID' && what !== 'TOTP_LOCKED')).toEqual([]);
    expect(await ask(shop, totpNow(shop.merchant.totpSecret))).toBe('TOTP_LOCKED');
    const [row] = await app.database.asOwner(
      'SELECT failures FROM platform.two_factor WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );
    expect(row?.['failures']).toBe(0);
  });

  it('lock out a right code, even if it was checked before the lock began', async () => {
    const shop = await enrolled();
    const { platform } = app.database.databases;
    await timesWrong(shop, 5);
    const spent = { secret: await secretOf(shop), step: Math.floor(Date.now() / 30_000) };

    const passed = [await spendStep(platform, shop.merchant.merchantId, spent)];
    await lockEnds(shop);
    passed.push(await spendStep(platform, shop.merchant.merchantId, spent));

    expect(passed).toEqual([false, true]);
  });

  it('spend no code of a secret that was replaced after it was checked', async () => {
    const shop = await enrolled();
    const { platform } = app.database.databases;
    const spent = { secret: await secretOf(shop), step: Math.floor(Date.now() / 30_000) };
    const of = { merchantId: shop.merchant.merchantId, by: 'test' };

    await enrolSecondFactor({ platform, secrets: app.secrets }, of, true);

    expect(await spendStep(platform, shop.merchant.merchantId, spent)).toBe(false);
  });

  it('do not end the lock when one is counted during it', async () => {
    const shop = await enrolled();
    const { platform } = app.database.databases;
    await timesWrong(shop, 5);

    await countWrongCode(platform, shop.merchant.merchantId, { most: 5, lockSeconds: 900 });

    expect(await wrong(shop)).toBe('TOTP_LOCKED');
  });

  it('lock only the merchant that sent them', async () => {
    const [one, two] = [await enrolled(), await enrolled()];
    await timesWrong(one, 5);

    expect(await ask(two, totpNow(two.merchant.totpSecret))).toBe(201);
  });
});
