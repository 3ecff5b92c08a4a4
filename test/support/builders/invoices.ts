import type { Api } from '../service/api.ts';
import type { App } from '../service/app.ts';
import { openPage, type Page, submit } from '../service/page.ts';
import { eventsAbout } from './inside.ts';

/** The body of an invoice over 140.00 USD that the contract accepts. */
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

/** Drafts an invoice, and fails the test if that is refused. */
export async function draftedInvoice(api: Api, about: Record<string, unknown> = {}) {
  const created = await api('createInvoice', { body: anInvoice(about) });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.data;
}

/** Sends an invoice, which can then be paid at its `url`. */
export async function sentInvoice(api: Api, about: Record<string, unknown> = {}) {
  const { hosted_url: url, ...invoice } = await draftedInvoice(api, { send: true, ...about });
  if (url === null) throw new Error('an invoice that was sent has a page');
  return { ...invoice, url };
}

export async function invoiceNow(api: Api, { id }: { readonly id: string }) {
  return (await api('getInvoice', { params: { id } })).data;
}

/** Presses "Pay" on the page of an invoice, which opens a checkout for this payer, and returns the checkout's page. */
export async function startInvoice(invoice: { readonly url: string }): Promise<Page> {
  return await submit(await openPage(invoice.url), 'pay');
}

/** The types of an invoice's events, in order, without `invoicing.invoice.`. */
export async function invoiceEventTypes(app: App, invoice: { readonly id: string }): Promise<string[]> {
  return (await eventsAbout(app, invoice)).map(({ type }) => type.replace('invoicing.invoice.', ''));
}
