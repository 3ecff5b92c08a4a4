import type { Act } from '../../../engine/context.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Schemas } from '../../../platform/contract/types.ts';
import { uuidIn } from '../../../platform/ids.ts';
import { type AppSecrets, findBodies, findSecrets } from './queries.ts';
import { isInTime, isSignedBy, readSignature, type Signature, webhookSecretPurpose } from './signature.ts';

type Reason = Schemas['SignatureVerdict']['reason'];
type Received = { readonly header: string; readonly body: Buffer };

/**
 * Says why the signature of a delivery is accepted or refused, by the secrets of one app.
 *
 * `body_changed`: the received body does not match the signature, but it names a stored event, and the stored body of that event
 * does match.
 *
 * Spec: "Signature".
 */
export async function checkSignature(act: Act, appId: string, received: Received): Promise<Reason> {
  const signed = readSignature(received.header);
  if (!signed) return 'malformed_header';
  const apps = await findSecrets(act.tx, act.merchant.id);
  const own = apps.filter((app) => app.app_id === appId).flatMap((app) => opened(act, app));
  if (isSignedBy(signed, received.body, own))
    return isInTime(signed, unixSeconds()) ? 'ok' : 'timestamp_skew';
  const others = apps.filter((app) => app.app_id !== appId);
  if (others.some((app) => isSignedBy(signed, received.body, opened(act, app)))) return 'other_app';
  return (await isOfStored(act, signed, received.body, own)) ? 'body_changed' : 'wrong_secret';
}

function opened({ ctx }: Act, { secret_sealed, previous_secret_sealed }: AppSecrets): string[] {
  const sealed = [secret_sealed, previous_secret_sealed].filter((secret) => secret !== null);
  return sealed.map((secret) => ctx.secrets.open(secret, webhookSecretPurpose));
}

/** Looks for an event id anywhere in the bytes: the body may be cut off, or no longer JSON. */
async function isOfStored(
  act: Act,
  signed: Signature,
  body: Buffer,
  secrets: readonly string[],
): Promise<boolean> {
  const [named = ''] = /evt_[0-9a-f]{32}/.exec(body.toString('latin1')) ?? [];
  const eventId = uuidIn(named);
  if (eventId === undefined) return false;
  const bodies = await findBodies(act.tx, act.merchant.id, eventId);
  return bodies.some((stored) => isSignedBy(signed, Buffer.from(stored), secrets));
}
