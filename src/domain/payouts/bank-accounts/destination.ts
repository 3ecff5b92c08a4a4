import { assert } from '../../../platform/assert.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { PaidDestination } from '../../money/gateways/payout-port.ts';
import { maskPhone, normalisePhone } from '../../money/wallets/phone.ts';
import type { Wallet } from '../../money/wallets/wallets.ts';
import type { BankAccount, Destination } from './queries.ts';

/** Seals full numbers for one purpose, so that nothing else can open them. */
export const numberPurpose = 'destination-number';

/** Cash has no destination: it is handed to the person who knows the code. */
export const noDestination = {
  bank_name: null,
  account_name: null,
  account_sealed: null,
  account_last4: null,
  branch_code: null,
  provider: null,
  number_sealed: null,
  number_masked: null,
} as const satisfies Destination;

/** The fields of a destination as the caller sends them. The contract has checked which of them are there. */
export type DestinationFields = {
  readonly bankName?: string | undefined;
  /** As the merchant writes it, perhaps with spaces and hyphens. */
  readonly accountNumber?: string | undefined;
  readonly accountName?: string | undefined;
  readonly branchCode?: string | undefined;
  readonly provider?: Wallet | undefined;
  readonly phone?: string | undefined;
};

/** A destination as it is stored: full numbers sealed, and beside them the part that may be shown. Spec: "POST /v1/payouts/request". */
export function destinationOf(
  secrets: Secrets,
  type: BankAccount['type'],
  fields: DestinationFields,
): Destination {
  return type === 'bank' ? atBank(secrets, fields) : inWallet(secrets, fields);
}

type StoredDestination = Omit<Destination, 'account_last4' | 'number_masked'>;

/** The destination of a payout as its gateway needs it, with the whole number. */
export function openDestination(secrets: Secrets, stored: StoredDestination): PaidDestination {
  const { bank_name: bankName, account_name: accountName, account_sealed, branch_code, provider } = stored;
  if (account_sealed !== null) {
    assert(bankName && accountName, 'a bank account has its bank and its holder');
    const accountNumber = secrets.open(account_sealed, numberPurpose);
    return { type: 'bank', bankName, accountName, accountNumber, branchCode: branch_code };
  }
  if (stored.number_sealed === null) return { type: 'cash' };
  assert(provider, 'a number belongs to a wallet');
  return { type: 'wallet', wallet: provider, phone: secrets.open(stored.number_sealed, numberPurpose) };
}

function atBank(secrets: Secrets, fields: DestinationFields): Destination {
  const { bankName, accountNumber, accountName, branchCode } = fields;
  assert(bankName && accountNumber && accountName, 'the contract asks for all of a bank account');
  const number = accountNumber.replaceAll(/[ -]/g, '');
  return {
    ...noDestination,
    bank_name: bankName,
    account_name: accountName,
    account_sealed: secrets.seal(number, numberPurpose),
    account_last4: number.slice(-4),
    branch_code: branchCode ?? null,
  };
}

function inWallet(secrets: Secrets, { provider, phone }: DestinationFields): Destination {
  assert(provider && phone, 'the contract asks for all of a wallet');
  const number = normalisePhone(phone);
  return {
    ...noDestination,
    provider,
    number_sealed: secrets.seal(number, numberPurpose),
    number_masked: maskPhone(number),
  };
}
