import { type OperationFacts, type OperationId, operations } from '../../../../generated/operations.ts';
import type { Feature } from '../../../../generated/values.ts';
import { refuseOverdue } from '../../../domain/merchants/access/admit.ts';
import { listApps } from '../../../domain/merchants/accounts/app-queries.ts';
import { findMerchant } from '../../../domain/merchants/accounts/queries.ts';
import { kycTierOf } from '../../../domain/merchants/onboarding/kyc.ts';
import { ApiError } from '../../../platform/errors.ts';
import { appsWords } from '../../words/dashboard/developers/apps.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { Refusal } from './answers.ts';
import type { MerchantVisit } from './visit.ts';

/**
 * The app for which a person sells: the oldest one of the mode, which then gets the events.
 *
 * @param feature what the app must be allowed to do
 * @throws Refusal there is no app, or none may do it
 */
export async function sellingApp(
  { office, merchantId, mode }: MerchantVisit,
  feature?: Feature,
): Promise<string> {
  const apps = (await listApps(office.platform, merchantId)).filter((app) => app.mode === mode);
  const app = apps.find(({ features }) => feature === undefined || features.includes(feature));
  if (app) return app.id;
  if (apps.length === 0 || feature === undefined) throw new Refusal(frameWords.noApp);
  throw new Refusal(frameWords.noFeature(appsWords.features.names[feature] ?? feature));
}

/**
 * Refuses a merchant whose business is not verified as far as the contract demands for an operation.
 *
 * @throws KYC_REQUIRED
 */
export async function refuseUnverified(
  { ctx, office, merchantId }: MerchantVisit,
  operationId: OperationId,
): Promise<void> {
  const { kyc }: OperationFacts = operations[operationId];
  if (kyc === undefined) return;
  const merchant = await findMerchant(office.platform, merchantId);
  if ((await kycTierOf(ctx.db, merchantId, merchant?.kyc_tier ?? 0)) < kyc)
    throw new ApiError('KYC_REQUIRED', { details: { required_kyc_tier: kyc } });
}

/** Refuses what takes new payments or an advance, as the API does. @throws PLATFORM_INVOICE_OVERDUE see refuseOverdue */
export function refuseNewPayments({ ctx, mode, merchantId }: MerchantVisit): Promise<void> {
  return refuseOverdue({ mode, merchantId }, ctx.db);
}
