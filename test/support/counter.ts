import type { Api } from './api.ts';
import { openPage, type Page, submit } from './page.ts';

/** A payment link that the contract accepts. */
export function aLink(about: Record<string, unknown> = {}) {
  return { amount: '15.00', currency: 'USD', title: 'Pottery class', ...about };
}

/** Makes a link, and fails the test when it is not made. */
export async function createdLink(api: Api, about: Record<string, unknown> = {}) {
  const created = await api('createPaymentLink', { body: aLink(about) });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.data;
}

/** The only link, or the one of this id, as the merchant lists it. */
export async function listedLink(api: Api, id: string) {
  const { data } = await api('listPaymentLinks', { query: { limit: 100 } });
  const found = data.items.find((link) => link.id === id);
  if (!found) throw new Error(`no link ${id}`);
  return found;
}

/** A counter session, as it is answered when it is made. */
export async function openedSession(api: Api, about: Record<string, unknown> = {}) {
  const body = { amount: '18.00', currency: 'USD', ...about };
  const opened = await api('createVirtualTerminalSession', { body });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return opened.data.session;
}

export async function sessionNow(api: Api, { id }: { readonly id: string }) {
  return (await api('getVirtualTerminalSession', { params: { id } })).data.session;
}

/** Presses "Pay" on the page of a link: the page of the payer's own checkout. */
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
