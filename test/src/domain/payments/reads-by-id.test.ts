import { afterAll, beforeAll, expect, it } from 'vitest';
import { findWalletAttempt } from '../../../../src/domain/payments/attempts/queries.ts';
import { findCheckoutAcrossMerchants } from '../../../../src/domain/payments/checkouts/page-queries.ts';
import { findCheckout, findCheckoutWithAttempt } from '../../../../src/domain/payments/checkouts/queries.ts';
import { findTransaction } from '../../../../src/domain/payments/transactions/queries.ts';
import { type MerchantId, merchantId } from '../../../../src/engine/principal.ts';
import type { Runner } from '../../../../src/platform/db/connect.ts';
import type { Db } from '../../../../src/platform/db/database.ts';
import { valuesFor } from '../../../../src/platform/db/driver/by-ids.ts';
import { instanceOn, runnerFor } from '../../../../src/platform/db/instances.ts';
import { newId, readId } from '../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
  shop = await openShop(app);
});
afterAll(() => app.stop());

type Find = (db: Db, merchant: MerchantId, id: string) => Promise<object | undefined>;
const onlyPrepared = () => Promise.reject(new Error('only prepared statements are run'));

/** What the statement for many reads finds for this id, and for one that is not there. */
async function foundForMany(find: Find, merchant: MerchantId, id: string): Promise<readonly unknown[]> {
  const real = runnerFor(app.service.contexts.sandbox.db);
  let found: readonly unknown[] = [];
  const runner: Runner = {
    run: async (text, values, many) => {
      if (!many) throw new Error('it is no read by id');
      const absent = values.map((value) => (value === id ? newId() : value));
      found = (await real.run(many.text, valuesFor(many, [values, absent, values]))).rows;
      return await real.run(text, values);
    },
  };
  await find(instanceOn(onlyPrepared, runner), merchant, id);
  return found;
}

it.each<[string, Find, 'checkout_id' | 'transaction_id']>([
  ['a checkout', findCheckout, 'checkout_id'],
  ['a checkout with its attempt', findCheckoutWithAttempt, 'checkout_id'],
  ['the checkout of a page', (db, _merchant, id) => findCheckoutAcrossMerchants(db, id), 'checkout_id'],
  ['a wallet attempt by its checkout', findWalletAttempt, 'checkout_id'],
  ['a wallet attempt by its own id', findWalletAttempt, 'transaction_id'],
  ['a transaction', findTransaction, 'transaction_id'],
])('%s is found by the statement for many reads as it is alone', async (_what, find, named) => {
  const { checkout_id } = await shop.push('0776666666');
  const { transaction_id } = await shop.pollOf({ checkout_id });
  const id = named === 'checkout_id' ? readId('chk', checkout_id) : readId('txn', transaction_id);
  const merchant = merchantId(shop.merchant.merchantId);

  const alone = await find(app.service.contexts.sandbox.db, merchant, id);
  const [first, absent, last] = await foundForMany(find, merchant, id);

  expect(alone).toBeDefined();
  expect([first, last]).toEqual([alone, alone]);
  expect(new Set(Object.values(absent ?? {}))).toEqual(new Set([null]));
});
