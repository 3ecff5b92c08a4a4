import type { Context } from '../../../engine/context.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { newWebhookSecret, webhookSecretPurpose } from '../signatures/signature.ts';
import { type Change, changeEndpoint, type EndpointOf } from './change-endpoint.ts';
import { deletePreviousSecret, type KeptSecret, type LockedEndpoint, writeSecret } from './queries.ts';

/**
 * `usual`: the current secret signs beside the new one for 24 hours.
 * `again`: the current secret was lost before any receiver had it, so the one before it signs beside the new one.
 * `now`: the new secret alone signs.
 */
export type Roll = 'usual' | 'again' | 'now';

export type Rolled =
  | {
      readonly kind: 'rolled';
      /** Shown once. */
      readonly secret: string;
      /** When the other secret stops signing; null: there is no other. */
      readonly previousUntil: Date | null;
    }
  | { readonly kind: 'overlapping'; readonly previousUntil: Date };

/**
 * Gives an app a new secret. Every attempt from now on is signed with it, and the new signature comes first.
 *
 * At most two secrets sign. A `usual` roll while two secrets sign would end one that receivers may still use, so it is refused:
 * the caller then chooses `again` or `now`. If two rolls run at once, the second is refused too.
 *
 * @param precondition throws if the endpoint, which is locked, is not as its caller decided on
 * @throws NOT_FOUND the merchant has no such app
 *
 * Spec: "Signature". Decision 0011.
 */
export async function rollSecret(
  ctx: Pick<Context, 'platform' | 'secrets'>,
  of: EndpointOf,
  roll: Roll,
  precondition?: (endpoint: LockedEndpoint) => void,
): Promise<Rolled> {
  const secret = newWebhookSecret();
  const sealed = ctx.secrets.seal(secret, webhookSecretPurpose);
  const { result } = await changeEndpoint(ctx.platform, of, async (tx, endpoint): Promise<Change<Rolled>> => {
    precondition?.(endpoint);
    const { overlapping, previous_secret_until: end } = endpoint;
    if (overlapping && end && roll === 'usual')
      return { changed: [], result: { kind: 'overlapping', previousUntil: end } };
    const kept = keptBeside(endpoint, roll);
    const previousUntil = await writeSecret(tx, of.merchantId, of.appId, { sealed, kept });
    return { changed: ['webhook_secret'], result: { kind: 'rolled', secret, previousUntil } };
  });
  return result;
}

/** Without an overlap, `again` is the same as `usual`. */
function keptBeside({ overlapping }: LockedEndpoint, roll: Roll): KeptSecret {
  if (roll === 'now') return 'none';
  return overlapping ? 'previous' : 'newest';
}

/**
 * Ends the 24 hours early: from now on only the newest secret signs.
 *
 * @param precondition throws if the endpoint, which is locked and has two secrets, is not as its caller decided on
 * @returns false if it was the only one already
 * @throws NOT_FOUND the merchant has no such app
 *
 * Spec: "Signature". Decision 0011.
 */
export async function endPreviousSecret(
  platform: PlatformDb,
  of: EndpointOf,
  precondition?: (endpoint: LockedEndpoint) => void,
): Promise<boolean> {
  const { changed } = await changeEndpoint(platform, of, async (tx, endpoint) => {
    if (!endpoint.overlapping) return { changed: [], result: undefined };
    precondition?.(endpoint);
    await deletePreviousSecret(tx, of.merchantId, of.appId);
    return { changed: ['webhook_secret'], result: undefined };
  });
  return changed.length > 0;
}
