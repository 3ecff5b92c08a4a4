import type { Act } from '../../../engine/context.ts';
import { countTry } from './setup-queries.ts';

/**
 * Begins one try to save a card: it is counted and committed before the gateway is asked. Whoever dies in between leaves an
 * open page, and nothing that anybody waits for.
 *
 * @param of.attempt the number that the form was made for
 * @returns false when the page moved on: the try was made, or the page is over
 *
 * Spec: "Other records", payment method.
 */
export async function beginSaving(
  act: Act,
  of: { readonly id: string; readonly attempt: number },
): Promise<boolean> {
  return await countTry(act.tx, act.merchant.id, { ...of, now: act.ctx.now(act.merchant) });
}
