import { payByCard } from '../../test/support/service/page.ts';
import { startFuzzedService } from '../fuzz/fuzzed-service.ts';
import { ask, dataOf, type Journey, pageSize, requests, type Service } from './journey.ts';

/** A merchant with two payments and a payout. */
export type Shop = Service & {
  /** What a journey must report, apart from the checkout that it creates. */
  readonly expected: Omit<Journey, 'created' | 'read'>;
  /** The merchant's reference of a checkout; undefined if there is no such checkout. */
  readonly referenceOf: (checkoutId: string) => Promise<string | undefined>;
};

/** The service on an empty database of its own, with the merchant that the journeys need. */
export async function openShop(folder: string): Promise<Shop & { readonly stop: () => Promise<void> }> {
  const { baseUrl, anEmptyMerchant, stop } = await startFuzzedService(folder);
  try {
    const { secretKey: key } = await anEmptyMerchant();
    return { ...(await fillShop({ baseUrl, key })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Takes the payments and makes the payout, as a merchant and their customers do. */
export async function fillShop(service: Service): Promise<Shop> {
  for (const reference of ['sale-1', 'sale-2']) {
    const { checkout_id: id } = Object(dataOf(await ask(service, requests.create(reference))));
    await payByCard(`${service.baseUrl}/test/c/${String(id)}`, '4242424242424242');
  }
  dataOf(await ask(service, { path: '/v1/test/clock', body: { advance_seconds: 600 } }));
  const payout = { amount: '10.00', currency: 'USD', method: 'agent_cash' };
  dataOf(await ask(service, { path: '/v1/payouts/request', body: payout }));
  const { items } = Object(dataOf(await ask(service, { path: '/v1/transactions' })));
  return {
    ...service,
    expected: expectedOf(items),
    referenceOf: async (id) => {
      const { status, body } = await ask(service, requests.read(id));
      return status === 200 ? String(Reflect.get(Object(body['data']), 'merchantTransactionId')) : undefined;
    },
  };
}

type Item = { readonly id: string; readonly type: string; readonly checkout_id: string | null };

function expectedOf(items: readonly Item[]): Shop['expected'] {
  const payout = items.find(({ type }) => type === 'payout');
  const payment = items.find(({ type }) => type === 'payment');
  if (items.length !== pageSize + 1 || payout?.checkout_id !== null || !payment?.checkout_id)
    throw new Error(`not the transactions that the journeys need: ${JSON.stringify(items)}`);
  const ids = items.map(({ id }) => id);
  return {
    pages: [ids.slice(0, pageSize), ids.slice(pageSize)],
    payment: { id: payment.id, checkout_id: payment.checkout_id },
    payout: { id: payout.id, checkout_id: null },
    failure: { status: 404, code: 'NOT_FOUND' },
  };
}
