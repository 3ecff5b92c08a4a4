import type { Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Schemas } from '../../../platform/contract/types.ts';
import type { Db } from '../../../platform/db/database.ts';
import { uuidIn } from '../../../platform/ids.ts';
import { type AppSecrets, findBodies, findSecrets } from './queries.ts';
import {
  isInTime,
  isSignedBy,
  readSignature,
  type Signature,
  signature,
  webhookSecretPurpose,
} from './signature.ts';

export type Reason = Schemas['SignatureVerdict']['reason'];
type Received = { readonly header: string; readonly body: Buffer };
/** It only reads, so it needs no transaction. */
type Reader = { readonly ctx: Context; readonly tx: Db; readonly merchant: { readonly id: MerchantId } };

/**
 * Says why the signature of a delivery is accepted or refused, by the secrets of one app.
 *
 * `body_changed`: the received body does not match the signature, but it names a stored event, and the stored body of that event
 * does match.
 *
 * Spec: "Signature".
 */
export async function checkSignature(of: Reader, appId: string, received: Received): Promise<Reason> {
  const apps = await findSecrets(of.tx, of.merchant.id);
  const own = apps.filter((app) => app.app_id === appId).flatMap((app) => opened(of, app));
  const others = apps.filter((app) => app.app_id !== appId).flatMap((app) => opened(of, app));
  return await judge(of, received, { own, others });
}

/** As `checkSignature`, by a secret that somebody has: the one that their server uses. */
export async function checkWithSecret(of: Reader, secret: string, received: Received): Promise<Reason> {
  const apps = await findSecrets(of.tx, of.merchant.id);
  const others = apps.flatMap((app) => opened(of, app));
  return await judge(of, received, { own: [secret], others });
}

type Candidates = { readonly own: readonly string[]; readonly others: readonly string[] };

async function judge(of: Reader, { header, body }: Received, { own, others }: Candidates): Promise<Reason> {
  const signed = readSignature(header);
  if (!signed) return 'malformed_header';
  if (isSignedBy(signed, body, own)) return isInTime(signed, unixSeconds()) ? 'ok' : 'timestamp_skew';
  if (isSignedBy(signed, body, others)) return 'other_app';
  return (await isOfStored(of, signed, body, own)) ? 'body_changed' : 'wrong_secret';
}

function opened(
  { ctx }: Pick<Reader, 'ctx'>,
  { secret_sealed, previous_secret_sealed }: AppSecrets,
): string[] {
  const sealed = [secret_sealed, previous_secret_sealed].filter((secret) => secret !== null);
  return sealed.map((secret) => ctx.secrets.open(secret, webhookSecretPurpose));
}

/** Looks for an event id anywhere in the bytes: the body may be cut off, or no longer JSON. */
async function isOfStored(
  { tx, merchant }: Reader,
  signed: Signature,
  body: Buffer,
  secrets: readonly string[],
): Promise<boolean> {
  const [named = ''] = /evt_[0-9a-f]{32}/.exec(body.toString('latin1')) ?? [];
  const eventId = uuidIn(named);
  if (eventId === undefined) return false;
  const bodies = await findBodies(tx, merchant.id, eventId);
  return bodies.some((stored) => isSignedBy(signed, Buffer.from(stored), secrets));
}

/**
 * A header for a body, made now by the secrets of an app, to try a receiver by hand. Undefined: this mode does not know the app's
 * secrets.
 */
export async function signNow(of: Reader, appId: string, body: string): Promise<string | undefined> {
  const apps = await findSecrets(of.tx, of.merchant.id);
  const app = apps.find((each) => each.app_id === appId);
  return app && signature({ body, secrets: opened(of, app), unixSeconds: unixSeconds() });
}
