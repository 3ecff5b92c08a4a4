import { readFile } from 'node:fs/promises';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import type { Testbed } from './testbed.ts';
import { asOwner } from './transactions.ts';

/** Every tenth payment failed; the others have a fee of 0.35 and a reserve of 0.50 of 10.00. Customers come again. */
const transactions = `
  INSERT INTO transactions (merchant_id, id, type, status, amount, fee, currency, gateway, gateway_reference, gateway_status, reference,
    source_type, source_id, app_id, method_type, customer_name, customer_email, customer_phone, reserve_amount, reserve_release_at,
    available_on, created_at, completed_at)
  SELECT $1::uuid, made.id, 'payment', CASE WHEN failed THEN 'failed' ELSE 'completed' END, 100000, CASE WHEN failed THEN 0 ELSE 3500 END, 'USD',
    'sandbox_card', 'bench_' || n, 'approved', 'order-' || n, 'checkout', made.id, $2::uuid, 'card',
    first || ' ' || last, lower(first || '.' || last) || c % 97 || '@example.test', '+26377' || lpad((c * 7919 % 10000000)::text, 7, '0'),
    CASE WHEN failed THEN 0 ELSE 5000 END, made.at + interval '90 days', made.at, made.at, made.at
  FROM generate_series(1, $3::int) n
  CROSS JOIN LATERAL (SELECT n % 10 = 0 AS failed, n * 104729::bigint % 100003 AS c) whose
  CROSS JOIN LATERAL (SELECT initcap(translate(left(md5('first' || c % 211), 6), '0123456789', 'aeioumnrst')) AS first,
    initcap(translate(left(md5('last' || c % 307), 7), '0123456789', 'aeioumnrst')) AS last) named
  CROSS JOIN LATERAL (SELECT now() - interval '80 days' * (1 - n / $3::float) AS at) moment
  CROSS JOIN LATERAL (SELECT at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000' || '8000'
    || lpad(to_hex(n), 12, '0'))::uuid AS id) made`;

const paid = `SELECT id, created_at, row_number() OVER (ORDER BY id) AS k FROM transactions WHERE merchant_id = $1 AND status = 'completed'`;

/** What capturing and settling each payment would have written, in the order of the payments. */
const written = [
  `INSERT INTO ledger_journals (merchant_id, number, movement, source_id, effective_at)
    SELECT $1, 2 * k - 1 + later, CASE later WHEN 0 THEN 'payment.captured' ELSE 'payment.settled' END, id, created_at
    FROM (${paid}) p CROSS JOIN generate_series(0, 1) AS later ORDER BY 2`,
  `INSERT INTO ledger_entries (merchant_id, number, code, currency, amount, balance_after)
    SELECT $1, 2 * k - 1 + later, code, 'USD', amount, after FROM (${paid}) p
    CROSS JOIN LATERAL (VALUES (0, 'gateway_clearing', -100000, -100000 * k), (0, 'fees', 3500, 3500 * k), (0, 'reserve', 5000, 5000 * k),
      (0, 'pending', 91500, 91500), (1, 'pending', -91500, 0), (1, 'available', 91500, 91500 * k)) AS line (later, code, amount, after)`,
  `INSERT INTO ledger_balances (merchant_id, code, currency, balance)
    SELECT merchant_id, code, currency, sum(amount) FROM ledger_entries WHERE merchant_id = $1 GROUP BY 1, 2, 3`,
  `INSERT INTO ledger_heads SELECT merchant_id, max(number) FROM ledger_journals WHERE merchant_id = $1 GROUP BY 1`,
  `INSERT INTO ledger_holds (merchant_id, hold_id, payment_id, code, currency, amount, due_at)
    SELECT $1, id, id, 'reserve', 'USD', 5000, created_at + interval '90 days' FROM (${paid}) p`,
  `INSERT INTO payment_counts SELECT merchant_id, (completed_at AT TIME ZONE 'UTC')::date, currency, status,
    '00000000-0000-0000-0000-000000000000', count(*), sum(amount) FROM transactions WHERE merchant_id = $1 GROUP BY 1, 2, 3, 4`,
  `INSERT INTO event_sequences SELECT $1, id, 1 FROM (${paid}) p`,
  `INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
    SELECT $1, id, 'payment.capture.completed', id, 1, '{}', created_at FROM (${paid}) p`,
];

const filled = [
  'transactions',
  'ledger_journals',
  'ledger_entries',
  'ledger_holds',
  'payment_counts',
  'event_sequences',
  'events',
];

/** Inserts rows as if the merchant had taken that many payments in the last 80 days, each with its journals and its event. */
export function fillHistory(
  testbed: Testbed,
  { merchantId, appId }: CreatedMerchant,
  count: number,
): Promise<void> {
  return asOwner(testbed, async (client) => {
    // Without triggers and foreign keys, which check one row after the other. The audit is the check of what stands here.
    await client.query(
      "SET search_path = sandbox; SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '256MB'",
    );
    // Built again at the end: row by row it takes longer.
    await client.query('DROP INDEX transactions_by_text');
    await client.query(transactions, [merchantId, appId, count]);
    for (const statement of written) await client.query(statement, [merchantId]);
    await client.query(await indexDefinition());
    await client.query(`VACUUM ANALYZE ${filled.join(', ')}`);
  });
}

/** As its migration builds it. */
async function indexDefinition(): Promise<string> {
  const file = new URL('../../../src/platform/db/migrations/mode/0012-search-index.sql', import.meta.url);
  const text = await readFile(file, 'utf8');
  const definition = /^CREATE INDEX CONCURRENTLY IF NOT EXISTS (transactions_by_text [^;]+);$/m.exec(
    text,
  )?.[1];
  if (definition === undefined) throw new Error('the migration builds no transactions_by_text');
  return `SET search_path = sandbox, extensions; CREATE INDEX ${definition}`;
}
