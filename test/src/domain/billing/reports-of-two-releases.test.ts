import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  insertChunk,
  insertReport,
  lockReport,
  type Report,
  saveProgress,
} from '../../../../src/domain/billing/reports/queries.ts';
import { writeReport } from '../../../../src/domain/billing/reports/write-report.ts';
import type { Act } from '../../../../src/engine/context.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { actingAs } from '../../../support/builders/inside.ts';

// While a release replaces another one, or is taken back, each goes on with reports that the other has begun.

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
});

/** A slice has 5,000 of them. */
const rows = 12_000;

async function manyTransactions(): Promise<void> {
  await place.database.asOwner(
    `INSERT INTO sandbox.transactions (merchant_id, id, type, status, amount, currency, gateway, reference, source_type, source_id, created_at)
      SELECT $1, uuidv7(), 'payment', 'failed', 100000, 'USD', 'sandbox_card', 'order-' || n, 'checkout', gen_random_uuid(), now() - interval '1 hour'
      FROM generate_series(1, $2::int) n`,
    [shop.merchant.merchantId, rows],
  );
}

/** A report without a job, so that no worker writes it. */
async function aReport({ tx, ctx, merchant }: Act): Promise<string> {
  const id = newId();
  await insertReport(tx, merchant.id, {
    id,
    app_id: shop.merchant.appId,
    type: 'transactions',
    format: 'csv',
    status: 'pending',
    period_from: new Date('2020-01-01T00:00:00Z'),
    period_before: ctx.now(merchant),
    created_at: ctx.now(merchant),
  });
  return id;
}

async function reportOf({ tx, merchant }: Act, id: string): Promise<Report> {
  const report = await lockReport(tx, merchant.id, id);
  if (!report) throw new Error('there is no report');
  return report;
}

/** What the job for the next slice hands on. */
async function nextJob({ tx, merchant }: Act, key: string) {
  const [job] = await tx
    .selectFrom('jobs')
    .select('payload')
    .where('merchant_id', '=', merchant.id)
    .where('kind', '=', 'reports.write')
    .where('key', '=', key)
    .execute();
  return job?.payload as { reportId: string; place?: string };
}

/** Lets nothing of it stay, so that no worker goes on with the report. */
class RolledBack extends Error {}
async function tried(work: (act: Act) => Promise<void>): Promise<void> {
  const done = actingAs(place, shop.merchant, async (act) => {
    await work(act);
    throw new RolledBack();
  });
  await expect(done).rejects.toThrow(RolledBack);
}

async function textOf({ tx, merchant }: Act, reportId: string): Promise<string> {
  const chunks = await tx
    .selectFrom('report_chunks')
    .select('content')
    .where('merchant_id', '=', merchant.id)
    .where('report_id', '=', reportId)
    .orderBy('number')
    .execute();
  return Buffer.concat(chunks.map(({ content }) => content)).toString();
}

it('goes on with the columns that a CSV has, though another release had others', async () => {
  await manyTransactions();

  await tried(async (act) => {
    const reportId = await aReport(act);
    // A release that calls a column otherwise, has one more, and none of those behind.
    const content = Buffer.from('merchant_transaction_id,of_another_release,id\r\norder-0,?,txn_0\r\n');
    await insertChunk(act.tx, act.merchant.id, { report_id: reportId, number: 0, content });
    await saveProgress(act.tx, act.merchant.id, reportId, { chunks: 1 });

    await writeReport(act, { reportId });

    const [, begun, ...lines] = (await textOf(act, reportId)).trimEnd().split('\r\n');
    expect(begun).toBe('order-0,?,txn_0');
    expect(lines).toHaveLength(5000);
    expect(lines.filter((line) => !/^order-\d+,,txn_[0-9a-f]{32}$/.test(line))).toEqual([]);
  });
});

it('hands a begun report to the release before in the form that it reads, and takes it back from it', async () => {
  await manyTransactions();

  await tried(async (act) => {
    const reportId = await aReport(act);
    await writeReport(act, { reportId });
    const first = await reportOf(act, reportId);
    const job = await nextJob(act, reportId);
    // The release before looks up the row of this id, and takes nothing else for one.
    expect(first.position).toMatch(/^[0-9a-f-]{36}$/);
    expect(job.place).toMatch(new RegExp(`/${first.position}$`));

    // It knows no place, so it hands on none.
    await writeReport(act, { reportId });
    expect(await reportOf(act, reportId)).toMatchObject({ row_count: 10_000n });
    // A job of this release that has waited since says where an earlier slice began.
    await writeReport(act, { reportId, ...(job.place !== undefined && { place: job.place }) });

    expect(await reportOf(act, reportId)).toMatchObject({ status: 'available', row_count: BigInt(rows) });
  });
});
