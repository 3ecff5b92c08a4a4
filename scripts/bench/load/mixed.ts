import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { newId } from '../../../src/platform/ids.ts';
import { openPage, payByWallet } from '../../../test/support/service/page.ts';
import { call, createCheckout, get, type Opened, payOnce, refund, statusPath } from './calls.ts';

/** How long each call of a kind took, in ms, and what went wrong. */
export type Minute = {
  readonly took: ReadonlyMap<string, readonly number[]>;
  readonly failures: readonly string[];
};

type Act = (shop: Shop) => Promise<void>;
type Shop = {
  readonly baseUrl: string;
  readonly merchant: CreatedMerchant;
  readonly hook: string;
  readonly paid: string[];
};

/** What customers and merchants do, how often of a hundred. */
const acts: Readonly<Record<string, readonly [share: number, act: Act]>> = {
  'create and read': [25, openAndRead],
  'pay by card': [25, payByCardOf],
  'pay by wallet': [10, payByWalletOf],
  refund: [5, refundOne],
  list: [15, reading('/v1/transactions?limit=25')],
  'list by status': [5, reading('/v1/transactions?status=failed')],
  search: [5, reading('/v1/transactions?search=moyo')],
  balance: [10, reading('/v1/account/balance')],
};

type Wanted = {
  readonly baseUrl: string;
  readonly merchants: readonly CreatedMerchant[];
  /** Where webhooks go. */
  readonly hook: string;
  readonly customers: number;
  readonly minutes: number;
  readonly eachMinute: (minute: Minute) => Promise<void>;
};

/** Keeps so many customers busy, one thing after the other. */
export async function runMix(wanted: Wanted): Promise<void> {
  const { baseUrl, merchants, hook, customers, minutes, eachMinute } = wanted;
  let noted: { took: Map<string, number[]>; failures: string[] } = { took: new Map(), failures: [] };
  const shops = merchants.map((merchant): Shop => ({ baseUrl, merchant, hook, paid: [] }));
  const endMs = performance.now() + minutes * 60_000;
  const customer = async (number: number) => {
    for (let turn = number; performance.now() < endMs; turn += customers) {
      const shop = shops[turn % shops.length];
      if (shop === undefined) return;
      const [kind, act] = chosen(Math.random() * 100);
      const startedMs = performance.now();
      await act(shop).catch((error: unknown) => noted.failures.push(`${kind}: ${String(error)}`));
      const own = noted.took.get(kind) ?? [];
      own.push(performance.now() - startedMs);
      noted.took.set(kind, own);
    }
  };
  const all = Promise.all(Array.from({ length: customers }, (_, number) => customer(number)));
  for (let minute = 1; minute <= minutes; minute += 1) {
    await Promise.race([
      all,
      new Promise((done) => setTimeout(done, endMs - (minutes - minute) * 60_000 - performance.now())),
    ]);
    if (minute === minutes) await all;
    const minuteOver = noted;
    noted = { took: new Map(), failures: [] };
    await eachMinute(minuteOver);
  }
}

function chosen(of: number): readonly [kind: string, act: Act] {
  let sum = 0;
  for (const [kind, [share, act]] of Object.entries(acts)) {
    sum += share;
    if (of < sum) return [kind, act];
  }
  throw new Error('the shares do not sum to a hundred');
}

async function openAndRead({ baseUrl, merchant, hook }: Shop): Promise<void> {
  const { checkout_id: id } = await call<Opened>(baseUrl, createCheckout(merchant, hook), newId());
  await call(baseUrl, get(merchant, statusPath(id)));
}

async function payByCardOf({ baseUrl, merchant, hook, paid }: Shop): Promise<void> {
  const { checkout_id: id } = await payOnce(baseUrl, createCheckout(merchant, hook), newId());
  const { transaction_id } = await call<{ transaction_id: string }>(baseUrl, get(merchant, statusPath(id)));
  paid.push(transaction_id);
}

async function payByWalletOf({ baseUrl, merchant, hook }: Shop): Promise<void> {
  const { payment_url: page } = await call<Opened>(baseUrl, createCheckout(merchant, hook), newId());
  const { address, name } = await payByWallet(page, '0771111111');
  if (name === 'approve') await openPage(address);
  else if (name !== 'receipt') throw new Error(`a valid phone led to the page ${name}`);
}

/** Nothing at a shop where nothing has been paid yet. */
async function refundOne({ baseUrl, merchant, paid }: Shop): Promise<void> {
  const id = paid.shift();
  if (id !== undefined) await call(baseUrl, refund(merchant, id), newId());
}

function reading(path: string): Act {
  return async ({ baseUrl, merchant }) => void (await call(baseUrl, get(merchant, path)));
}
