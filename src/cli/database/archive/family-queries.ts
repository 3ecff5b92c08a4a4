import type { Owner } from '../../../app/sealed/sealed-queries.ts';
import { movementsFrom } from '../../../domain/money/ledger/entries/sources.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Place } from './archive-file.ts';
import { inLiveAcrossMerchants } from './live-queries.ts';

/** A checkout, with the attempts to pay it, and what belongs to these. */
export type Family = {
  readonly merchantId: MerchantId;
  readonly checkoutId: string;
  /** The checkout and its transactions. */
  readonly resources: readonly string[];
  readonly transactions: readonly string[];
  /** All rows, as PostgreSQL writes them in JSON: numbers are exact in the text, and not once it is parsed. */
  readonly record: string;
};

/** Whoever owns such a row still reads its payment. A refund also explains entries of the ledger. */
export const kept = [
  'virtual_terminal_sessions k WHERE k.merchant_id = $1 AND k.checkout_id = c.id',
  'virtual_terminal_sessions k WHERE k.merchant_id = $1 AND k.transaction_id = ANY (t.ids)',
  'invoices k WHERE k.merchant_id = $1 AND k.attempt_checkout_id = c.id',
  'invoices k WHERE k.merchant_id = $1 AND k.transaction_id = ANY (t.ids)',
  'subscription_tries k WHERE k.merchant_id = $1 AND k.checkout_id = c.id',
  'authorizations k WHERE k.merchant_id = $1 AND k.checkout_id = c.id',
  'refunds k WHERE k.merchant_id = $1 AND k.payment_id = ANY (t.ids)',
  'disputes k WHERE k.merchant_id = $1 AND k.transaction_id = ANY (t.ids)',
  'split_settlements k WHERE k.merchant_id = $1 AND k.transaction_id = ANY (t.ids)',
  'capital_repayments k WHERE k.merchant_id = $1 AND k.transaction_id = ANY (t.ids)',
  'reader_payloads k WHERE k.merchant_id = $1 AND k.transaction_id = ANY (t.ids)',
  'ledger_holds k WHERE k.merchant_id = $1 AND k.payment_id = ANY (t.ids) AND k.released < k.amount',
  'events k WHERE k.merchant_id = $1 AND k.resource_id = ANY (o.resources)',
] as const;

/** The rows of a table that the rest of the query chooses, in an order that no plan changes. */
const all = (table: string, alias: string, ...order: string[]) =>
  `coalesce(jsonb_agg(to_jsonb(${alias}) ORDER BY ${order.map((column) => `${alias}.${column}`).join(', ')}), '[]') AS rows FROM ${table} ${alias}`;

/** The families of the checkouts $2 that were over before $3. The movements $4 are those of payments: they lead to an index. */
const familiesText = `
  SELECT c.id AS "checkoutId", o.resources, t.ids AS transactions,
    jsonb_build_object('checkout', to_jsonb(c), 'transactions', t.rows, 'merchant_references', f.rows, 'status_changes', s.rows,
      'event_sequences', e.rows, 'ledger_holds', h.rows, 'ledger_journals', j.rows, 'ledger_entries', l.rows,
      'acquirer_messages', m.rows)::text AS record
  FROM checkouts c
  CROSS JOIN LATERAL (SELECT coalesce(array_agg(t.id), '{}') AS ids,
      bool_and(t.status <> 'pending' AND greatest(t.created_at, t.completed_at) < $3) AS over, ${all('transactions', 't', 'id')}
    WHERE t.merchant_id = $1 AND t.checkout_id = c.id) t
  CROSS JOIN LATERAL (SELECT c.id || t.ids AS resources) o
  CROSS JOIN LATERAL (SELECT ${all('merchant_references', 'f', 'reference')}
    WHERE f.merchant_id = $1 AND f.checkout_id = c.id) f
  CROSS JOIN LATERAL (SELECT ${all('status_changes', 's', 'id')}
    WHERE s.merchant_id = $1 AND s.resource_id = ANY (o.resources)) s
  CROSS JOIN LATERAL (SELECT ${all('event_sequences', 'e', 'resource_id')}
    WHERE e.merchant_id = $1 AND e.resource_id = ANY (o.resources)) e
  CROSS JOIN LATERAL (SELECT ${all('ledger_holds', 'h', 'hold_id')}
    WHERE h.merchant_id = $1 AND h.payment_id = ANY (t.ids)) h
  CROSS JOIN LATERAL (SELECT array_agg(j.number) AS numbers, ${all('ledger_journals', 'j', 'number')}
    WHERE j.merchant_id = $1 AND j.movement = ANY ($4) AND j.source_id = ANY (t.ids)) j
  CROSS JOIN LATERAL (SELECT ${all('ledger_entries', 'l', 'number', 'code', 'currency')}
    WHERE l.merchant_id = $1 AND l.number = ANY (j.numbers)) l
  CROSS JOIN LATERAL (SELECT ${all('acquirer_messages', 'm', 'id')}
    WHERE m.merchant_id = $1 AND m.purpose IN ('charge', 'hold') AND m.reference = ANY (t.ids)) m
  WHERE c.merchant_id = $1 AND c.id = ANY ($2) AND c.status <> 'pending' AND greatest(c.created_at, c.completed_at) < $3
    AND t.over IS NOT FALSE
    ${kept.map((rows) => `AND NOT EXISTS (SELECT FROM ${rows})`).join('\n    ')}
  ORDER BY c.id`;

// What has no index by its resource is read once for all. A job is named by its resource, and some by more behind it.
const busyText = `SELECT split_part(key, '/', 1) AS id FROM jobs WHERE merchant_id = $1 AND split_part(key, '/', 1) = ANY ($2::text[])
  UNION ALL SELECT of_transaction::text FROM reconciliation_cases
    WHERE of_merchant = $1 AND state <> 'resolved' AND of_transaction::text = ANY ($2::text[])
  UNION ALL SELECT id FROM unnest($2::text[]) AS id
    WHERE EXISTS (SELECT 1 FROM reports WHERE merchant_id = $1 AND status = 'pending' AND type = 'transactions')`;

/** The merchant after this one, with checkouts. */
export async function nextMerchantAcrossMerchants(
  owner: Owner,
  after: string,
): Promise<MerchantId | undefined> {
  const text = 'SELECT merchant_id FROM checkouts WHERE merchant_id > $1 ORDER BY merchant_id LIMIT 1';
  const { rows } = await inLiveAcrossMerchants(owner, () =>
    owner.query<{ merchant_id: MerchantId }>(text, [after]),
  );
  return rows[0]?.merchant_id;
}

type Range = { readonly after: string; readonly upTo: string; readonly most: number };

/** Ids grow with time, so a range of ids is a time. */
export async function checkoutsIn(
  owner: Owner,
  merchantId: MerchantId,
  { after, upTo, most }: Range,
): Promise<readonly string[]> {
  const text = 'SELECT id FROM checkouts WHERE merchant_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4';
  const { rows } = await inLiveAcrossMerchants(owner, () =>
    owner.query<{ id: string }>(text, [merchantId, after, upTo, most]),
  );
  return rows.map(({ id }) => id);
}

/**
 * The families of these checkouts that were over before a moment, and of which nobody needs anything any more. Inside
 * `inLiveAcrossMerchants`.
 */
export async function familiesOf(
  owner: Owner,
  merchantId: MerchantId,
  { checkoutIds, before }: { readonly checkoutIds: readonly string[]; readonly before: Date },
): Promise<readonly Family[]> {
  const { rows } = await owner.query<Omit<Family, 'merchantId'>>(familiesText, [
    merchantId,
    checkoutIds,
    before,
    movementsFrom('payment', 'part'),
  ]);
  const found = rows.flatMap(({ resources }) => resources);
  const busy = await owner.query<{ id: string }>(busyText, [merchantId, found]);
  const ids = new Set(busy.rows.map(({ id }) => id));
  return rows
    .filter(({ resources }) => !resources.some((id) => ids.has(id)))
    .map((row) => ({ ...row, merchantId }));
}

/** Keeps calls from changing them, which lock in the same order. */
export async function lockFamilies(
  owner: Owner,
  merchantId: MerchantId,
  checkoutIds: readonly string[],
): Promise<void> {
  for (const of of [
    'transactions WHERE merchant_id = $1 AND checkout_id',
    'checkouts WHERE merchant_id = $1 AND id',
  ])
    await owner.query(`SELECT FROM ${of} = ANY ($2) ORDER BY id FOR UPDATE`, [merchantId, checkoutIds]);
}

type Placed = Family & { readonly at: Place };

/** Takes families out of the tables, after it has noted where they are. Inside `inLiveAcrossMerchants`, and locked. */
export async function moveFamilies(
  owner: Owner,
  merchantId: MerchantId,
  { archiveId, placed }: { readonly archiveId: string; readonly placed: readonly Placed[] },
): Promise<void> {
  const found = placed.flatMap(({ resources, at }) => resources.map((id) => ({ id, ...at })));
  await owner.query(
    `INSERT INTO archived_resources (merchant_id, id, archive_id, place, length)
     SELECT $1, id, $2, place, length FROM unnest($3::uuid[], $4::bigint[], $5::int[]) AS found (id, place, length)`,
    [
      merchantId,
      archiveId,
      found.map(({ id }) => id),
      found.map(({ place }) => place),
      found.map(({ length }) => length),
    ],
  );
  const ids = {
    resources: found.map(({ id }) => id),
    transactions: placed.flatMap(({ transactions }) => transactions),
    checkouts: placed.map(({ checkoutId }) => checkoutId),
  };
  for (const [text, of] of removals) await owner.query(text, [merchantId, ids[of]]);
}

const removals = [
  ['DELETE FROM ledger_holds WHERE merchant_id = $1 AND payment_id = ANY ($2)', 'transactions'],
  ['DELETE FROM event_sequences WHERE merchant_id = $1 AND resource_id = ANY ($2)', 'resources'],
  ['DELETE FROM status_changes WHERE merchant_id = $1 AND resource_id = ANY ($2)', 'resources'],
  [
    'UPDATE merchant_references SET checkout_id = NULL, archived = true WHERE merchant_id = $1 AND checkout_id = ANY ($2)',
    'checkouts',
  ],
  ['DELETE FROM transactions WHERE merchant_id = $1 AND id = ANY ($2)', 'transactions'],
  ['DELETE FROM checkouts WHERE merchant_id = $1 AND id = ANY ($2)', 'checkouts'],
] as const;
