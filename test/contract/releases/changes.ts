import { formatMoney2 } from '../../../src/domain/money/amounts/amount.ts';
import { readBalances } from '../../../src/domain/money/ledger/balances.ts';
import type { Call } from '../../../src/engine/calls/handler.ts';
import type { VersionChange } from '../../../src/platform/contract/change.ts';

/** The operation that the newest of these releases does not have any more. */
export type Removed = 'getAvailable';

export type Shape = Readonly<Record<string, unknown>>;

/** Changes the `data` of successes. */
const inData = (change: (data: Shape) => Shape) => (body: unknown, status: number) => {
  if (status >= 300) return body;
  const { data, ...envelope } = body as { data: Shape };
  return { ...envelope, data: change(data) };
};

const renamed =
  (from: string, to: string) =>
  (shape: unknown): Shape => {
    const { [from]: value, ...others } = shape as Shape;
    return value === undefined ? others : { ...others, [to]: value };
  };

const replaced = (name: string, change: (value: unknown) => unknown) => (data: Shape) => ({
  ...data,
  [name]: change(data[name]),
});

/** What the release of 2098 changed: a field was split, and another got another type. */
export const of2098: readonly VersionChange<Removed>[] = [
  {
    title: 'Split session into checkout_id and payment_url',
    touches: ['createCheckout'],
    response: {
      up: inData(({ session, ...others }) => {
        const [id, url] = String(session).split(' ');
        return { ...others, checkout_id: id, payment_url: url };
      }),
      down: inData(({ checkout_id: id, payment_url: url, ...others }) => ({
        ...others,
        session: `${String(id)} ${String(url)}`,
      })),
    },
  },
  {
    title: 'Say requires_polling in a word instead of a number',
    touches: ['createCheckout'],
    response: {
      up: inData(replaced('requires_polling', (number) => (number === 1 ? 'yes' : 'no'))),
      down: inData(replaced('requires_polling', (word) => (word === 'yes' ? 1 : 0))),
    },
  },
];

/** What the release of 2099 changed: one of each other kind. */
export const of2099: readonly VersionChange<Removed>[] = [
  {
    title: 'Rename reference to merchantTransactionId',
    touches: ['createCheckout', 'getCheckoutStatus'],
    request: renamed('reference', 'merchantTransactionId'),
    response: {
      up: inData(renamed('reference', 'merchantTransactionId')),
      down: inData(renamed('merchantTransactionId', 'reference')),
    },
  },
  {
    title: 'Say requires_polling as true or false',
    touches: ['createCheckout'],
    response: {
      up: inData(replaced('requires_polling', (word) => word === 'yes')),
      down: inData(replaced('requires_polling', (polls) => (polls === true ? 'yes' : 'no'))),
    },
  },
  {
    title: 'Rename link to url',
    touches: ['createPaymentLink'],
    response: { up: inData(renamed('link', 'url')), down: inData(renamed('url', 'link')) },
  },
  {
    title: 'Add the status expired',
    touches: ['getCheckoutStatus'],
    response: {
      up: (body) => body,
      down: inData(replaced('status', (status) => (status === 'expired' ? 'failed' : status))),
    },
  },
  {
    title: 'Rename the parameter q to search',
    touches: ['listTransactions'],
    parameters: ({ query, ...others }) => ({ ...others, query: renamed('q', 'search')(query) }),
  },
  {
    title: 'Rename the parameter checkout to id',
    touches: ['getCheckoutStatus'],
    parameters: ({ params, ...others }) => ({ ...others, params: renamed('checkout', 'id')(params) }),
  },
  {
    title: 'Name the reference of an event as everywhere',
    touches: ['payment.capture.completed'],
    event: {
      up: renamed('reference', 'merchantTransactionId'),
      down: renamed('merchantTransactionId', 'reference'),
    },
  },
  {
    title: 'Remove psp from the event',
    touches: ['payment.capture.completed'],
    event: {
      up: (data) => {
        const { psp: _removed, ...others } = data as Shape;
        return others;
      },
      down: (data) => ({ ...(data as Shape), psp: (data as Shape)['gateway'] }),
    },
  },
  {
    title: 'Tell the error of a field by pointer',
    touches: ['createCheckout', 'getCheckoutStatus'],
    response: {
      up: (body, status) => (status < 400 ? body : renamed('text', 'message')(body)),
      down: (body, status) => (status < 400 ? body : renamed('message', 'text')(body)),
    },
  },
  { title: 'Remove getAvailable', touches: ['getAvailable'] },
];

type OldCall = Pick<Call<'getBalance'>, 'db' | 'merchant'> & {
  readonly query: { readonly currency?: string };
  readonly reply: (status: number, data: unknown) => unknown;
};

/** The handler of the removed operation, kept for the versions that have it. */
export async function getAvailable({ db, merchant, query, reply }: OldCall): Promise<unknown> {
  const { available } = await readBalances(db, merchant.id);
  const { currency = 'USD' } = query;
  return reply(200, { currency, available: formatMoney2(available[currency as 'USD']) });
}
