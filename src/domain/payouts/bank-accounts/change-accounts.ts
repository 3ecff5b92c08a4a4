import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import { type DestinationFields, destinationOf, noDestination, numberPurpose } from './destination.ts';
import { type BankAccount, blankAccount, insertBankAccount } from './queries.ts';

export type WantedAccount = {
  readonly type: BankAccount['type'];
  readonly fields: DestinationFields;
  readonly label: string | undefined;
};

/**
 * Saves a destination for payouts. Saving the same one twice makes two records.
 *
 * Spec: "POST /v1/payouts/request", bank_account_id.
 */
export async function addBankAccount(act: Act, wanted: WantedAccount): Promise<BankAccount> {
  return await insertBankAccount(act.tx, act.merchant.id, {
    ...destinationOf(act.ctx.secrets, wanted.type, wanted.fields),
    id: newId(),
    type: wanted.type,
    label: wanted.label ?? null,
    created_at: act.ctx.now(act.merchant),
  });
}

/**
 * No further payout can name the account. Each payout has a copy of its destination, so those that were requested go on. The row
 * stays, because they refer to it, without number, holder, bank and label. Deleting again changes nothing.
 *
 * @throws NOT_FOUND there never was such an account
 *
 * Spec: "POST /v1/payouts/request", bank_account_id.
 */
export async function deleteBankAccount(act: Act, id: string): Promise<void> {
  // Callers may write a UUID in upper case.
  const wanted = id.toLowerCase();
  const nothing = act.ctx.secrets.seal('', numberPurpose);
  const deleted = { at: act.ctx.now(act.merchant), nothing, blank: { ...noDestination, label: null } };
  const found = isUuid(wanted) && (await blankAccount(act.tx, act.merchant.id, wanted, deleted));
  if (!found) throw new ApiError('NOT_FOUND', { details: { resource: 'bank_account' } });
}
