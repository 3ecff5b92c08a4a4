import type { Act } from '../../../engine/context.ts';
import { newId } from '../../../platform/ids.ts';
import { type DestinationFields, destinationOf } from './destination.ts';
import { type BankAccount, insertBankAccount } from './queries.ts';

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
