import { fire } from './children.ts';
import { type Load, type LoadRequest, unique } from './load.ts';

type Keyed = { readonly secretKey: string };

export function createCheckout(
  { secretKey }: Keyed,
  notificationUrl = 'https://shop.example/hook',
): LoadRequest {
  return {
    method: 'POST',
    path: '/v1/checkout/create',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: '10.00',
      currency: 'USD',
      merchantTransactionId: unique,
      returnUrl: 'https://shop.example/back',
      notificationUrl,
      customerName: 'Rudo Moyo',
    }),
  };
}

export function get({ secretKey }: Keyed, path: string): LoadRequest {
  return { method: 'GET', path, headers: { authorization: `Bearer ${secretKey}` } };
}

/** What merchants poll. */
export function statusPath(checkoutId: string): string {
  return `/v1/checkout/${checkoutId}/status`;
}

export type Opened = { readonly checkout_id: string; readonly payment_url: string };

/** One call by hand. */
export async function call<T>(
  baseUrl: string,
  { method, path, headers, body }: LoadRequest,
  reference = '',
): Promise<T> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: body.replace(unique, reference) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
  const { data }: { data: T } = JSON.parse(text);
  return data;
}

/** A figure of a run with failed calls would be none. */
export async function rateOf(load: Load): Promise<number> {
  const { perSecond, failed } = await fire(load);
  if (failed > 0) throw new Error(`${failed} calls of ${load.url}${load.requests[0]?.path} failed`);
  return perSecond;
}
