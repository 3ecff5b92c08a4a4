import { setTimeout as delay } from 'node:timers/promises';
import { aCardCheckout } from '../builders/build.ts';
import type { Api } from '../service/api.ts';
import { openPage, type Page, submit } from '../service/page.ts';

/** One order, and what the shop was told about it. */
type Order = {
  readonly body: ReturnType<typeof aCardCheckout>;
  /** The checkout was acknowledged with 201. */
  checkoutId?: string;
  /** The payer has seen the receipt. */
  isPaid: boolean;
  /** What the shop's list of payments showed right after the receipt. */
  isListed?: boolean;
};

/** One answer that a client had, or did not have: then its status is 0. */
export type Answered = {
  readonly what: 'open' | 'page' | 'pay' | 'list';
  readonly status: number;
  readonly beganMs: number;
  readonly endedMs: number;
};

export type Shop = { readonly baseUrl: string; readonly api: Api };

export type Shoppers = {
  readonly orders: readonly Order[];
  readonly answers: readonly Answered[];
  /** Lets each finish its order. */
  readonly stop: () => Promise<void>;
};

const card = { method: 'card', number: '4242424242424242', expiry: '12 / 40', holder: 'T. Moyo', cvv: '737' };
/** A page may be asked for 60 times a minute. */
const patienceMs = 1000;
const pauseMs = 100;
/** An order that is not finished by then never will be. */
const longestOrderMs = 180_000;

/** Payers who open checkouts and pay by card, one after the other, and repeat what was refused until it is done. */
export function shoppersAt(shops: readonly Shop[], count: number): Shoppers {
  const orders: Order[] = [];
  const answers: Answered[] = [];
  const over = new AbortController();
  const shopping = Array.from({ length: count }, async (_, at) => {
    for (let turn = at; !over.signal.aborted; turn += 1) {
      const order: Order = { body: aCardCheckout(), isPaid: false };
      orders.push(order);
      const shopper = new Shopper(shops, turn, answers);
      await shopper.buy(order);
      await delay(pauseMs);
    }
  });
  return {
    orders,
    answers,
    stop: async () => {
      over.abort();
      await Promise.all(shopping);
    },
  };
}

class Shopper {
  readonly #shops: readonly Shop[];
  readonly #answers: Answered[];
  #turn: number;

  constructor(shops: readonly Shop[], turn: number, answers: Answered[]) {
    this.#shops = shops;
    this.#turn = turn;
    this.#answers = answers;
  }

  async buy(order: Order): Promise<void> {
    const until = performance.now() + longestOrderMs;
    while (order.isListed === undefined) {
      if (performance.now() > until) throw new Error(`never paid and listed: ${JSON.stringify(order)}`);
      if (!(await this.#goOn(order))) await delay(patienceMs);
    }
  }

  #goOn(order: Order): Promise<boolean> {
    if (order.checkoutId === undefined) return this.#open(order);
    return order.isPaid ? this.#list(order) : this.#pay(order);
  }

  /** As behind a load balancer: a repeated call may reach another process. */
  #shop(): Shop {
    this.#turn += 1;
    const shop = this.#shops[this.#turn % this.#shops.length];
    if (!shop) throw new Error('there is a shop');
    return shop;
  }

  async #open(order: Order): Promise<boolean> {
    const { body } = order;
    const headers = { 'idempotency-key': body.merchantTransactionId };
    const opened = await this.#noted('open', () => this.#shop().api('createCheckout', { body, headers }));
    if (opened?.status !== 201) return false;
    order.checkoutId = opened.data.checkout_id;
    return true;
  }

  async #pay(order: Order): Promise<boolean> {
    const address = `${this.#shop().baseUrl}/test/c/${order.checkoutId}`;
    const page = await this.#noted('page', () => openPage(address));
    if (page?.name === 'choose') {
      const after = await this.#noted('pay', () => submit(page, 'pay', card));
      return isReceipt(order, after);
    }
    return isReceipt(order, page);
  }

  /** Mostly at another process than the one that took the payment. */
  async #list(order: Order): Promise<boolean> {
    const listed = await this.#noted('list', () => this.#shop().api('listTransactions'));
    if (listed?.status !== 200) return false;
    order.isListed = listed.data.items.some(({ checkout_id }) => checkout_id === order.checkoutId);
    return true;
  }

  async #noted<T extends { readonly status: number }>(
    what: Answered['what'],
    ask: () => Promise<T>,
  ): Promise<T | undefined> {
    const beganMs = performance.now();
    const answer = await ask().catch(() => undefined);
    this.#answers.push({ what, status: answer?.status ?? 0, beganMs, endedMs: performance.now() });
    return answer;
  }
}

function isReceipt(order: Order, page: Page | undefined): boolean {
  order.isPaid = page?.status === 200 && page.name === 'receipt';
  return order.isPaid;
}
