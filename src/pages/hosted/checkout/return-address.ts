import { showId } from '../../../platform/ids.ts';

type Result = { readonly id: string; readonly reference: string; readonly status: string };

/**
 * The merchant's own address with the result in its query: a hint, the webhook or the status operation is the proof.
 * Its own query is kept letter by letter; going through `searchParams` would rewrite it.
 */
export function returnAddress(returnUrl: string, result: Result): string {
  const address = new URL(returnUrl);
  const added = new URLSearchParams({
    checkout_id: showId('chk', result.id),
    merchantTransactionId: result.reference,
    status: result.status,
  }).toString();
  address.search = address.search === '' ? `?${added}` : `${address.search}&${added}`;
  return address.href;
}
