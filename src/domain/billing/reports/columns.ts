import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { formatMoney2, showMoney2 } from '../../money/amounts/amount.ts';
import { readGatewayName } from '../../money/gateways/names.ts';
import { sourceOf, sourcePrefixes } from '../../money/ledger/entries/sources.ts';
import { maskPhone } from '../../money/wallets/phone.ts';
import { metadataView } from '../../payments/checkouts/metadata.ts';
import { failureInfo } from '../../payments/transactions/failures.ts';
import type { Transaction } from '../../payments/transactions/queries.ts';
import { netOf, shownFee } from '../../payments/transactions/shown-fee.ts';
import type { Payout } from '../../payouts/payouts/queries.ts';
import { shownFee as shownFeeOfPayout } from '../../payouts/payouts/shown-fee.ts';
import type { Columns } from './format.ts';
import type { EntryRow } from './row-queries.ts';

/** By the field names of the API where it has the field. */
export const transactionColumns = (ctx: Pick<Context, 'gateways'>): Columns<Transaction> => ({
  id: ({ id }) => showId('txn', id),
  type: ({ type }) => type,
  status: ({ status }) => status,
  amount: ({ amount }) => showMoney2(amount),
  fee: (row) => formatMoney2(shownFee(ctx, row)),
  net_amount: (row) => showMoney2(netOf(ctx, row)),
  currency: ({ currency }) => currency,
  gateway: ({ gateway }) => readGatewayName(gateway),
  gateway_reference: ({ gateway_reference: text }) => ({ text }),
  merchant_transaction_id: ({ reference: text }) => ({ text }),
  payment_method: ({ method_type }) => method_type,
  payment_detail: ({ method_last4, method_phone: phone }) => ({
    text: method_last4 ?? (phone && maskPhone(phone)),
  }),
  checkout_id: ({ checkout_id: id }) => id && showId('chk', id),
  parent_transaction_id: ({ parent_id: id }) => id && showId('txn', id),
  amount_refunded: ({ refunded }) => formatMoney2(refunded),
  customer_name: ({ customer_name: text }) => ({ text }),
  customer_email: ({ customer_email: text }) => ({ text }),
  description: ({ description: text }) => ({ text }),
  failure_code: ({ failure }) => failureInfo(failure)?.code ?? null,
  created_at: ({ created_at }) => created_at.toISOString(),
  completed_at: ({ completed_at }) => completed_at && completed_at.toISOString(),
  // The ledger names a refund by this id only, and a row of a refund has that of its transaction.
  refund_id: ({ source_type, source_id }) => (source_type === 'refund' ? showId('ref', source_id) : null),
  amount_disputed: ({ disputed }) => formatMoney2(disputed),
  metadata: ({ metadata }) => ({ object: metadataView(metadata) }),
});

export const payoutColumns: Columns<Payout> = {
  payout_id: ({ id }) => showId('po', id),
  transaction_id: ({ transaction_id }) => showId('txn', transaction_id),
  method: ({ method }) => method,
  status: ({ status }) => status,
  amount: ({ amount }) => formatMoney2(amount),
  fee: (payout) => formatMoney2(shownFeeOfPayout(payout).fee),
  net_amount: (payout) => formatMoney2(shownFeeOfPayout(payout).net),
  currency: ({ currency }) => currency,
  bank_name: ({ bank_name: text }) => ({ text }),
  account_name: ({ account_name: text }) => ({ text }),
  account_last4: ({ account_last4 }) => account_last4,
  provider: ({ provider }) => provider,
  number_masked: ({ number_masked: text }) => ({ text }),
  failure_code: ({ failure }) => failureInfo(failure)?.code ?? null,
  created_at: ({ created_at }) => created_at.toISOString(),
  completed_at: ({ completed_at }) => completed_at && completed_at.toISOString(),
  subaccount_id: ({ subaccount_id: id }) => id && showId('sac', id),
};

const ofJournal: Columns<EntryRow> = {
  journal: ({ number }) => String(number),
  effective_at: ({ effective_at }) => effective_at.toISOString(),
  movement: ({ movement }) => movement,
  source_id: (row) => sourceIn(row),
};

export const entryColumns: Columns<EntryRow> = {
  ...ofJournal,
  bucket: ({ code }) => code,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => formatMoney2(amount),
  balance_after: ({ balance_after }) => formatMoney2(balance_after),
};

/** Fees are the service's: a positive amount is what the merchant paid. */
export const feeColumns: Columns<EntryRow> = {
  ...ofJournal,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => formatMoney2(amount),
};

/** The object that caused a movement, by its id. */
function sourceIn(row: EntryRow): string {
  const { type, id } = sourceOf(row);
  return showId(sourcePrefixes[type], id);
}
