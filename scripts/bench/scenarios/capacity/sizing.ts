import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { untilDelivered } from '../../load/backlog.ts';
import { createCheckout } from '../../load/calls.ts';
import { pay } from '../../load/payers.ts';
import { startReceiver } from '../../load/receiver.ts';
import type { Figure } from '../../measure/figures.ts';
import { type Bench, type Scenario, withService } from '../../measure/scenario.ts';
import { openTestbed, type Testbed } from '../../testbed/testbed.ts';
import { asOwner } from '../../testbed/transactions.ts';

const merchants = 4;
/** So many times its own payments there are at most, if `--rows` does not say. */
const usually = 10;

export const sizing: Scenario = {
  name: 'sizing',
  about:
    'rows, bytes, log and CPU of a payment, and again when its rows were copied: what docs/sizing.md is made of',
  run: async (shared) => {
    const testbed = await openTestbed({ profile: shared.profile });
    const receiver = await startReceiver(testbed);
    try {
      const bench = { ...shared, testbed };
      return await withService(bench, ({ pid, baseUrl }) =>
        asOwner(testbed, (client) => measure(bench, { pid, baseUrl, client, hook: receiver.url })),
      );
    } finally {
      await receiver.stop();
      await testbed.stop();
    }
  },
};

type Measured = {
  readonly pid: number;
  readonly baseUrl: string;
  readonly client: Client;
  readonly hook: string;
};

async function measure(bench: Bench, { pid, baseUrl, client, hook }: Measured): Promise<readonly Figure[]> {
  const { testbed, seconds, rounds, say } = bench;
  const all: CreatedMerchant[] = [];
  for (let made = 0; made < merchants; made += 1) all.push(await testbed.aMerchant());
  const creates = all.map((merchant) => createCheckout(merchant, hook));
  const payAll = (forSeconds: number) =>
    pay({ url: baseUrl, connections: 8, seconds: forSeconds, creates, method: 'card' });
  await payAll(2);
  await untilDelivered(client);
  const before = await sizesOf(client);
  const costs = async (): Promise<Costs> => {
    const [lsn, cpu] = [await lsnOf(client), cpuOf(testbed, pid)];
    const { payments, failed } = await payAll(seconds * rounds);
    await untilDelivered(client);
    const spent = cpuOf(testbed, pid);
    if (failed > 0) throw new Error(`${failed} steps of payments failed`);
    const perThousand = (value: number) => (value / payments) * 1000;
    return {
      payments,
      service: perThousand(spent.service - cpu.service),
      database: perThousand(spent.database - cpu.database),
      log: perThousand(Number((await lsnOf(client)) - lsn)) / 1e6,
    };
  };
  const few = await costs();
  await client.query('VACUUM ANALYZE');
  say(`sizing: ${few.payments} payments; tables of a payment, in bytes with their indexes, and rows:`);
  for (const line of linesOf(await sizesOf(client), before, few.payments)) say(line);
  const grown = await grow(bench, client, bench.rows ?? usually * few.payments);
  return [...figuresOf(few, few.payments), grown.figure, ...figuresOf(await costs(), grown.payments)];
}

/** For 1,000 payments: seconds of the service and of PostgreSQL, and MB of its log. */
type Costs = {
  readonly payments: number;
  readonly service: number;
  readonly database: number;
  readonly log: number;
};

/** @param of how many payments there were already */
function figuresOf({ payments, service, database, log }: Costs, of: number): readonly Figure[] {
  const about = `${payments} payments of ${merchants} merchants, 8 payers, one receiver`;
  const figure = (what: string, value: number, unit: Figure['unit']): Figure => ({
    id: 'size',
    what: `${what} of 1,000 payments, beside ${of}`,
    values: [value],
    unit,
    about,
  });
  return [
    figure('CPU of the service', service, 's'),
    figure('CPU of PostgreSQL', database, 's'),
    figure('log (WAL)', log, 'MB'),
  ];
}

type Sizes = ReadonlyMap<string, { readonly bytes: number; readonly rows: number }>;

async function sizesOf(client: Client): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; bytes: string; rows: string }>(`
    SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes,
      (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM sandbox.%I', c.relname), false, true, '')))[1]::text AS rows
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'sandbox'::regnamespace`);
  return new Map(rows.map((row) => [row.name, { bytes: Number(row.bytes), rows: Number(row.rows) }]));
}

function linesOf(now: Sizes, before: Sizes, payments: number): readonly string[] {
  return [...now]
    .map(([name, { bytes, rows }]) => ({
      name,
      bytes: (bytes - (before.get(name)?.bytes ?? 0)) / payments,
      rows: (rows - (before.get(name)?.rows ?? 0)) / payments,
    }))
    .filter(({ bytes }) => bytes >= 1)
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(
      ({ name, bytes, rows }) =>
        `  ${name.padEnd(24)} ${bytes.toFixed(0).padStart(6)} bytes ${rows.toFixed(2).padStart(6)} rows`,
    );
}

/** Copies the payments to other merchants, so many at most, and says how large a payment is then. */
async function grow(
  { say }: Bench,
  client: Client,
  most: number,
): Promise<{ readonly payments: number; readonly figure: Figure }> {
  const count = async () =>
    (await client.query<{ n: number }>('SELECT count(*)::int AS n FROM sandbox.transactions')).rows[0]?.n ??
    0;
  let payments = await count();
  while (2 * payments <= most) {
    await copyAll(client);
    payments = await count();
    say(`sizing: ${payments} payments`);
  }
  await client.query('VACUUM ANALYZE');
  const sizes = await sizesOf(client);
  const bytes = [...sizes.values()].reduce((sum, table) => sum + table.bytes, 0);
  say(`sizing: ${payments} payments, ${(bytes / 1e9).toFixed(2)} GB`);
  const figure: Figure = {
    id: 'size',
    what: `tables of 1,000 payments, of ${payments}`,
    values: [bytes / payments / 1000],
    unit: 'MB',
    about: 'payments of four merchants, and copies of their rows for others',
  };
  return { payments, figure };
}

/** Rows of all merchants, once more for merchants of other ids. Every key begins with the merchant. */
async function copyAll(client: Client): Promise<void> {
  await client.query(
    'BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL synchronous_commit = off',
  );
  await client.query(
    `CREATE TEMP TABLE others ON COMMIT DROP AS
    SELECT merchant_id, gen_random_uuid() AS other FROM sandbox.ledger_heads GROUP BY merchant_id`,
  );
  const { rows } = await client.query<{ name: string; columns: string }>(`
    SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'merchant_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'sandbox'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute m WHERE m.attrelid = c.oid AND m.attname = 'merchant_id') GROUP BY 1`);
  for (const { name, columns } of rows)
    await client.query(
      `INSERT INTO sandbox.${name} (merchant_id, ${columns}) SELECT o.other, ${columns} FROM sandbox.${name} t JOIN others o USING (merchant_id)`,
    );
  await client.query('COMMIT');
}

async function lsnOf(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ at: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS at",
  );
  return BigInt(rows[0]?.at ?? 0);
}

type Cpu = { readonly service: number; readonly database: number };

/** The seconds that the service and all processes of its PostgreSQL have computed. Linux only. */
function cpuOf({ dataDir }: Testbed, pid: number): Cpu {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster);
  const own = statOf(postmaster);
  return {
    service: statOf(pid)?.seconds ?? 0,
    database:
      (own?.seconds ?? 0) +
      (own?.ofEnded ?? 0) +
      children.reduce((sum, stat) => sum + (stat?.seconds ?? 0), 0),
  };
}

/** Linux counts in hundredths of a second. */
function statOf(pid: number): { parent: number; seconds: number; ofEnded: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const at = (place: number) => Number(fields[place]) / 100;
    return { parent: Number(fields[1]), seconds: at(11) + at(12), ofEnded: at(13) + at(14) };
  } catch {
    return undefined;
  }
}
