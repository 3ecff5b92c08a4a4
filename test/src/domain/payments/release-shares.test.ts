import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { releaseReserve } from '../../../../src/domain/payments/settlement/release-reserve.ts';
import { aPayment, openShop } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { actingAs } from '../../../support/builders/inside.ts';
import { soon } from '../../../support/checks/soon.ts';
import { type App, startApp } from '../../../support/service/app.ts';

let app: App;

beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

/** A shop with yesterday's refunds of this many payments, each with a cent of the reserve of 5.00. */
async function aShopWithRefunds(count: number) {
  const shop = await openShop({ ...app, notificationUrl: 'http://127.0.0.1:9/unheard' });
  await aPayment(shop);
  const { merchantId } = shop.merchant;
  await app.database.asOwner(
    `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
      SELECT $1, gen_random_uuid(), 'payment', 'completed', 10000, 'USD', 'cards', 'many', 'checkout', gen_random_uuid(), now() - interval '1 day'
      FROM generate_series(1, $2)`,
    [merchantId, count],
  );
  await app.database.asOwner(
    `INSERT INTO sandbox.refunds (merchant_id, id, transaction_id, payment_id, amount, currency, status, fee_share, reserve_share, created_at, completed_at)
      SELECT merchant_id, gen_random_uuid(), id, id, amount, currency, 'completed', 0, 100, created_at, created_at
      FROM sandbox.transactions WHERE merchant_id = $1 AND reference = 'many'`,
    [merchantId],
  );
  return { shop, ofMerchant: [merchantId] };
}

it('releases the reserve shares of a night’s refunds, of however many payments they are', async () => {
  // A run handles 200 payments.
  const { shop, ofMerchant } = await aShopWithRefunds(450);

  await actingAs(app, shop.merchant, (act) => releaseReserve(act, { night: '2026-01-01' }));
  await turnClock(shop.api, 60);

  const held = await app.database.asOwner(
    'SELECT id FROM sandbox.refunds WHERE merchant_id = $1 AND reserve_released < reserve_share',
    ofMerchant,
  );
  expect(held).toEqual([]);
  expect((await shop.api('getBalance')).data.reserve.USD).toBe('0.50');
});

it('releases no share of a payment while another transaction changes the payment', async () => {
  const { shop, ofMerchant } = await aShopWithRefunds(1);
  const other = new Client({ connectionString: app.database.url });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query(
      `SELECT FROM sandbox.transactions WHERE merchant_id = $1 AND reference = 'many' FOR UPDATE`,
      ofMerchant,
    );
    const released = actingAs(app, shop.merchant, (act) => releaseReserve(act, { night: '2026-01-01' }));
    await soon(async () => {
      const { rows } = await other.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
    await other.query('COMMIT');
    await released;
  } finally {
    await other.end();
  }

  expect((await shop.api('getBalance')).data.reserve.USD).toBe('4.99');
});
