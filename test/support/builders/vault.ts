import { expect } from 'vitest';
import type { Api } from '../service/api.ts';
import { openPage, type Page, submit } from '../service/page.ts';
import { goodCard } from './counter.ts';

/** Makes a customer, and fails the test if that is refused. */
export async function createdCustomer(api: Api, about: Record<string, unknown> = {}) {
  const created = await api('createCustomer', { body: { name: 'Rudo Moyo', ...about } });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.data;
}

/** Opens a page on which this customer, or a new one, saves a card. */
export async function openedSetup(api: Api, customerId?: string, returnUrl = 'http://127.0.0.1:9/cards') {
  const customer_id = customerId ?? (await createdCustomer(api)).id;
  const opened = await api('setupPaymentMethod', { body: { customer_id, return_url: returnUrl } });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return { ...opened.data, customer_id };
}

/** Fills in a card on that page and sends it. */
export async function giveCard(
  setup: { readonly setup_url: string },
  fields: Readonly<Record<string, string>> = {},
): Promise<Page> {
  return await submit(await openPage(setup.setup_url), 'save', { ...goodCard, ...fields });
}

/** Lets a customer save a card, and returns it as the API shows it. */
export async function savedCard(
  api: Api,
  fields: Readonly<Record<string, string>> = {},
  customerId?: string,
) {
  const setup = await openedSetup(api, customerId);
  const page = await giveCard(setup, fields);
  expect(page.name).toBe('saved');
  return await methodNow(api, setup.payment_method_id);
}

export async function methodNow(api: Api, id: string) {
  return (await api('getPaymentMethod', { params: { id } })).data;
}
