import { eventExamples } from '../../../../generated/event-examples.ts';
import { deliveryTerms } from '../../../../generated/event-registry.ts';
import type { Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { envelope } from '../../../engine/recording/deliveries.ts';
import { now, unixSeconds } from '../../../platform/clock.ts';
import type { EgressResult } from '../../../platform/http/egress/answer.ts';
import { newId, randomBase62 } from '../../../platform/ids.ts';
import { findSecrets } from '../signatures/queries.ts';
import { signature, webhookSecretPurpose } from '../signatures/signature.ts';
import { requestHeaders } from './attempt.ts';

const type = 'payment.capture.completed';

type Receiver = {
  readonly merchantId: MerchantId;
  readonly appId: string;
  readonly url: string;
  readonly apiVersion: string;
};

/** What the receiver answered to an event that is signed as it should be, and to one with a wrong signature. */
type Tried = { readonly signed: EgressResult; readonly forged: EgressResult };

/**
 * Sends an event of made-up data twice, signed and forged, to see whether a receiver tells them apart. The event is marked as
 * `synthetic` and stored nowhere. Undefined: the app has no secret.
 *
 * Spec: "Signature". Decision 0102.
 */
export async function tryReceiver(ctx: Context, receiver: Receiver): Promise<Tried | undefined> {
  const secrets = await secretsOf(ctx, receiver);
  const data = eventExamples[type];
  if (secrets.length === 0 || !data) return undefined;
  const version = ctx.versions.inEffect(receiver.apiVersion);
  const dataVersion = ctx.versions.current;
  const send = async (by: readonly string[]) => {
    const event = { eventId: newId(), type, createdAt: now(), dataVersion, synthetic: true, sequence: 1n };
    const body = JSON.stringify(envelope(ctx, event, version, data));
    const headers = {
      ...requestHeaders({ deliveryId: newId(), apiVersion: version, attempt: 1 }),
      'Service-Signature': signature({ body, secrets: by, unixSeconds: unixSeconds() }),
    };
    const timeoutMs = deliveryTerms.acknowledgeSeconds * 1000;
    return await ctx.egress.post(receiver.url, headers, body, { timeoutMs });
  };
  const signed = await send(secrets);
  return { signed, forged: await send([`whsec_${randomBase62(32)}`]) };
}

async function secretsOf(ctx: Context, { merchantId, appId }: Receiver): Promise<readonly string[]> {
  const found = (await findSecrets(ctx.db, merchantId)).find(({ app_id }) => app_id === appId);
  const sealed = [found?.secret_sealed, found?.previous_secret_sealed];
  return sealed.flatMap((secret) => (secret ? [ctx.secrets.open(secret, webhookSecretPurpose)] : []));
}
