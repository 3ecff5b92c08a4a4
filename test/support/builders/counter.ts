import type { Api } from '../service/api.ts';
import { openPage, type Page, submit } from '../service/page.ts';

/** A payment link that the contract accepts. */
export function aLink(about: Record<string, unknown> = {}) {
  return { amount: '15.00', currency: 'USD', title: 'Pottery class', ...about };
}

/** Creates a link; throws if that is refused. */
export async function createdLink(api: Api, about: Record<string, unknown> = {}) {
  const created = await api('createPaymentLink', { body: aLink(about) });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.data;
}

/** The link with this id, as the merchant lists it. */
export async function listedLink(api: Api, id: string) {
  const { data } = await api('listPaymentLinks', { query: { limit: 100 } });
  const found = data.items.find((link) => link.id === id);
  if (!found) throw new Error(`no link ${id}`);
  return found;
}

/** Opens a virtual-terminal session; throws if that is refused. */
export async function openedSession(api: Api, about: Record<string, unknown> = {}) {
  const body = { amount: '18.00', currency: 'USD', ...about };
  const opened = await api('createVirtualTerminalSession', { body });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return opened.data.session;
}

/** Charges a session: to a wallet's phone, to a saved card, or on its page when neither is named. */
export function chargeSession(
  api: Api,
  { id }: { readonly id: string },
  charge: { readonly customer_phone?: string | undefined; readonly payment_method_id?: string } = {},
  key?: string,
) {
  const isEmpty = Object.values(charge).every((value) => value === undefined);
  return api('chargeVirtualTerminalSession', {
    params: { id },
    ...(!isEmpty && { body: charge }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

export async function sessionNow(api: Api, { id }: { readonly id: string }) {
  return (await api('getVirtualTerminalSession', { params: { id } })).data.session;
}

/** Presses "Pay" on the page of a link. Returns the page of the payer's own checkout. */
export async function startPayment(
  link: { readonly url: string },
  contact: Readonly<Record<string, string>> = {},
): Promise<Page> {
  return await submit(await openPage(link.url), 'pay', contact);
}

export const goodCard = {
  method: 'card',
  number: '4242424242424242',
  expiry: '12 / 40',
  holder: 'T. Moyo',
  cvv: '737',
} as const;

export const badCard = { ...goodCard, number: '4000000000000002' } as const;
