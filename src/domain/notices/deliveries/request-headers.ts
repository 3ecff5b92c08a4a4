import { showId } from '../../../platform/ids.ts';

type Sent = { readonly deliveryId: string; readonly apiVersion: string; readonly attempt: number };

/** What an attempt is sent with, but for its signature. Spec: "Signature". */
export function requestHeaders({ deliveryId, apiVersion, attempt }: Sent): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'merchant-payments-webhooks',
    'Service-Version': apiVersion,
    'Service-Delivery-Id': showId('whd', deliveryId),
    'Service-Attempt': String(attempt),
  };
}
