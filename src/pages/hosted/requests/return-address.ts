/**
 * The merchant's `returnUrl` with the result in its query. The result is a hint for the merchant's page; the proof is the
 * webhook or the API. The merchant's own query stays letter by letter, which `searchParams` would rewrite.
 */
export function returnAddress(returnUrl: string, result: Readonly<Record<string, string>>): string {
  const address = new URL(returnUrl);
  const added = new URLSearchParams(result).toString();
  address.search = address.search === '' ? `?${added}` : `${address.search}&${added}`;
  return address.href;
}
