import type { Context } from '../context.ts';
import { forgetKeysAcrossMerchants } from './queries.ts';

const batch = 1000;

/**
 * Daily job `keys.forget-answers`: idempotency keys are kept for a day.
 *
 * Decision 0007.
 */
export async function forgetAnswers(ctx: Context): Promise<void> {
  while ((await forgetKeysAcrossMerchants(ctx.db, batch)) === batch);
}
