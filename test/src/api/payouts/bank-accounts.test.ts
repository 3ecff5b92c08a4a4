import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiOf } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

async function anApi(): Promise<Api> {
  return apiOf(app.baseUrl, (await app.aMerchant()).secretKey);
}

const bank = {
  bank_name: 'First Bank',
  bank_account_number: '1002 003-004',
  bank_account_name: 'Corner Shop',
  bank_branch_code: '01101',
};
const wallet = {
  type: 'mobile_money',
  mobile_money_provider: 'wallet_a',
  mobile_money_number: '+263771234567',
};

describe('saving a bank account', () => {
  it('shows only the last digits of its number', async () => {
    const api = await anApi();

    const { status, data } = await api('createBankAccount', { body: { ...bank, label: 'Main' } });

    expect(status).toBe(201);
    expect(data).toEqual({
      bank_account_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      type: 'bank',
      bank_name: 'First Bank',
      bank_account_name: 'Corner Shop',
      account_last4: '3004',
      bank_branch_code: '01101',
      mobile_money_provider: null,
      number_masked: null,
      label: 'Main',
      created_at: expect.any(String),
    });
    expect((await api('listBankAccounts')).data.items).toEqual([data]);
  });

  it('of a wallet shows its number masked', async () => {
    const api = await anApi();

    const { data } = await api('createBankAccount', { body: wallet });

    expect(data).toMatchObject({
      type: 'mobile_money',
      bank_name: null,
      account_last4: null,
      mobile_money_provider: 'wallet_a',
      number_masked: '+26377*****67',
      label: null,
    });
  });

  it.each([
    ['12345', '2345'],
    ['12 34-5', '2345'],
    ['ZW12 0000 10-02', '1002'],
    ['1002003004'.padEnd(34, 'x'), 'xxxx'],
  ])(
    'shows the last four digits and letters of the number %s',
    async (bank_account_number, account_last4) => {
      const api = await anApi();

      const { data } = await api('createBankAccount', { body: { ...bank, bank_account_number } });

      expect(data.account_last4).toBe(account_last4);
    },
  );

  it.each(['1234', '12-34', '-----', '12345-', ' 12345', '12--345', '12_345', '1'.repeat(35)])(
    'is refused for %j, which is no number of five to 34 digits and letters',
    async (bank_account_number) => {
      const api = await anApi();

      const refused = await api('createBankAccount', { body: { ...bank, bank_account_number } });

      expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    },
  );

  it('twice makes two records', async () => {
    const api = await anApi();

    const [one, two] = [
      await api('createBankAccount', { body: bank }),
      await api('createBankAccount', { body: bank }),
    ];

    expect(one.data.bank_account_id).not.toBe(two.data.bank_account_id);
  });

  it('twice with one idempotency key makes one record', async () => {
    const api = await anApi();
    const asking = { body: bank, headers: { 'idempotency-key': 'main' } };

    const [one, two] = [await api('createBankAccount', asking), await api('createBankAccount', asking)];

    expect(two.data).toEqual(one.data);
    expect((await api('listBankAccounts')).data.items).toHaveLength(1);
  });

  it.each([
    [{}, 'BANK_DETAILS_REQUIRED'],
    [{ ...bank, bank_account_name: undefined }, 'BANK_DETAILS_REQUIRED'],
    [{ ...bank, bank_branch_code: undefined }, 'BANK_BRANCH_REQUIRED'],
    [{ ...bank, type: 'mobile_money' }, 'CONFLICTING_DESTINATION'],
    [{ ...wallet, type: 'bank' }, 'CONFLICTING_DESTINATION'],
    [{ ...wallet, mobile_money_number: undefined }, 'MOBILE_MONEY_DETAILS_REQUIRED'],
    [{ ...wallet, mobile_money_number: '0711234567' }, 'PHONE_WALLET_MISMATCH'],
    [{ ...wallet, mobile_money_number: '12' }, 'INVALID_PHONE'],
    [{ ...bank, label: '4242 4242 4242 4242' }, 'CARD_NUMBER_IN_TEXT'],
    [{ ...bank, iban: 'X' }, 'UNKNOWN_FIELD'],
  ])('is refused with %j', async (body, code) => {
    const api = await anApi();

    const refused = await api('createBankAccount', { body });

    expect([refused.status, refused.code]).toEqual([400, code]);
  });
});

describe('the list of saved accounts', () => {
  it('is newest first, in pages, and of one merchant only', async () => {
    const [api, other] = [await anApi(), await anApi()];
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1)
      ids.unshift((await api('createBankAccount', { body: bank })).data.bank_account_id);

    const first = await api('listBankAccounts', { query: { limit: 2 } });
    const rest = await api('listBankAccounts', { query: { cursor: first.data.next_cursor ?? '' } });

    const shown = [...first.data.items, ...rest.data.items].map(({ bank_account_id: id }) => id);
    expect(shown).toEqual(ids);
    expect([first.data.has_more, rest.data.has_more]).toEqual([true, false]);
    expect((await other('listBankAccounts')).data.items).toEqual([]);
  });
});
