import { payByCard } from '../../../test/support/service/page.ts';
import { type LoadRequest, unique } from './load.ts';

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

/** Gives a payment back, in whole or this amount of it. */
export function refund(
  { secretKey }: Keyed,
  transactionId: string,
  wanted: { readonly amount?: string } = {},
): LoadRequest {
  return {
    method: 'POST',
    path: `/v1/transactions/${transactionId}/refund`,
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...wanted, reason: unique }),
  };
}

/** The call that merchants poll. */
export function statusPath(checkoutId: string): string {
  return `/v1/checkout/${checkoutId}/status`;
}

export type Opened = { readonly checkout_id: string; readonly payment_url: string };

/** Makes a single call, without the load generator. */
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

/** Opens a checkout and pays it by card on its hosted page. */
export async function payOnce(baseUrl: string, create: LoadRequest, reference: string): Promise<Opened> {
  const checkout = await call<Opened>(baseUrl, create, reference);
  const page = await payByCard(checkout.payment_url, '4242424242424242');
  if (page.name === 'receipt') return checkout;
  const [, heading = ''] = /<h1[^>]*>([^<]*)/.exec(page.text) ?? [];
  throw new Error(`a valid card led to the page ${page.name} (${page.status}, ${heading})`);
}
