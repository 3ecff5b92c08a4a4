import { randomBytes } from 'node:crypto';
import { goodCard } from '../../../test/support/builders/counter.ts';
import { openPage, type Page, submit } from '../../../test/support/service/page.ts';
import type { Operation } from '../contract.ts';
import { type Door, jsonOf, sendPatiently } from '../own/client.ts';
import type { Request } from '../requests.ts';

/** The merchant in whose name everything is made. */
export type Shop = {
  /** Calls an operation and returns the `data` of its answer. Throws if the answer is not a success. */
  readonly api: (operationId: string, request?: Partial<Request>) => Promise<Data>;
  /** Pays for a checkout on its page. */
  readonly pay: (checkout: Data) => Promise<void>;
  /** Opens a hosted page and sends one of its forms. */
  readonly sendForm: (
    address: unknown,
    action: Action,
    fields?: Readonly<Record<string, string>>,
  ) => Promise<Page>;
};

type Action = Parameters<typeof submit>[1];

/** Fields are read by name; the contract says what they hold, and the fuzzer judges it elsewhere. */
export type Data = Readonly<Record<string, unknown>>;

/** A text that no other object has, of 12 characters that fit every pattern of references. */
export function unique(): string {
  return `u${randomBytes(6).toString('hex').slice(1)}`;
}

export function shopAt(door: Door, operations: readonly Operation[]): Shop {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const api: Shop['api'] = async (operationId, request = {}) => {
    const operation = byId.get(operationId);
    if (!operation) throw new Error(`the contract has no operation ${operationId}`);
    const whole = { path: {}, query: {}, header: {}, body: undefined, ...request };
    const exchange = await sendPatiently(door, operation, whole);
    if (exchange.status < 300) return fieldsOf(fieldsOf(jsonOf(exchange.text))['data']);
    throw new Error(`${operationId} is answered ${exchange.status}: ${exchange.text.slice(0, 500)}`);
  };
  return {
    api,
    sendForm,
    pay: async (checkout) => expectPage(await sendForm(checkout['payment_url'], 'pay', goodCard), 'receipt'),
  };
}

const sendForm: Shop['sendForm'] = async (address, action, fields = {}) =>
  await submit(await openPage(String(address)), action, fields);

export function expectPage(page: Page, name: string): void {
  if (page.name !== name) throw new Error(`the page ${page.address} is "${page.name}", not "${name}"`);
}

export function fieldsOf(value: unknown): Data {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The first of a list in an answer. */
export function firstOf(data: Data, list = 'items'): Data {
  const items = data[list];
  return fieldsOf(Array.isArray(items) ? items[0] : undefined);
}
