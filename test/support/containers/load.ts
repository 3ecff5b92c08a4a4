import { setTimeout as delay } from 'node:timers/promises';
import { ask, everyItem, inTime, type Proxy } from './calls.ts';

/** One try to place an order: its status, or the code of the error that the client saw. */
export type Try = { readonly endedMs: number; readonly tookMs: number; readonly outcome: string };

export type Load = {
  readonly tries: readonly Try[];
  readonly stop: () => Promise<Orders>;
};

/** What was asked for, and what was acknowledged with 201. */
type Orders = { readonly placed: readonly string[]; readonly acknowledged: readonly string[] };

const shops = 3;
const betweenMs = 600;
const againMs = 500;
/** How long an order that nobody acknowledges is tried again when the load ends. */
const patienceMs = 60_000;

/**
 * Places orders that are paid by a wallet some seconds later, by a worker. A client that sees an error tries again with the same
 * `Idempotency-Key` until the order is acknowledged, as the guides say.
 */
export function startLoad(proxy: Proxy): Load {
  const tries: Try[] = [];
  const placed: string[] = [];
  const acknowledged: string[] = [];
  let endsMs = Number.POSITIVE_INFINITY;
  const shop = async (name: number) => {
    for (let count = 1; performance.now() < endsMs; count += 1) {
      const order = `order-${name}-${count}`;
      placed.push(order);
      while (!(await isPlaced(proxy, order, tries))) {
        if (performance.now() > endsMs + patienceMs) return;
        await delay(againMs);
      }
      acknowledged.push(order);
      await delay(betweenMs);
    }
  };
  const running = Promise.all(Array.from({ length: shops }, (_, at) => shop(at + 1)));
  // Whoever waits for the end hears of it.
  running.catch(() => undefined);
  const stop = async () => {
    endsMs = Math.min(endsMs, performance.now());
    await running;
    return { placed, acknowledged };
  };
  return { tries, stop };
}

/** Throws for a refusal that no second try mends. */
async function isPlaced(proxy: Proxy, order: string, tries: Try[]): Promise<boolean> {
  const startedMs = performance.now();
  const note = (outcome: string) => {
    const endedMs = performance.now();
    tries.push({ endedMs, tookMs: endedMs - startedMs, outcome });
  };
  try {
    const { status, retryAfter, body } = await ask(proxy, '/v1/checkout/create', {
      json: orderOf(order),
      idempotencyKey: order,
    });
    note(status === 503 && retryAfter === undefined ? '503 without Retry-After' : String(status));
    if (status < 500 && status !== 201 && status !== 409) throw new Error(`${order}: ${status} ${body}`);
    return status === 201;
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (typeof code !== 'string') throw error;
    note(code);
    return false;
  }
}

function orderOf(reference: string): object {
  return {
    amount: '12.50',
    currency: 'USD',
    merchantTransactionId: reference,
    walletType: 'wallet_a',
    // Confirmed after five seconds.
    customerPhone: '0771234567',
    returnUrl: 'https://shop.example.com/thanks',
    notificationUrl: 'https://shop.example.com/hook',
  };
}

type Payment = { readonly id: string; readonly status: string; readonly merchantTransactionId: string };
type Event = { readonly resource_id: string };

/** Compares what was acknowledged with what the service has, when every payment has ended. */
export async function accountOf(proxy: Proxy, { placed, acknowledged }: Orders): Promise<string> {
  const payments = await inTime('every payment is completed', async () => {
    const found = (await everyItem(proxy, '/v1/transactions?type=payment')) as readonly Payment[];
    const open = found.filter(({ status }) => status !== 'completed');
    if (open.length > 0) throw new Error(`${open.length} of ${found.length}, such as ${open[0]?.id}`);
    return found.filter(({ merchantTransactionId }) => placed.includes(merchantTransactionId));
  });
  const events = await inTime('every payment is an event', async () => {
    const found = (await everyItem(proxy, '/v1/events?type=payment.capture.completed')) as readonly Event[];
    const of = new Set(payments.map(({ id }) => id));
    const theirs = found.map(({ resource_id: id }) => id).filter((id) => of.has(id));
    if (theirs.length < of.size) throw new Error(`${theirs.length} events of ${of.size} payments`);
    return theirs;
  });
  const references = payments.map(({ merchantTransactionId }) => merchantTransactionId);
  const lost = acknowledged.filter((order) => !references.includes(order)).length;
  const doubled = references.length - new Set(references).size + events.length - new Set(events).size;
  const figures = `${acknowledged.length} orders acknowledged, ${references.length} payments, ${events.length} events: ${lost} lost, ${doubled} doubled`;
  if (lost > 0 || doubled > 0 || acknowledged.length !== placed.length) throw new Error(figures);
  return figures;
}
