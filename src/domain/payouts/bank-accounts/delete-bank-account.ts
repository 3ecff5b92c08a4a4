import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import { markDeleted } from './queries.ts';

/**
 * No further payout can name the account. Each payout has a copy of its destination, so those that were requested go on. Deleting
 * again changes nothing.
 *
 * @param id as the caller wrote it, in upper or lower case
 * @throws NOT_FOUND there never was such an account
 *
 * Spec: "POST /v1/payouts/request", bank_account_id.
 */
export async function deleteBankAccount(act: Act, id: string): Promise<void> {
  const known = id.toLowerCase();
  const found =
    isUuid(known) && (await markDeleted(act.tx, act.merchant.id, known, act.ctx.now(act.merchant)));
  if (!found) throw new ApiError('NOT_FOUND', { details: { resource: 'bank_account' } });
}
