import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { aPayout, openPaidShop } from '../../../../support/builders/payouts.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
  shop = await openPaidShop(app);
});
afterAll(() => app.stop());

const request = (body: Record<string, unknown>) => shop.api('requestPayout', { body });

async function saved(body: Record<string, unknown>): Promise<string> {
  const { status, data, body: answer } = await shop.api('createBankAccount', { body });
  if (status !== 201) throw new Error(JSON.stringify(answer));
  return data.bank_account_id;
}

const bank = {
  bank_name: 'First Bank',
  bank_account_number: '1002003004',
  bank_account_name: 'Corner Shop',
  bank_branch_code: '01101',
};
const wallet = { mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' };
const without = <T extends object>(fields: T, name: keyof T) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
const unknownId = '0199c2ab-0736-7b8f-ac34-e5f60718293a';
const plain = (method: string, fields: object) => ({ method, amount: '10.00', currency: 'USD', ...fields });

describe('an incomplete destination, or one of another method,', () => {
  it.each([
    ['bank_transfer', {}, 'BANK_DETAILS_REQUIRED'],
    ['bank_transfer', without(bank, 'bank_name'), 'BANK_DETAILS_REQUIRED'],
    ['bank_transfer', without(bank, 'bank_account_number'), 'BANK_DETAILS_REQUIRED'],
    ['bank_transfer', without(bank, 'bank_account_name'), 'BANK_DETAILS_REQUIRED'],
    ['bank_transfer', without(bank, 'bank_branch_code'), 'BANK_BRANCH_REQUIRED'],
    ['bank_transfer', { ...bank, ...wallet }, 'CONFLICTING_DESTINATION'],
    ['bank_transfer', { ...bank, bank_account_id: unknownId }, 'CONFLICTING_DESTINATION'],
    ['bank_transfer', { bank_account_id: unknownId, bank_branch_code: '01101' }, 'CONFLICTING_DESTINATION'],
    ['mobile_money', {}, 'MOBILE_MONEY_DETAILS_REQUIRED'],
    ['mobile_money', without(wallet, 'mobile_money_number'), 'MOBILE_MONEY_DETAILS_REQUIRED'],
    ['mobile_money', without(wallet, 'mobile_money_provider'), 'MOBILE_MONEY_DETAILS_REQUIRED'],
    ['mobile_money', { ...wallet, bank_account_id: unknownId }, 'CONFLICTING_DESTINATION'],
    ['mobile_money', { ...wallet, bank_name: 'First Bank' }, 'CONFLICTING_DESTINATION'],
    ['mobile_money', { ...wallet, mobile_money_number: '0881111111' }, 'PHONE_WALLET_MISMATCH'],
    ['mobile_money', { ...wallet, mobile_money_number: '077111111' }, 'INVALID_PHONE'],
    ['agent_cash', bank, 'CONFLICTING_DESTINATION'],
    ['agent_cash', wallet, 'CONFLICTING_DESTINATION'],
    ['agent_cash', { bank_account_id: unknownId }, 'CONFLICTING_DESTINATION'],
    ['agent_cash', { pigeon: 'yes' }, 'UNKNOWN_FIELD'],
    ['bank_transfer', { ...bank, bank_account_number: '12' }, 'VALIDATION_ERROR'],
    ['pigeon', {}, 'VALIDATION_ERROR'],
  ])('is refused: %s %j', async (method, fields, code) => {
    const refused = await request(plain(method, fields));

    expect([refused.status, refused.code]).toEqual([400, code]);
  });

  it('is accepted without a branch code at a bank that has one branch', async () => {
    const fields = { ...without(bank, 'bank_branch_code'), bank_name: 'Settlement Bank' };

    expect((await request(plain('bank_transfer', fields))).status).toBe(201);
  });
});

describe('a saved destination', () => {
  it('is copied into the payout', async () => {
    const [bankId, walletId] = [await saved(bank), await saved({ type: 'mobile_money', ...wallet })];

    await request(plain('bank_transfer', { bank_account_id: bankId }));
    await request(plain('mobile_money', { bank_account_id: walletId }));

    const { data } = await shop.api('listPayouts', { query: { limit: 2 } });
    expect(data.items).toMatchObject([
      {
        bank_account_id: walletId,
        destination: {
          type: 'mobile_money',
          provider: 'wallet_a',
          number_masked: '+26377*****11',
          bank_name: null,
        },
      },
      {
        bank_account_id: bankId,
        destination: {
          type: 'bank',
          bank_name: 'First Bank',
          account_last4: '3004',
          account_name: 'Corner Shop',
        },
      },
    ]);
  });

  it('is found by its UUID in upper case, and shown in lower case', async () => {
    const id = await saved(bank);

    const { status } = await request(plain('bank_transfer', { bank_account_id: id.toUpperCase() }));

    expect(status).toBe(201);
    const { data } = await shop.api('listPayouts', { query: { limit: 1 } });
    expect(data.items[0]?.bank_account_id).toBe(id);
  });

  it('of the other type is refused', async () => {
    const [bankId, walletId] = [await saved(bank), await saved({ type: 'mobile_money', ...wallet })];

    const answers = [
      await request(plain('bank_transfer', { bank_account_id: walletId })),
      await request(plain('mobile_money', { bank_account_id: bankId })),
    ];

    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [409, 'BANK_ACCOUNT_MISMATCH'],
      [409, 'BANK_ACCOUNT_MISMATCH'],
    ]);
  });

  it('of another merchant is not found, just like an unknown one', async () => {
    const other = await openShop(app);
    const { data } = await other.api('createBankAccount', { body: bank });

    const foreign = await request(plain('bank_transfer', { bank_account_id: data.bank_account_id }));
    const unknown = await request(plain('bank_transfer', { bank_account_id: unknownId }));

    expect([foreign.status, foreign.code]).toEqual([404, 'NOT_FOUND']);
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
  });

  it.each([
    ['wallet_b', '0881111111'],
    ['wallet_c', '0711111111'],
  ])('in %s, a wallet that is not live yet, is refused, saved or not', async (provider, number) => {
    const fields = { mobile_money_provider: provider, mobile_money_number: number };
    const id = await saved({ type: 'mobile_money', ...fields });

    const answers = [
      await request(plain('mobile_money', fields)),
      await request(plain('mobile_money', { bank_account_id: id })),
    ];

    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [409, 'WALLET_NOT_AVAILABLE'],
      [409, 'WALLET_NOT_AVAILABLE'],
    ]);
  });
});

describe('the amount of a payout', () => {
  it.each([
    ['bank_transfer', '1.00', 'AMOUNT_TOO_SMALL', { minimum: '1.01' }],
    ['mobile_money', '0.50', 'AMOUNT_TOO_SMALL', { minimum: '0.51' }],
    ['agent_cash', '0.01', 'AMOUNT_TOO_SMALL', { minimum: '0.51' }],
    ['bank_transfer', '1000000.01', 'AMOUNT_TOO_LARGE', { maximum: '1000000.00' }],
    ['bank_transfer', '1000000.00', 'INSUFFICIENT_BALANCE', { required: '1000000.00' }],
  ] as const)('for %s, of %s, is refused: %s', async (method, amount, code, details) => {
    const refused = await request(aPayout(method, { amount }));

    expect([refused.status, refused.code]).toEqual([409, code]);
    expect(refused.body['details']).toMatchObject(details);
  });

  it.each([
    ['bank_transfer', '1.01', '1.00', '0.01'],
    ['mobile_money', '0.51', '0.50', '0.01'],
    ['agent_cash', '0.51', '0.50', '0.01'],
  ] as const)('for %s, of %s, leaves 0.01 after the fee', async (method, amount, fee, net) => {
    expect((await request(aPayout(method, { amount }))).data).toMatchObject({ fee, net_amount: net });
  });

  it.each(['0', '1', '1.000', '-5.00', '0.00'])('is refused if malformed: %s', async (amount) => {
    expect((await request(aPayout('agent_cash', { amount }))).code).toBe('INVALID_AMOUNT');
  });
});

describe('payouts', () => {
  it('are refused without the feature, and in live mode without a gateway', async () => {
    const closed = await openShop(app, { features: ['refunds'] });
    const live = await openShop(app, { mode: 'live', features: ['payouts'] });

    const answers = [
      await closed.api('requestPayout', { body: aPayout('agent_cash') }),
      await live.api('requestPayout', { body: aPayout('agent_cash') }),
    ];

    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [403, 'FEATURE_DISABLED'],
      [409, 'GATEWAY_NOT_CONFIGURED'],
    ]);
  });
});

describe('the numbers of destinations', () => {
  it('are stored and logged nowhere in plain text', async () => {
    const [row] = await app.database.asOwner(
      `SELECT count(*)::int AS n FROM (SELECT p::text AS row FROM sandbox.payouts p
        UNION ALL SELECT b::text FROM sandbox.bank_accounts b UNION ALL SELECT k::text FROM sandbox.idempotency_keys k) AS r
        WHERE row ~ '1002003004|771111111'`,
    );

    expect(row?.['n']).toBe(0);
    expect(app.lines.filter((line) => /1002003004|771111111/.test(line))).toEqual([]);
  });

  it('cannot be guessed from the stored fingerprint of a call with an idempotency key', async () => {
    const another = await openPaidShop(app);
    const body = aPayout('bank_transfer');

    await another.api('requestPayout', { body, headers: { 'idempotency-key': 'payout-1' } });

    const [kept] = await app.database.asOwner(
      `SELECT fingerprint = sha256(convert_to($2, 'UTF8')) AS plain FROM sandbox.idempotency_keys WHERE merchant_id = $1`,
      [another.merchant.merchantId, JSON.stringify(body)],
    );
    expect(kept).toEqual({ plain: false });
  });
});
