/** What the reference peer shows of its rows: the same fields as the service. */
import type { Row } from 'postgres';
import { showId } from '../../../src/platform/ids.ts';

const payAt = 'http://localhost/test/c';

export function openedView(id: string) {
  return {
    checkout_id: id,
    payment_url: `${payAt}/${id}`,
    gateway_name: 'sandbox_card',
    requires_polling: false,
  };
}

export function statusView(row: Row) {
  const id = showId('chk', row['id']);
  return {
    checkout_id: id,
    status: row['status'],
    merchantTransactionId: row['reference'],
    amount: money(row['amount']),
    currency: row['currency'],
    payment_url: `${payAt}/${id}`,
    payment_method: row['method_type'],
    failure: row['failure'],
    late: row['late'],
    capture: row['capture'],
    authorization: null,
    expires_at: row['expires_at'].toISOString(),
    created_at: row['created_at'].toISOString(),
  };
}

/** Ten-thousandths, of which the last two are zero. */
function money(units: string): string {
  const digits = units.padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4, -2)}`;
}

export function pageView(rows: readonly Row[], limit: number) {
  const items = rows.slice(0, limit).map(transactionView);
  return { items, next_cursor: rows.length > limit ? items.at(-1)?.id : null, has_more: rows.length > limit };
}

function transactionView(row: Row) {
  const left = BigInt(row['amount']) - BigInt(row['refunded']) - BigInt(row['disputed']);
  return {
    id: showId('txn', row['id']),
    type: row['type'],
    status: row['status'],
    amount: money(row['amount']),
    net_amount: money(String(BigInt(row['amount']) - BigInt(row['fee']))),
    fee: money(row['fee']),
    currency: row['currency'],
    gateway: row['gateway'],
    gateway_reference: row['gateway_reference'],
    merchantTransactionId: row['reference'],
    payment_method: {
      type: row['method_type'],
      brand: row['method_brand'],
      last4: row['method_last4'],
      phone_masked: null,
    },
    source: { type: row['source_type'], id: showId('chk', row['source_id']) },
    checkout_id: row['checkout_id'] && showId('chk', row['checkout_id']),
    parent_transaction_id: row['parent_id'] && showId('txn', row['parent_id']),
    customer: { name: row['customer_name'], email: row['customer_email'], phone_masked: null },
    amount_refunded: money(row['refunded']),
    amount_refundable: money(String(row['status'] === 'completed' ? left : 0n)),
    reserve_amount: row['reserve_release_at'] && money(row['reserve_amount']),
    reserve_release_at: instant(row['reserve_release_at']),
    available_on: instant(row['available_on']),
    description: row['description'],
    failure: row['failure'],
    late: row['late'],
    livemode: false,
    created_at: row['created_at'].toISOString(),
    completed_at: instant(row['completed_at']),
  };
}

function instant(time: Date | null): string | null {
  return time && time.toISOString();
}
