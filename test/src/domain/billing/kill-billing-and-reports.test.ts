import { readFileSync } from 'node:fs';
import { env, stdout } from 'node:process';
import { expect, it } from 'vitest';
import { aCardCheckout, openedCheckout } from '../../../support/builders/build.ts';
import { until, victimForFile } from '../../../support/faults/victim.ts';
import { payByCard } from '../../../support/service/page.ts';

const { service } = victimForFile();

const day = 86_400;
const always = { from_date: '2020-01-01', to_date: '2199-01-01' };
/** How many rows the report has whose memory is measured: 1000000 to measure in earnest. */
const rows = Number(env['REPORT_ROWS'] ?? 20_000);

const running = (kind: string) => service().count(`jobs WHERE kind = '${kind}' AND state = 'running'`);

async function afterKill(): Promise<void> {
  await service().restart();
  await service().expireLeases();
  await service().owner('UPDATE sandbox.merchant_states SET draining_until = NULL');
}

async function transactions(many: number): Promise<void> {
  await service().owner(
    `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id,
        description, created_at, completed_at)
      SELECT '${service().merchant.merchantId}', uuidv7(), 'payment', 'failed', 100000, 'USD', 'sandbox_card', 'order-' || n, 'checkout',
        gen_random_uuid(), 'a pair of shoes', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 millisecond', now()
      FROM generate_series(1, ${many}) n`,
  );
}

it('collects an invoice of the platform once when the service is killed with kill -9 while it does', async () => {
  const { api } = service();
  const checkout = await openedCheckout(api, aCardCheckout({ amount: '100.00' }));
  await payByCard(checkout.payment_url, '4242424242424242');
  const undo = await service().delayWrites('BEFORE UPDATE ON sandbox.platform_invoices FOR EACH ROW', 4);

  const turn = () =>
    api('advanceTestClock', {
      body: { advance_seconds: 31 * day },
      headers: { 'idempotency-key': 'one-month' },
    });
  const lost = turn().catch(() => undefined);
  await until('the invoice is being collected', async () => (await running('platform-billing.collect')) > 0);
  await service().kill();
  await lost;
  await undo();
  await afterKill();
  await turn();

  await until(
    'the invoice is paid',
    async () => (await service().count(`platform_invoices WHERE status = 'paid'`)) === 1,
  );
  expect({
    invoices: await service().count('platform_invoices'),
    movements: await service().count(`ledger_journals WHERE movement = 'platform.paid'`),
    available: (await api('getBalance')).data.available.USD,
    errors: await service().ledgerErrors(),
  }).toEqual({ invoices: 1, movements: 1, available: '81.50', errors: [] });
});

it('writes every row of a report once when the service is killed between two slices', async () => {
  const { api, baseUrl, merchant } = service();
  await transactions(12_000);
  const undo = await service().delayWrites('BEFORE INSERT ON sandbox.report_chunks FOR EACH ROW', 2);
  const body = { type: 'transactions', format: 'jsonl', ...always };
  const { id } = (await api('createReport', { body })).data;
  await until('a slice is written', async () => (await service().count('report_chunks')) > 0);
  await until('the next one is begun', async () => (await running('reports.write')) > 0);

  await service().kill();
  await undo();
  await afterKill();
  await until(
    'the report is written',
    async () => (await api('getReport', { params: { id } })).data.status === 'available',
  );

  const headers = { authorization: `Bearer ${merchant.secretKey}` };
  const text = await (await fetch(`${baseUrl}/v1/reports/${id}/content`, { headers })).text();
  const ids = text.split('\n').flatMap((line) => (line ? [String(JSON.parse(line).id)] : []));
  expect([ids.length, new Set(ids).size]).toEqual([await service().count('transactions'), ids.length]);
});

/** How much the greatest value of the second half is above that of the first: what is kept grows, garbage does not. */
function growthOf(samples: readonly number[]): number {
  const half = Math.floor(samples.length / 2);
  return Math.max(0, ...samples.slice(half)) - Math.max(0, ...samples.slice(0, half));
}

it('needs no more memory the further a report is written and downloaded', async () => {
  const { api, baseUrl, merchant, pid } = service();
  await transactions(rows);
  const resident = () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024;
  const before = resident();
  const [writing, downloading]: [number[], number[]] = [[before], []];
  let samples = writing;
  const watch = setInterval(() => samples.push(resident()), 50);
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);

  const body = { type: 'transactions', format: 'csv', ...always };
  const { id } = (await api('createReport', { body })).data;
  const report = async () => (await api('getReport', { params: { id } })).data;
  await until('the report is written', async () => (await report()).status === 'available', 600_000);
  const written = seconds();
  samples = downloading;
  // A short download may end before the next look.
  samples.push(resident());
  const headers = { authorization: `Bearer ${merchant.secretKey}` };
  const response = await fetch(`${baseUrl}/v1/reports/${id}/content`, { headers });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
  samples.push(resident());
  clearInterval(watch);

  const [most, grown] = [Math.max(before, ...writing, ...downloading), [writing, downloading].map(growthOf)];
  const { rows: many, bytes: declared } = await report();
  stdout.write(
    `report of ${many} rows, ${(bytes / 1e6).toFixed(1)} MB: written after ${written} s, downloaded after ${seconds()} s; ` +
      `memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most; ` +
      `second half over first: writing ${grown[0]?.toFixed(0)} MB, downloading ${grown[1]?.toFixed(0)} MB\n`,
  );
  expect(bytes).toBe(declared);
  expect(many).toBeGreaterThanOrEqual(rows);
  // A report of a million rows has some 180 MB: keeping half of it would show.
  expect(Math.max(...grown)).toBeLessThan(80);
  expect(most - before).toBeLessThan(400);
}, 900_000);
