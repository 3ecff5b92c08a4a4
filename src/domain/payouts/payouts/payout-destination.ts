import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import type { PayoutMethod } from '../../money/fees/payout-fees.ts';
import { isLiveWallet, type Wallet, walletTakes } from '../../money/wallets/wallets.ts';
import { type DestinationFields, destinationOf, noDestination } from '../bank-accounts/destination.ts';
import { type BankAccount, type Destination, findBankAccount } from '../bank-accounts/queries.ts';

/** A saved account by its id, or the fields of a new destination; cash needs neither. */
export type WantedDestination = {
  readonly bankAccountId: string | undefined;
  readonly fields: DestinationFields;
};

/** The method and the destination by the names of a request. The contract has checked which of them are there. */
type Request = {
  readonly method: PayoutMethod;
  readonly bank_account_id?: string | undefined;
  readonly bank_name?: string | undefined;
  readonly bank_account_number?: string | undefined;
  readonly bank_account_name?: string | undefined;
  readonly bank_branch_code?: string | undefined;
  readonly mobile_money_provider?: Wallet | undefined;
  readonly mobile_money_number?: string | undefined;
};

/** What a request says of its destination; cash has none. */
export function wantedDestination(request: Request): WantedDestination {
  const { method, bank_account_id: bankAccountId } = request;
  if (method === 'agent_cash') return { bankAccountId: undefined, fields: {} };
  if (method === 'mobile_money') {
    const { mobile_money_provider: provider, mobile_money_number: phone } = request;
    return { bankAccountId, fields: { provider, phone } };
  }
  const { bank_name: bankName, bank_account_number: accountNumber } = request;
  const { bank_account_name: accountName, bank_branch_code: branchCode } = request;
  return { bankAccountId, fields: { bankName, accountNumber, accountName, branchCode } };
}

type Wanted = {
  readonly method: PayoutMethod;
  readonly currency: Currency;
  readonly destination: WantedDestination;
};

export type PayoutDestination = Destination & { readonly bank_account_id: string | null };

const types = {
  bank_transfer: 'bank',
  mobile_money: 'mobile_money',
  agent_cash: undefined,
} as const satisfies Readonly<Record<PayoutMethod, BankAccount['type'] | undefined>>;

/**
 * The destination of a payout, as its row stores it: a copy, so that deleting a saved account changes no payout.
 *
 * @throws NOT_FOUND, BANK_ACCOUNT_MISMATCH, WALLET_NOT_AVAILABLE see refuseUnfit
 *
 * Spec: "POST /v1/payouts/request".
 */
export async function payoutDestination(act: Act, wanted: Wanted): Promise<PayoutDestination> {
  const { bankAccountId: id, fields } = wanted.destination;
  const type = types[wanted.method];
  if (type === undefined) return { ...noDestination, bank_account_id: null };
  const saved = id === undefined ? undefined : await findBankAccount(act.tx, act.merchant.id, id);
  refuseUnfit(wanted, saved);
  return saved ? copyOf(saved) : { ...destinationOf(act.ctx.secrets, type, fields), bank_account_id: null };
}

/**
 * Refuses a destination to which a payout cannot go.
 *
 * @param saved the saved account that it names, if there is one
 * @throws NOT_FOUND             there is no such saved account
 * @throws BANK_ACCOUNT_MISMATCH the saved account does not fit the method
 * @throws WALLET_NOT_AVAILABLE  the wallet is not live yet, or does not take the currency
 */
export function refuseUnfit({ method, currency, destination }: Wanted, saved: BankAccount | undefined): void {
  const { bankAccountId, fields } = destination;
  if (bankAccountId !== undefined && !saved)
    throw new ApiError('NOT_FOUND', { details: { resource: 'bank_account' } });
  if (saved && saved.type !== types[method]) throw new ApiError('BANK_ACCOUNT_MISMATCH');
  const provider = saved ? saved.provider : fields.provider;
  if (provider && (!isLiveWallet(provider) || !walletTakes(provider, currency)))
    throw new ApiError('WALLET_NOT_AVAILABLE');
}

function copyOf(account: BankAccount): PayoutDestination {
  return {
    bank_account_id: account.id,
    bank_name: account.bank_name,
    account_name: account.account_name,
    account_sealed: account.account_sealed,
    account_last4: account.account_last4,
    branch_code: account.branch_code,
    provider: account.provider,
    number_sealed: account.number_sealed,
    number_masked: account.number_masked,
  };
}
