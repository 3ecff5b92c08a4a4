import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Says } from '../../../../../../src/domain/money/gateways/bank-files/messages/notices.ts';
import { isIban } from '../../../../../../src/domain/money/gateways/bank-files/messages/parties.ts';
import { afterSaying } from '../../../../../../src/domain/money/gateways/bank-files/moves.ts';
import { bankFinder } from '../../../../../../src/domain/money/gateways/bank-files/settings/banks.ts';
import { bankFilesSettingsSchema } from '../../../../../../src/domain/money/gateways/bank-files/settings/settings.ts';
import { railKinds } from '../../../../../../src/domain/money/gateways/routing/rails.ts';
import { bankSettings } from '../../../../../support/rails/bank/rail.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(bankFilesSettingsSchema);
const settings = (about: object = {}) => ({ ...bankSettings({ base: '/var/spool/bank' }), ...about });
const problems = (value: object) =>
  validate(value) ? [] : (validate.errors ?? []).map((error) => error.instancePath);
const cut_offs = bankSettings({ base: '/' }).cut_offs;
const debtor = bankSettings({ base: '/' }).debtor;
const host_keys = [`SHA256:${'A'.repeat(43)}`];
const address = 'sftp://mps@files.bank.example:2222/home';

describe('the settings of a bank', () => {
  it.each([
    ['a folder', {}],
    ['SFTP with a key', { address, host_keys, key: 'a key', passphrase: 'a phrase' }],
    ['SFTP with a password', { address, host_keys, password: 'a password' }],
    ['a bank by its BIC of eleven', { banks: [{ name: 'Third Bank', bic: 'THRDZWHX001' }] }],
  ])('are well with %s', (_name, about) => {
    expect(problems(settings(about))).toEqual([]);
  });

  it.each([
    ['SFTP without the server’s key', { address, password: 'a password' }],
    ['SFTP without a secret', { address, host_keys }],
    ['an address without a user', { address: 'sftp://files.bank.example/', host_keys, key: 'a key' }],
    ['a folder from the root', { outgoing: '/etc' }],
    ['a time that is none', { cut_offs: { ...cut_offs, times: ['24:00'] } }],
    ['a time zone that is none', { cut_offs: { ...cut_offs, time_zone: 'Africa/Nowhere' } }],
    ['a day that is none', { cut_offs: { ...cut_offs, holidays: ['2026-02-30'] } }],
    ['a BIC that is none', { debtor: { ...debtor, bic: 'SRVC' } }],
    ['no account', { debtor: { ...debtor, accounts: {} } }],
    ['a bank that no file can name', { banks: [{ name: 'Third Bank' }] }],
    ['a setting that is not known', { cutoffs: cut_offs }],
  ])('are wrong with %s', (_name, about) => {
    expect(problems(settings(about))).not.toEqual([]);
  });
});

const first = { name: 'First Bank', bic: 'FRSTZWHX' };
const refuse = (...banks: readonly object[]) => railKinds['iso20022']?.refuse?.(settings({ banks }));

describe('a bank', () => {
  it('has no name that leads to another bank too, however it is written', () => {
    const other = { name: 'Second Bank', also: ['FIRST-BANK'], bic: 'SCNDZWHX' };

    expect(() => refuse(first, other)).toThrow('banks[1] and banks[2] have a name in common');
    expect(() => refuse(other, { name: 'Third Bank', bic: 'THRDZWHX' }, first)).toThrow(
      'banks[1] and banks[3]',
    );
    // Nobody could be paid at the wrong bank.
    expect(() => refuse({ ...first, also: ['first bank'] }, { ...first, name: 'FIRST BANK' })).not.toThrow();
  });

  it('is not found by a name that shares only what is left without the letters of its script', () => {
    const bankOf = bankFinder([{ ...first, name: '北京 Bank' }]);

    expect(bankOf('北京-BANK')?.bic).toBe(first.bic);
    expect([bankOf('上海 Bank'), bankOf('Bank')]).toEqual([undefined, undefined]);
  });
});

it.each([
  ['GB82WEST12345698765432', true],
  ['GB82WEST12345698765423', false],
  ['1002003004', false],
  ['GB82', false],
])('takes %s for an IBAN: %s', (account, is) => {
  expect(isIban(account)).toBe(is);
});

describe('what a bank says', () => {
  const all: readonly Says[] = ['accepted', 'settled', 'debited', 'rejected', 'duplicate', 'returned'];
  const after = (state: Parameters<typeof afterSaying>[0]) =>
    all.map((says) => afterSaying(state, says, 'first'));
  const never = 'contradiction';

  it.each([
    ['waiting', [never, never, never, never, never, never]],
    ['filed', ['accepted', 'settled', 'settled', 'rejected', never, 'returned']],
    ['accepted', ['same', 'settled', 'settled', 'rejected', never, 'returned']],
    ['settled', ['same', 'same', 'same', never, never, 'returned']],
    ['rejected', ['same', never, never, 'same', never, never]],
    ['returned', ['same', 'same', 'same', 'same', never, 'same']],
  ] as const)('of a transfer that is %s leads to %j', (state, verdicts) => {
    expect(after(state)).toEqual(verdicts);
  });

  it.each([
    ['first', ['settled', 'settled']],
    ['status', ['settled', 'accepted']],
    ['debit', ['accepted', 'settled']],
  ] as const)('by status and by debit leads, with settled_by %s, to %j', (settledBy, verdicts) => {
    const spoken = (['settled', 'debited'] as const).map((says) => afterSaying('filed', says, settledBy));

    expect(spoken).toEqual(verdicts);
  });

  it.each(['first', 'status', 'debit'] as const)(
    'by a status or a debit of a rejected transfer is a contradiction with settled_by %s',
    (settledBy) => {
      const about = (state: 'rejected' | 'waiting') =>
        (['settled', 'debited'] as const).map((says) => afterSaying(state, says, settledBy));

      expect([about('rejected'), about('waiting')]).toEqual([
        [never, never],
        [never, never],
      ]);
    },
  );

  it('that does not end a payout by the settings changes nothing when the bank has it already', () => {
    const later = [afterSaying('accepted', 'settled', 'debit'), afterSaying('settled', 'debited', 'status')];

    expect(later).toEqual(['same', 'same']);
  });
});
