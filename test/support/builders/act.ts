import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { amountOf } from '../../../src/domain/money/amounts/amount.ts';
import { capturePayment } from '../../../src/domain/payments/attempts/capture-payment.ts';
import { insertTransaction } from '../../../src/domain/payments/transactions/queries.ts';
import type { Act } from '../../../src/engine/context.ts';
import type { Merchant, Mode } from '../../../src/engine/principal.ts';
import { inTransaction } from '../../../src/platform/db/database.ts';
import { newId, readId } from '../../../src/platform/ids.ts';
import type { App } from '../service/app.ts';

type When = {
  readonly mode?: Mode;
  /** The business time of the action; absent: the merchant's clock. */
  readonly at?: Date;
};

/** Runs an action of the domain for a merchant, in a transaction of its own, as a call or a job would. */
export function asMerchant<T>(
  { service }: App,
  { merchantId }: Pick<CreatedMerchant, 'merchantId'>,
  work: (act: Act) => Promise<T>,
  { mode = 'sandbox', at }: When = {},
): Promise<T> {
  const ctx = service.contexts[mode];
  return inTransaction(ctx.db, merchantId, (tx, clockOffsetMs) => {
    const merchant = at ? merchantAt(merchantId, at) : { id: merchantId, clockOffsetMs };
    return work({ ctx, tx, merchant });
  });
}

/** A merchant as a job sees it that a turned clock runs: its time is `at`. */
export function merchantAt(id: Merchant['id'], at: Date): Merchant {
  return { id, clockOffsetMs: 0, at };
}

/** A time that is this many seconds ahead of real time. */
export function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

type LivePayment = {
  readonly method: 'card' | 'wallet_a';
  readonly at: Date;
  readonly splitId?: string | undefined;
};

/** Captures a live payment of 100.00, which settles a day or two later, and returns its UUID. */
export async function capturedLive(
  app: App,
  merchant: Pick<CreatedMerchant, 'merchantId'>,
  { method, at, splitId }: LivePayment,
): Promise<string> {
  const id = newId();
  const amount = amountOf(1_000_000n);
  const about = { gateway: 'sandbox_card', reference: id, source_type: 'checkout', source_id: id } as const;
  const capture = async (act: Act) => {
    const payment = insertTransaction(act.tx, act.merchant.id, {
      ...about,
      id,
      type: 'payment',
      status: 'pending',
      amount,
      currency: 'USD',
      method_type: method,
      late: false,
      split_id: splitId === undefined ? null : readId('spl', splitId),
      created_at: at,
    });
    const approved = { kind: 'approved', gatewayReference: id, gatewayStatus: 'PAID' } as const;
    await capturePayment(act, payment, { ...approved, amount, currency: 'USD' }, false);
  };
  await asMerchant(app, merchant, capture, { mode: 'live', at });
  return id;
}
