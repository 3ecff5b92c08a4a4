import type { EventData } from '../../core/events/record.ts';
import type { KycSubmission } from '../../core/merchants/queries.ts';
import { showId } from '../../platform/ids.ts';

/** Spec: "Events delivered today", merchant onboarding. */
export function onboardingData(submission: KycSubmission): EventData<'merchant.onboarding.submitted'> {
  return { id: showId('mer', submission.merchant_id), status: submission.status, tier: submission.tier };
}
