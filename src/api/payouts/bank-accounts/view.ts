import type { components } from '../../../../generated/openapi.d.ts';
import type { BankAccount } from '../../../domain/payouts/bank-accounts/queries.ts';

/** Never shows the full account or phone number: it is stored sealed. */
export function bankAccountView(account: BankAccount): components['schemas']['BankAccount'] {
  return {
    bank_account_id: account.id,
    type: account.type,
    bank_name: account.bank_name,
    bank_account_name: account.account_name,
    account_last4: account.account_last4,
    bank_branch_code: account.branch_code,
    mobile_money_provider: account.provider,
    number_masked: account.number_masked,
    label: account.label,
    created_at: account.created_at.toISOString(),
  };
}
