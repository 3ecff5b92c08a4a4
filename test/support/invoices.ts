import { expect } from 'vitest';
import type { Api } from './api.ts';
import type { App } from './app.ts';
import { openPage, type Page, submit } from './page.ts';

/** An invoice over 140.00 USD that the contract accepts. */
export function anInvoice(about: Record<string, unknown> = {}) {
  return {
    customer: { name: 'Tariro Moyo', email: 'tariro@example.com', phone: '0771234567' },
    currency: 'USD',
    items: [
      { description: 'Wedding cake', quantity: 1, unit_amount: '100.00', tax_rate: '15.00' },
      { description: 'Delivery', quantity: 2, unit_amount: '12.50' },
    ],
    due_date: '2099-01-31',
    ...about,
  };
}

/** Drafts an invoice, and fails the test when it is not made. */
export async function draftedInvoice(api: Api, about: Record<string, unknown> = {}) {
  const created = await api('createInvoice', { body: anInvoice(about) });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.data;
}

/** An invoice that can be paid, and its address. */
export async function sentInvoice(api: Api, about: Record<string, unknown> = {}) {
  const { hosted_url: url, ...invoice } = await draftedInvoice(api, { send: true, ...about });
  if (url === null) throw new Error('an invoice that was sent has a page');
  return { ...invoice, url };
}

export async function invoiceNow(api: Api, { id }: { readonly id: string }) {
  return (await api('getInvoice', { params: { id } })).data;
}

/** Presses "Pay" on the page of an invoice: the page of the payer's own checkout. */
export async function startInvoice(invoice: { readonly url: string }): Promise<Page> {
  return await submit(await openPage(invoice.url), 'pay');
}

type Told = { readonly type: string; readonly sequence: number; readonly data: Record<string, unknown> };

/** The events about an invoice, in their order; their sequence has no gap. */
export async function eventsAbout(app: App, { id }: { readonly id: string }): Promise<Told[]> {
  const rows = await app.database.asOwner(
    `SELECT type, sequence, data FROM sandbox.events WHERE replace(resource_id::text, '-', '') = $1 ORDER BY sequence`,
    [id.replace('inv_', '')],
  );
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_row, index) => index + 1));
  return rows.map(({ type, sequence, data }) => ({
    type: String(type),
    sequence: Number(sequence),
    data: JSON.parse(String(data)),
  }));
}
