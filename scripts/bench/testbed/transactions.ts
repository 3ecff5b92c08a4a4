import { Client } from 'pg';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import type { Testbed } from './testbed.ts';

type Owned = Pick<Testbed, 'ownerUrl'>;

/** Payments, a second apart. Like those of the service, their ids grow with time. */
const fill = `
  INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, fee, currency, gateway, gateway_reference, gateway_status,
    reference, source_type, source_id, app_id, method_type, method_brand, method_last4, customer_name, reserve_amount,
    reserve_release_at, available_on, created_at, completed_at)
  SELECT $1::uuid, made.id, 'payment', CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'completed' END, 100000, 3500,
    CASE WHEN n % 4 = 0 THEN 'ZWG' ELSE 'USD' END, 'sandbox_card', 'bench_' || n, 'approved', 'order-' || n, 'checkout', made.id, $2::uuid,
    'card', 'visa', '4242', 'Rudo Moyo', 5000, made.at + interval '90 days', made.at, made.at, made.at
  FROM generate_series(1, $3::int) n
  CROSS JOIN LATERAL (SELECT to_timestamp(1600000000 + n) AS at,
    (lpad(to_hex((1600000000 + n::bigint) * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid AS id) made`;

/** Inserts rows as if the merchant had taken that many payments. */
export function fillTransactions(testbed: Owned, merchant: CreatedMerchant, count: number): Promise<void> {
  return asOwner(testbed, async (client) => {
    await client.query('SET synchronous_commit = off');
    await client.query(fill, [merchant.merchantId, merchant.appId, count]);
    await client.query('VACUUM ANALYZE sandbox.transactions');
  });
}

/** Ids as the API shows them, picked from all of the merchant's transactions. */
export function someTransactions(
  testbed: Testbed,
  merchant: CreatedMerchant,
  count: number,
): Promise<readonly string[]> {
  return asOwner(testbed, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "SELECT 'txn_' || replace(id::text, '-', '') AS id FROM sandbox.transactions WHERE merchant_id = $1 ORDER BY hashtext(id::text) LIMIT $2",
      [merchant.merchantId, count],
    );
    return rows.map(({ id }) => id);
  });
}

export async function asOwner<T>({ ownerUrl }: Owned, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
