import type { Act } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { keepLastError } from './queries.ts';

/**
 * An attempt on a session was refused: the cashier reads why, and may charge again. One that never began says so itself.
 *
 * Spec: "Virtual terminal". Decision 0024.
 */
export async function noteRefusal(act: Act, checkout: Checkout, failure: string | null): Promise<void> {
  assert(checkout.source_id, 'a checkout of a session names it');
  if (failure !== null) await keepLastError(act.tx, act.merchant.id, checkout.source_id, failure);
}
