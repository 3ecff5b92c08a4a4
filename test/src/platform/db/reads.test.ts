import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { classify } from '../../../../src/platform/db/driver/violations.ts';
import { runnerFor } from '../../../../src/platform/db/instances.ts';
import { preparedById } from '../../../../src/platform/db/prepared.ts';
import { isSpread } from '../../../../src/platform/db/together/spread.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const processOf = 'select pg_backend_pid() as pid, $1::int as place';
const read = (text: string, values: readonly unknown[] = []) =>
  runnerFor(database.databases.sandbox).run(text, values);

async function pidsOf(text: string, count: number): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, place) => read(text, [place])));
  return answers.map(({ rows }) => Number(rows[0]?.pid));
}

describe('reads of one turn of the event loop', () => {
  const pooled =
    inject('database').pooler === undefined ? '' : ' (skipped: PgBouncer lends connections anew)';

  it.skipIf(pooled !== '')(
    `share a connection, at most eight at a time, and each gets its own result${pooled}`,
    async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, place) => read(processOf, [place])));

      expect(answers.map(({ rows }) => rows[0]?.place)).toEqual(
        Array.from({ length: 20 }, (_, place) => place),
      );
      const pids = answers.map(({ rows }) => rows[0]?.pid);
      expect(new Set(pids.slice(0, 8)).size).toBe(1);
      expect(new Set(pids).size).toBe(3);
    },
  );

  it('fail one by one', async () => {
    const works = [0, 1, 2, 3].map((place) =>
      place === 1 ? read('select 1 / ($1::int - 1) as one', [1]) : read(processOf, [place]),
    );

    const ended = await Promise.allSettled(works);

    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });

  it('fail for their own reason when several are of a text that cannot be prepared', async () => {
    const ended = await Promise.allSettled(
      [0, 1, 2].map((n) => read('select $1::int from absent_table', [n])),
    );

    const reasons = ended.map((one) => one.status === 'rejected' && String(one.reason));
    expect(reasons).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('absent_table')));
  });

  it.skipIf(pooled !== '')(`share no connection with a locking read, which may wait${pooled}`, async () => {
    const add = 'INSERT INTO sandbox.event_sequences (merchant_id, resource_id, last) VALUES ($1, $2, 1)';
    for (const merchant of [newId(), newId()]) await database.asOwner(add, [merchant, newId()]);
    const one = 'select pg_backend_pid() as pid from event_sequences order by resource_id limit 1';

    const locking = await pidsOf(`${one} offset $1 for update`, 2);
    const reading = await pidsOf(`${one} offset $1`, 2);

    expect(new Set(locking).size).toBe(2);
    expect(new Set(reading).size).toBe(1);
  });

  it('are repeated when a migration has made their plan stale', async () => {
    const all = 'select * from event_sequences order by resource_id';
    await Promise.all([read(all), read(all)]);
    await database.asOwner('ALTER TABLE sandbox.event_sequences ADD COLUMN late integer');

    const answers = await Promise.all([read(all), read(all), read(processOf, [0])]);

    expect(answers.slice(0, 2).every(({ rows }) => rows.every((row) => 'late' in row))).toBe(true);
  });

  it('all fail when their connection breaks, and the next reads succeed', async () => {
    const slow = Promise.allSettled([read('select pg_sleep(20)'), read(processOf, [1])]);
    const running =
      "SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE query = 'select pg_sleep(20)'";
    await expect.poll(async () => (await database.asOwner(running)).length).toBe(1);

    const ended = await slow;

    const failures = ended.map((one) => (one.status === 'rejected' ? classify(one.reason) : one.value.rows));
    expect(failures).toEqual(['unavailable', 'unavailable']);
    expect((await read(processOf, [2])).rows[0]?.place).toBe(2);
  });
});

describe('reads by id of one turn of the event loop', () => {
  type Key = { merchantId: string; id: string };
  const merchantId = newId();
  const ids = Array.from({ length: 70 }, () => newId());
  const find = preparedById<Key>()((db, p) =>
    db
      .selectFrom('event_sequences')
      .select(['resource_id', 'last', sql<string>`statement_timestamp()::text`.as('asked_at')])
      .where('merchant_id', '=', p.merchantId)
      .where('resource_id', '=', p.id)
      .where('last', '>', 0n)
      .limit(1),
  );
  const findOne = (id: string) => find(database.databases.sandbox, { merchantId, id });

  beforeAll(async () => {
    const add = 'INSERT INTO sandbox.event_sequences (merchant_id, resource_id, last) VALUES ($1, $2, $3)';
    for (const [at, id] of ids.entries()) await database.asOwner(add, [merchantId, id, at + 1]);
    await findOne(ids[0] ?? '');
  });

  it('each find their own row, or none', async () => {
    const absent = newId();

    const found = await Promise.all([absent, ...ids, absent, ids[3] ?? ''].map(findOne));

    expect(found.map((row) => row?.resource_id)).toEqual([undefined, ...ids, undefined, ids[3]]);
    expect(found.map((row) => row?.last)).toEqual([
      undefined,
      ...ids.map((_id, at) => BigInt(at + 1)),
      undefined,
      4n,
    ]);
  });

  it('are few statements, and on a cluster one for each', async () => {
    const found = await Promise.all(ids.map(findOne));

    const moments = new Set(found.map((row) => row?.asked_at));
    const most = (await isSpread(database.databases.sandbox)) ? ids.length : 3;
    expect(moments.size).toBe(most);
  });

  it('fail one by one', async () => {
    const ended = await Promise.allSettled([ids[0] ?? '', 'no id', ids[1] ?? ''].map(findOne));

    const outcomes = ended.map((one) =>
      one.status === 'fulfilled' ? one.value?.last : (classify(one.reason) ?? String(one.reason)),
    );
    expect(outcomes).toEqual([1n, expect.stringContaining('uuid'), 2n]);
  });
});
