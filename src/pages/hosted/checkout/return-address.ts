import { showId } from '../../../platform/ids.ts';

type Result = { readonly id: string; readonly reference: string; readonly status: string };

/** Of a checkout, with its result: a hint, the webhook or the status operation is the proof. */
export function returnAddress(returnUrl: string, result: Result): string {
  return withQuery(returnUrl, {
    checkout_id: showId('chk', result.id),
    merchantTransactionId: result.reference,
    status: result.status,
  });
}

/**
 * The merchant's own address with more in its query. What it has is kept letter by letter; going through `searchParams` would
 * rewrite it.
 */
export function withQuery(returnUrl: string, more: Readonly<Record<string, string>>): string {
  const address = new URL(returnUrl);
  const added = new URLSearchParams(more).toString();
  address.search = address.search === '' ? `?${added}` : `${address.search}&${added}`;
  return address.href;
}
