import type { Context } from '../../../engine/context.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { newWebhookSecret, webhookSecretPurpose } from '../signatures/signature.ts';
import { type Change, changeEndpoint, type EndpointOf } from './change-endpoint.ts';
import { endPrevious, type Kept, type LockedEndpoint, writeSecret } from './queries.ts';

/**
 * `usual`: the newest secret goes on for 24 hours beside the new one.
 * `again`: the newest got lost before any receiver had it; the one before it goes on instead.
 * `now`: the new one alone counts.
 */
export type Roll = 'usual' | 'again' | 'now';

export type Rolled =
  | {
      readonly kind: 'rolled';
      /** Shown once. */
      readonly secret: string;
      /** Until when the other one counts; null: there is none. */
      readonly previousUntil: Date | null;
    }
  | { readonly kind: 'overlapping'; readonly previousUntil: Date };

/**
 * Gives an app a new secret to sign with. It counts from the next attempt on, of whatever delivery: the new one comes first.
 *
 * Two secrets count at most, so during the 24 hours a usual roll would end one that receivers may still have: it is refused, and
 * of two rolls at once one wins. The caller says then which one goes.
 *
 * @throws NOT_FOUND the merchant has no such app
 *
 * Spec: "Signature". Decision 0011.
 */
export async function rollSecret(
  ctx: Pick<Context, 'platform' | 'secrets'>,
  of: EndpointOf,
  roll: Roll,
): Promise<Rolled> {
  const secret = newWebhookSecret();
  const sealed = ctx.secrets.seal(secret, webhookSecretPurpose);
  const { result } = await changeEndpoint(ctx.platform, of, async (tx, endpoint): Promise<Change<Rolled>> => {
    const { overlapping, previous_secret_until: end } = endpoint;
    if (overlapping && end && roll === 'usual')
      return { changed: [], result: { kind: 'overlapping', previousUntil: end } };
    const kept = keptBeside(endpoint, roll);
    const previousUntil = await writeSecret(tx, of.merchantId, of.appId, { sealed, kept });
    return { changed: ['webhook_secret'], result: { kind: 'rolled', secret, previousUntil } };
  });
  return result;
}

/** A second roll without an overlap is a first one. */
function keptBeside({ overlapping }: LockedEndpoint, roll: Roll): Kept {
  if (roll === 'now') return 'none';
  return overlapping ? 'previous' : 'newest';
}

/**
 * Ends the 24 hours: only the newest secret counts.
 *
 * @returns false when it was the only one already
 * @throws NOT_FOUND the merchant has no such app
 *
 * Spec: "Signature". Decision 0011.
 */
export async function endPreviousSecret(platform: PlatformDb, of: EndpointOf): Promise<boolean> {
  const { changed } = await changeEndpoint(platform, of, async (tx, { overlapping }) => {
    if (!overlapping) return { changed: [], result: undefined };
    await endPrevious(tx, of.merchantId, of.appId);
    return { changed: ['webhook_secret'], result: undefined };
  });
  return changed.length > 0;
}
