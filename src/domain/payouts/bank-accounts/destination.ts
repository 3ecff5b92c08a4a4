import { assert } from '../../../platform/assert.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { maskPhone, normalisePhone } from '../../money/wallets/phone.ts';
import type { Wallet } from '../../money/wallets/wallets.ts';
import type { BankAccount, Destination } from './queries.ts';

/** What full numbers are sealed for: only whoever pays out opens them. */
const numberPurpose = 'destination-number';

/** Nothing: cash is handed to whoever knows the code. */
export const noDestination: Destination = {
  bank_name: null,
  account_name: null,
  account_sealed: null,
  account_last4: null,
  branch_code: null,
  provider: null,
  number_sealed: null,
  number_masked: null,
};

/** What a caller writes of a destination; which of it is there, the contract has judged. */
export type DestinationFields = {
  readonly bankName?: string | undefined;
  /** As the merchant writes it: spaces and hyphens are his. */
  readonly accountNumber?: string | undefined;
  readonly accountName?: string | undefined;
  readonly branchCode?: string | undefined;
  readonly provider?: Wallet | undefined;
  readonly phone?: string | undefined;
};

/** A destination as rows keep it: full numbers sealed, and what may be shown of them. Spec: "POST /v1/payouts/request". */
export function destinationOf(
  secrets: Secrets,
  type: BankAccount['type'],
  fields: DestinationFields,
): Destination {
  return type === 'bank' ? atBank(secrets, fields) : inWallet(secrets, fields);
}

function atBank(secrets: Secrets, fields: DestinationFields): Destination {
  const { bankName, accountNumber, accountName, branchCode } = fields;
  assert(bankName && accountNumber && accountName, 'the contract asks for all of a bank account');
  return {
    ...noDestination,
    bank_name: bankName,
    account_name: accountName,
    account_sealed: secrets.seal(accountNumber, numberPurpose),
    account_last4: lastOf(accountNumber),
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

/** Four characters, of which no more are shown than hidden: the shortest account numbers have only four themselves. */
function lastOf(number: string): string {
  const shown = Math.min(4, Math.floor(number.length / 2));
  return number.slice(-shown).padStart(4, '-');
}
