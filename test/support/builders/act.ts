import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import type { Act } from '../../../src/engine/context.ts';
import type { Merchant, Mode } from '../../../src/engine/principal.ts';
import { inTransaction } from '../../../src/platform/db/database.ts';
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
