import type { Api } from '../service/api.ts';
import { payByCard } from '../service/page.ts';
import { aCardCheckout, openedCheckout } from './build.ts';

type Named = { readonly checkout_id: string };

/** A checkout that holds 100.00 on the customer's card, unless said otherwise. */
export async function heldCheckout(api: Api, about: Record<string, unknown> = {}) {
  const body = aCardCheckout({ amount: '100.00', capture: 'manual', ...about });
  const checkout = await openedCheckout(api, body);
  const page = await payByCard(checkout.payment_url, '4242424242424242');
  if (page.name !== 'held') throw new Error(`the page after a good card is ${page.name}`);
  return checkout;
}

/** Captures this much of a held amount; absent: all of it. */
export const capture = (api: Api, { checkout_id: id }: Named, amount?: string) =>
  api('captureCheckout', { params: { id }, ...(amount !== undefined && { body: { amount } }) });

export const release = (api: Api, { checkout_id: id }: Named) => api('voidAuthorization', { params: { id } });
