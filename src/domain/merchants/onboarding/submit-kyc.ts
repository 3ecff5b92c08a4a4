import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { newId } from '../../../platform/ids.ts';
import type { KycSubmission } from './queries.ts';
import { insertSubmission } from './queries.ts';

/**
 * The merchant asks to be moved to a tier.
 *
 * Spec: "Events", merchant.onboarding.submitted.
 */
export async function submitKyc(act: Act, wanted: { readonly tier: number }): Promise<KycSubmission> {
  const created_at = act.ctx.now(act.merchant);
  const row = { id: newId(), tier: wanted.tier, status: 'submitted', created_at } as const;
  const submission = await insertSubmission(act.tx, act.merchant.id, row);
  await recordEvent(act, 'merchant.onboarding.submitted', submission);
  return submission;
}
