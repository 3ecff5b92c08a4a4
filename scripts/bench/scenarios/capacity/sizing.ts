import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { untilDelivered } from '../../load/backlog.ts';
import { createCheckout } from '../../load/calls.ts';
import { pay } from '../../load/payers.ts';
import { startReceiver } from '../../load/receiver.ts';
import { secondsOf, secondsOfServer } from '../../measure/cpu.ts';
import type { Figure } from '../../measure/figures.ts';
import { type Bench, type Scenario, withService } from '../../measure/scenario.ts';
import { inParallel, withFewCheckpoints, withoutIndexes } from '../../testbed/many-rows.ts';
import { openTestbed, type Testbed } from '../../testbed/testbed.ts';
import { asOwner } from '../../testbed/transactions.ts';

const merchants = 4;
/** There are so many times its own payments, if `--rows` does not say. */
const usually = 10;

/** Millions of rows are for a PostgreSQL that has some memory. */
const memory = ["shared_buffers = '4GB'"];

export const sizing: Scenario = {
  name: 'sizing',
  about:
    'rows, bytes, log and CPU of a payment, and again when its rows were copied: what docs/sizing.md is made of',
  run: async (shared) => {
    const testbed = await openTestbed({ profile: shared.profile, settings: memory });
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
  const grown = await whileStopped(pid, () => grow(bench, client, bench.rows ?? usually * few.payments));
  // It has slept, and every page that it touches is new in memory.
  await payAll(seconds);
  await untilDelivered(client);
  return [...figuresOf(few, few.payments), grown.figure, ...figuresOf(await costs(), grown.payments)];
}

/** The workers of a service look for due work again and again: meanwhile that would read whole tables, which have no indexes. */
async function whileStopped<T>(pid: number, work: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
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

/** Copies the payments to other merchants until there are about so many, and says how large a payment is then. */
async function grow(
  { testbed, say }: Bench,
  client: Client,
  wanted: number,
): Promise<{ readonly payments: number; readonly figure: Figure }> {
  await client.query('SET search_path = sandbox, extensions');
  // Of a checkout that a customer left. Thousands of copies of it would expire while the costs are measured.
  await client.query("DELETE FROM jobs WHERE due_at < now() + interval '1 day'");
  const columns = await columnsOf(client);
  const tables = [...columns.keys()];
  await withFewCheckpoints(client, async () => {
    await withoutIndexes(testbed, { client, tables }, () => copy(testbed, { client, columns, wanted }));
    await client.query(`VACUUM ANALYZE ${tables.join(', ')}`);
  });
  const payments = await countOf(client);
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

async function countOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM sandbox.transactions');
  return rows[0]?.n ?? 0;
}

type Columns = ReadonlyMap<string, string>;

/** The columns of each table of merchants but the merchant's id, with commas between them. Every key begins with that id. */
async function columnsOf(client: Client): Promise<Columns> {
  const { rows } = await client.query<{ name: string; columns: string }>(`
    SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'merchant_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'sandbox'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute m WHERE m.attrelid = c.oid AND m.attname = 'merchant_id') GROUP BY 1`);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** So many times all rows are copied by one statement for each table. */
const timesAtOnce = 64;

type Copied = { readonly client: Client; readonly columns: Columns; readonly wanted: number };

async function copy(testbed: Testbed, { client, columns, wanted }: Copied): Promise<void> {
  const times = Math.round(wanted / (await countOf(client))) - 1;
  await client.query(
    `CREATE TABLE public.others AS SELECT merchant_id, gen_random_uuid() AS other, (n - 1) / $2::int AS part
    FROM (SELECT DISTINCT merchant_id FROM ledger_heads) m CROSS JOIN generate_series(1, $1::int) n`,
    [times, timesAtOnce],
  );
  const parts = Array.from({ length: Math.ceil(times / timesAtOnce) }, (_, part) => part);
  await inParallel(
    testbed,
    parts.flatMap((part) =>
      [...columns].map(([name, all]) => ({
        text: `INSERT INTO ${name} (merchant_id, ${all}) SELECT o.other, ${all} FROM ${name} t JOIN public.others o USING (merchant_id) WHERE o.part = $1`,
        values: [part],
      })),
    ),
  );
  await client.query('DROP TABLE public.others');
}

async function lsnOf(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ at: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS at",
  );
  return BigInt(rows[0]?.at ?? 0);
}

type Cpu = { readonly service: number; readonly database: number };

function cpuOf({ dataDir }: Testbed, pid: number): Cpu {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return { service: secondsOf(pid), database: secondsOfServer(postmaster) };
}
