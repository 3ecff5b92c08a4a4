import { setTimeout as pause } from 'node:timers/promises';
import type { OperationId } from '../../../../../generated/operations.ts';
import { randomDigits } from '../../../../platform/ids.ts';
import { Failure } from '../../../support/print.ts';
import type { Access } from '../../access/access.ts';
import { call } from '../../access/call.ts';
import { fieldsOf } from '../../access/profiles.ts';
import { openPage, submit } from '../../sandbox/page.ts';
import { cardFields, payPage } from '../../sandbox/pay.ts';

export type Body = Readonly<Record<string, unknown>>;
type Asked = { readonly id?: string; readonly body?: Body };
type Answer = Readonly<Record<string, unknown>>;

/** What recipes are made of: a merchant and their customers in the sandbox. */
export type Shop = {
  /** Calls an operation. What was set on the command line goes into the first body. */
  readonly call: (id: OperationId, asked?: Asked) => Promise<Answer>;
  /** Opens a checkout, and returns its id and its page. */
  readonly checkout: (about?: Body) => Promise<{ readonly id: string; readonly url: string }>;
  /** Pays the page of a checkout or an invoice with a test card. */
  readonly pay: (url: string, card?: string) => Promise<void>;
  /** Opens a checkout and pays it; returns the payment. */
  readonly payment: (card?: string, about?: Body) => Promise<string>;
  /** Asks a customer's phone for a payment. */
  readonly push: (phone: string) => Promise<{ readonly id: string }>;
  /** Lets a customer save a card, and returns its id. */
  readonly card: (fields?: Readonly<Record<string, string>>) => Promise<string>;
  readonly advance: (seconds: number) => Promise<void>;
  /** By the clock of the sandbox, which earlier recipes may have turned. */
  readonly now: () => Promise<Date>;
};

async function pay(url: string, card = 'card_success'): Promise<void> {
  await payPage(url, cardFields(card));
}

/** @param add puts what was set into the first body */
export function openShop(access: Access, add: (body: Body) => Body): Shop {
  let isFirst = true;
  const docs = `${access.dashboardUrl}/docs`;

  async function ask(id: OperationId, { id: of, body }: Asked = {}): Promise<Answer> {
    const sent = body && isFirst ? add(body) : body;
    if (body) isFirst = false;
    const asked = { ...(of !== undefined && { path: { id: of } }), ...(sent && { body: sent }) };
    return fieldsOf(await call(access, id, asked));
  }
  async function checkout(about: Body = {}) {
    const order = { amount: '10.00', currency: 'USD', merchantTransactionId: `mps-${randomDigits(12)}` };
    const body = { ...order, returnUrl: `${docs}/return`, notificationUrl: `${docs}/hook`, ...about };
    const made = await ask('createCheckout', { body });
    return { id: String(made['checkout_id']), url: String(made['payment_url']) };
  }
  return {
    call: ask,
    checkout,
    pay,
    async payment(card, about) {
      const { id, url } = await checkout(about);
      await pay(url, card);
      return String((await ask('getCheckoutStatus', { id }))['transaction_id']);
    },
    push: (phone) => checkout({ walletType: 'wallet_a', customerPhone: phone }),
    async card(fields = {}) {
      const { id: customer_id } = await ask('createCustomer', { body: { name: 'Rudo Moyo' } });
      const setup = await ask('setupPaymentMethod', { body: { customer_id, return_url: `${docs}/return` } });
      const page = await openPage(String(setup['setup_url']));
      await submit(page, 'save', { ...cardFields('card_success'), ...fields });
      return String(setup['payment_method_id']);
    },
    now: async () => new Date(String((await ask('getTestClock'))['now'])),
    async advance(seconds) {
      await ask('advanceTestClock', { body: { advance_seconds: seconds } });
    },
  };
}

const patienceMs = 30_000;

/** The newest event of a type that was not there before. Some come a moment after their cause. */
export async function awaitEvent(access: Access, type: string, before: ReadonlySet<string>): Promise<Answer> {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += 1500) {
    const found = (await newestOf(access, type)).find(({ id }) => !before.has(String(id)));
    if (found) return found;
    await pause(1500);
  }
  throw new Failure(
    'checkFailed',
    `What causes ${type} was done, but no such event came within 30 s. Look: mps events list`,
  );
}

export async function newestOf(access: Access, type: string): Promise<readonly Answer[]> {
  const { items } = fieldsOf(await call(access, 'listEvents', { query: { type, limit: 100 } }));
  return Array.isArray(items) ? items.map((each: unknown) => fieldsOf(each)) : [];
}
