import { findSubaccounts, type Subaccount } from '../../../../../domain/money/splits/subaccount-queries.ts';
import {
  type BankAccount,
  findBankAccountsById,
} from '../../../../../domain/payouts/bank-accounts/queries.ts';
import type { WantedItem } from '../../../../../domain/payouts/batches/create-batch.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

/** What payouts name by an id, read once for a whole file. */
export type Named = {
  /** The saved destination of a payout; undefined: it names none, or one that does not exist. */
  readonly account: (item: WantedItem) => BankAccount | undefined;
  /** The partner from whose balance it is paid; undefined: it names none, or one that does not exist. */
  readonly partner: (item: WantedItem) => Subaccount | undefined;
};

export async function namedIn(
  { ctx, merchantId }: MerchantVisit,
  items: readonly WantedItem[],
): Promise<Named> {
  const accountIds = idsIn(items, accountIdOf);
  const partnerIds = idsIn(items, partnerIdOf);
  const accounts = accountIds.length === 0 ? [] : await findBankAccountsById(ctx.db, merchantId, accountIds);
  const partners = partnerIds.length === 0 ? [] : await findSubaccounts(ctx.db, merchantId, partnerIds);
  return {
    account: (item) => accounts.find(({ id }) => id === accountIdOf(item)),
    partner: (item) => partners.find(({ id }) => id === partnerIdOf(item)),
  };
}

/** The contract takes an id in upper case, too. */
const accountIdOf = ({ destination }: WantedItem): string | undefined =>
  destination.bankAccountId?.toLowerCase();

const partnerIdOf = ({ subaccountId }: WantedItem): string | undefined => subaccountId;

const idsIn = (
  items: readonly WantedItem[],
  idOf: (item: WantedItem) => string | undefined,
): readonly string[] => [...new Set(items.map(idOf).filter((id) => id !== undefined))];
