import type { ErrorCode } from '../../../../generated/error-catalogue.ts';
import type { Confirm } from '../../../engine/calls/handler.ts';
import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { ApiError, type FieldError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { amountOf, formatMoney2 } from '../../money/amounts/amount.ts';
import { type Currency, currencies } from '../../money/amounts/currency.ts';
import { readBalances } from '../../money/ledger/balances.ts';
import type { WantedPayout } from '../payouts/request-payout.ts';
import { type Batch, insertBatch, insertItems } from './queries.ts';
import { itemPurpose, writeItem } from './sealed-item.ts';

/** Why the contract refuses a line of CSV, with paths within the item. */
export type LineRefusal = { readonly code: ErrorCode; readonly errors: readonly FieldError[] };

export type WantedItem = Omit<WantedPayout, 'appId'>;
/** An item, or why it is none: only a line of CSV is refused that late. */
export type WantedLine = WantedItem | { readonly refusal: LineRefusal };

/** How many errors of an item are kept: a thousand lines may be wrong in each of their cells. */
const mostErrors = 10;

type WantedBatch = { readonly appId: string; readonly items: readonly WantedLine[] };

/**
 * Stores a batch. The job `payout-batches.run` makes its payouts. Nothing is locked: the merchant's own balance is only looked at, so
 * that a batch that it cannot pay is refused as a whole. What a subaccount cannot pay is refused item by item.
 *
 * @throws GATEWAY_NOT_CONFIGURED no gateway pays out in this mode
 * @throws INSUFFICIENT_BALANCE   `details.available`, `details.required`
 * @throws VALIDATION_ERROR, TOTP_REQUIRED, TOTP_INVALID, TOTP_LOCKED checked last, once for all items
 *
 * Decision 0080.
 */
export async function createBatch(
  act: Act & { readonly confirm: Confirm },
  { appId, items }: WantedBatch,
): Promise<Batch> {
  if (!act.ctx.gateways.paysOut) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  refuseMoreThan((await readBalances(act.tx, act.merchant.id)).available, items);
  await act.confirm();
  const id = newId();
  const created_at = act.ctx.now(act.merchant);
  const batch = await insertBatch(act.tx, act.merchant.id, {
    id,
    app_id: appId,
    status: 'processing',
    created_at,
  });
  await insertItems(
    act.tx,
    act.merchant.id,
    items.map((item, at) => ({ id: newId(), batch_id: id, position: at + 1, ...columnsOf(act, item) })),
  );
  await recordEvent(act, 'payment.payout-batch.processing', batch);
  await enqueue(act, 'payout-batches.run', { key: id, payload: { batchId: id } });
  return batch;
}

/** @throws INSUFFICIENT_BALANCE see createBatch */
export function refuseMoreThan(
  available: Readonly<Record<Currency, bigint>>,
  items: readonly WantedLine[],
): void {
  for (const currency of currencies) {
    const amounts = items.map((item): bigint =>
      'refusal' in item || item.currency !== currency || item.subaccountId !== undefined ? 0n : item.amount,
    );
    const required = amounts.reduce((sum, amount) => sum + amount, 0n);
    if (required === 0n || required <= available[currency]) continue;
    const details = {
      available: formatMoney2(available[currency]),
      required: formatMoney2(amountOf(required)),
    };
    throw new ApiError('INSUFFICIENT_BALANCE', { details });
  }
}

/** A waiting item is sealed, since it may hold an account number. */
function columnsOf({ ctx }: Act, item: WantedLine) {
  if ('refusal' in item) {
    const { code, errors } = item.refusal;
    return { refusal: code, refusal_errors: JSON.stringify(errors.slice(0, mostErrors)) };
  }
  const { method, amount, currency } = item;
  if (method === 'agent_cash') throw new Error('a batch pays out no cash');
  const request_sealed = ctx.secrets.seal(writeItem(item), itemPurpose);
  return { method, amount, currency, request_sealed };
}
