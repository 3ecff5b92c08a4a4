import { describe, expect, it } from 'vitest';
import { codeOf } from '../support/checks/refusal.ts';

const bank = { bank_name: 'First Bank', bank_account_number: '1002003004', bank_account_name: 'Moyo Shoes' };
const branch = { bank_branch_code: '01101' };
const wallet = { mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' };
const saved = { bank_account_id: '0199c2ab-0736-7b8f-ac34-e5f60718293a' };

describe('the body of a payout', () => {
  const transfer = { method: 'bank_transfer' };
  const mobile = { method: 'mobile_money' };
  const cash = { method: 'agent_cash' };

  it.each([
    ['a saved account', { ...transfer, ...saved }, 'ok'],
    ['a complete account', { ...transfer, ...bank, ...branch }, 'ok'],
    ['the bank without branches', { ...transfer, ...bank, bank_name: 'Settlement Bank' }, 'ok'],
    [
      'that bank by another name',
      { ...transfer, ...bank, bank_name: 'settlement bank' },
      'BANK_BRANCH_REQUIRED',
    ],
    ['no branch code', { ...transfer, ...bank }, 'BANK_BRANCH_REQUIRED'],
    ['no destination', transfer, 'BANK_DETAILS_REQUIRED'],
    [
      'no account number',
      { ...transfer, ...branch, bank_name: 'First Bank', bank_account_name: 'Moyo' },
      'BANK_DETAILS_REQUIRED',
    ],
    [
      'both a saved and a complete account',
      { ...transfer, ...saved, ...bank, ...branch },
      'CONFLICTING_DESTINATION',
    ],
    ['a saved account and a branch code', { ...transfer, ...saved, ...branch }, 'CONFLICTING_DESTINATION'],
    ['a saved account and a wallet', { ...transfer, ...saved, ...wallet }, 'CONFLICTING_DESTINATION'],
    [
      'an account number with a slash',
      { ...transfer, ...bank, ...branch, bank_account_number: '1002/3004' },
      'VALIDATION_ERROR',
    ],
    ['an id that is not a UUID', { ...transfer, bank_account_id: 'main' }, 'VALIDATION_ERROR'],
    ['a saved wallet', { ...mobile, ...saved }, 'ok'],
    ['a complete wallet', { ...mobile, ...wallet }, 'ok'],
    ['no wallet', mobile, 'MOBILE_MONEY_DETAILS_REQUIRED'],
    [
      'a wallet without number',
      { ...mobile, mobile_money_provider: 'wallet_a' },
      'MOBILE_MONEY_DETAILS_REQUIRED',
    ],
    ['both a saved and a complete wallet', { ...mobile, ...saved, ...wallet }, 'CONFLICTING_DESTINATION'],
    ['a wallet and a branch code', { ...mobile, ...wallet, ...branch }, 'CONFLICTING_DESTINATION'],
    [
      'the number of another wallet',
      { ...mobile, ...wallet, mobile_money_provider: 'wallet_c' },
      'PHONE_WALLET_MISMATCH',
    ],
    ['an invalid number', { ...mobile, ...wallet, mobile_money_number: '12345' }, 'INVALID_PHONE'],
    ['cash', cash, 'ok'],
    ['cash to a saved account', { ...cash, ...saved }, 'CONFLICTING_DESTINATION'],
    ['cash to a bank', { ...cash, ...bank, ...branch }, 'CONFLICTING_DESTINATION'],
    ['cash to a wallet', { ...cash, ...wallet }, 'CONFLICTING_DESTINATION'],
    ['an unknown field', { ...cash, agent: 'Corner Shop' }, 'UNKNOWN_FIELD'],
    ['an unknown method', { method: 'cheque' }, 'VALIDATION_ERROR'],
    [
      'a card number as a name',
      { ...transfer, ...branch, ...bank, bank_name: '4242 '.repeat(4).trim() },
      'CARD_NUMBER_IN_TEXT',
    ],
  ])('with $0: $2', (_what, destination, code) => {
    expect(codeOf('requestPayout', { amount: '45.00', currency: 'USD', ...destination })).toBe(code);
  });

  it.each([undefined, null, 7, 'text', []])('that is %j instead of an object: VALIDATION_ERROR', (body) => {
    expect(codeOf('requestPayout', body)).toBe('VALIDATION_ERROR');
  });

  it('with a wrong amount or currency: its code comes before that of the destination', () => {
    expect(codeOf('requestPayout', { amount: '0.00', currency: 'USD', ...cash, ...wallet })).toBe(
      'INVALID_AMOUNT',
    );
    expect(codeOf('requestPayout', { amount: '1.00', currency: 'EUR', ...cash })).toBe(
      'CURRENCY_NOT_SUPPORTED',
    );
    expect(codeOf('requestPayout', { currency: 'USD', ...cash })).toBe('VALIDATION_ERROR');
  });
});

describe('the body of a saved account', () => {
  const mobile = { type: 'mobile_money' };

  it.each([
    ['a complete account', { ...bank, ...branch }, 'ok'],
    ['a complete account and its type', { ...bank, ...branch, type: 'bank', label: 'Main' }, 'ok'],
    ['the bank without branches', { ...bank, bank_name: 'Settlement Bank' }, 'ok'],
    ['no branch code', bank, 'BANK_BRANCH_REQUIRED'],
    ['no field', {}, 'BANK_DETAILS_REQUIRED'],
    [
      'no account name',
      { ...branch, bank_name: 'First Bank', bank_account_number: '1002003004' },
      'BANK_DETAILS_REQUIRED',
    ],
    ['a bank and a wallet', { ...bank, ...branch, ...wallet }, 'CONFLICTING_DESTINATION'],
    ['a complete wallet', { ...mobile, ...wallet }, 'ok'],
    ['no number', { ...mobile, mobile_money_provider: 'wallet_a' }, 'MOBILE_MONEY_DETAILS_REQUIRED'],
    ['only a type', mobile, 'MOBILE_MONEY_DETAILS_REQUIRED'],
    ['a wallet and a branch code', { ...mobile, ...wallet, ...branch }, 'CONFLICTING_DESTINATION'],
    [
      'the number of another wallet',
      { ...mobile, ...wallet, mobile_money_provider: 'wallet_b' },
      'PHONE_WALLET_MISMATCH',
    ],
    [
      'a card number as a label',
      { ...mobile, ...wallet, label: '4242 '.repeat(4).trim() },
      'CARD_NUMBER_IN_TEXT',
    ],
  ])('with $0: $2', (_what, body, code) => {
    expect(codeOf('createBankAccount', body)).toBe(code);
  });
});
