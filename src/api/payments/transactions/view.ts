import type { components } from '../../../../generated/openapi.d.ts';
import { formatMoney2, formatMoney4, showMoney2 } from '../../../domain/money/amounts/amount.ts';
import { readGatewayName } from '../../../domain/money/gateways/names.ts';
import { maskPhone } from '../../../domain/money/wallets/phone.ts';
import { metadataView } from '../../../domain/payments/checkouts/metadata.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import { netOf, shownFee } from '../../../domain/payments/transactions/shown-fee.ts';
import type { Act, Context, EventData } from '../../../engine/context.ts';
import { isoOf } from '../../../platform/http/dates.ts';
import { type IdPrefix, showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

const sourcePrefixes = {
  checkout: 'chk',
  payment_link: 'plink',
  virtual_terminal_session: 'vts',
  terminal: 'trm',
  invoice: 'inv',
  subscription: 'sub',
  refund: 'ref',
  payout: 'po',
} as const satisfies Record<Transaction['source_type'], IdPrefix>;

/** Spec: "Transaction". */
export function transactionView(ctx: Context, row: Transaction): Schemas['Transaction'] {
  return {
    id: showId('txn', row.id),
    type: row.type,
    status: row.status,
    // What is handed back is what a provider has taken, however fine.
    amount: showMoney2(row.amount),
    net_amount: showMoney2(netOf(ctx, row)),
    fee: formatMoney2(shownFee(ctx, row)),
    currency: row.currency,
    gateway: readGatewayName(row.gateway),
    gateway_reference: row.gateway_reference,
    merchantTransactionId: row.reference,
    payment_method: methodView(row),
    source: sourceView(row),
    checkout_id: row.checkout_id && showId('chk', row.checkout_id),
    parent_transaction_id: row.parent_id && showId('txn', row.parent_id),
    customer: customerView(row),
    amount_refunded: formatMoney2(row.refunded),
    amount_refundable: formatMoney2(refundableOf(row)),
    reserve_amount: row.reserve_release_at && formatMoney2(row.reserve_amount),
    reserve_release_at: instant(row.reserve_release_at),
    available_on: instant(row.available_on),
    description: row.description,
    metadata: metadataView(row.metadata),
    failure: failureInfo(row.failure),
    late: row.late,
    livemode: ctx.mode === 'live',
    created_at: isoOf(row.created_at),
    completed_at: instant(row.completed_at),
  };
}

function sourceView(row: Transaction): Schemas['TransactionSource'] {
  return { type: row.source_type, id: showId(sourcePrefixes[row.source_type], row.source_id) };
}

/** How the customer paid; never the full card or phone number. */
function methodView(row: Transaction): Schemas['PaymentMethodSummary'] | null {
  if (row.method_type === null) return null;
  const phone_masked = row.method_phone && maskPhone(row.method_phone);
  return { type: row.method_type, brand: row.method_brand, last4: row.method_last4, phone_masked };
}

function customerView({ customer_name: name, customer_email: email, customer_phone: phone }: Transaction) {
  if (name === null && email === null && phone === null) return null;
  return { name, email, phone_masked: phone && maskPhone(phone) };
}

function refundableOf(row: Transaction): bigint {
  return row.type === 'payment' && row.status === 'completed' ? row.amount - row.refunded - row.disputed : 0n;
}

function instant(time: Date | null): string | null {
  return time && isoOf(time);
}

/** An attempt in its events: amounts have four decimals. Spec: "Events", envelope. */
export function captureData(payment: Transaction, { ctx }: Act): EventData<'payment.capture.completed'> {
  return {
    id: showId('txn', payment.id),
    amount: formatMoney4(payment.amount),
    net: formatMoney4(netOf(ctx, payment)),
    currency: payment.currency,
    status: payment.status,
    fee: formatMoney4(shownFee(ctx, payment)),
    gateway: readGatewayName(payment.gateway),
    checkout_id: payment.checkout_id && showId('chk', payment.checkout_id),
    merchantTransactionId: payment.reference,
    payment_method: methodView(payment),
    source: sourceView(payment),
    metadata: metadataView(payment.metadata),
    failure: failureInfo(payment.failure),
    late: payment.late,
  };
}
