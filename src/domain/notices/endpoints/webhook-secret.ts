import { randomBase62 } from '../../../platform/ids.ts';

/** The name that webhook secrets are sealed and opened by. */
export const webhookSecretPurpose = 'webhook-secret';

/** What signs an app's deliveries. Spec: "Signature". */
export function newWebhookSecret(): string {
  return `whsec_${randomBase62(32)}`;
}
