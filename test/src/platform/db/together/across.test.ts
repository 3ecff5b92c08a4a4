import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Databases,
  inExclusiveTransaction,
  openDatabases,
  type Tx,
} from '../../../../../src/platform/db/database.ts';
import { inSharedTransaction } from '../../../../../src/platform/db/together/group.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { addRow } from './rows.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

type Mode = 'sandbox' | 'live';
const modes = ['sandbox', 'live'] as const;

const share = <T>(
  merchant: string,
  work: (tx: Tx, clockOffsetMs: number) => Promise<T>,
  mode: Mode = 'sandbox',
) => inSharedTransaction(database.databases[mode], merchant, work);

const merchants = (count: number) => Array.from({ length: count }, () => newId());

/** Each merchant adds a row at the same time; returns the transaction of each. */
const allAdd = (all: readonly string[], mode: Mode = 'sandbox') =>
  Promise.all(all.map((merchant) => share(merchant, (tx) => addRow(tx, merchant), mode)));

async function rowsOf(merchant: string, mode: Mode = 'sandbox'): Promise<number> {
  const rows = await database.asOwner(`SELECT 1 FROM ${mode}.event_sequences WHERE merchant_id = $1`, [
    merchant,
  ]);
  return rows.length;
}

const turn = (merchant: string, offset: number) =>
  database.asOwner(
    `INSERT INTO sandbox.merchant_states (merchant_id, clock_offset_ms) VALUES ($1, $2)
    ON CONFLICT (merchant_id) DO UPDATE SET clock_offset_ms = EXCLUDED.clock_offset_ms`,
    [merchant, offset],
  );

const selectOne = (tx: Tx) => tx.executeQuery(CompiledQuery.raw('SELECT 1'));

async function patience(tx: Tx): Promise<string | undefined> {
  const { rows } = await tx.executeQuery<{ it: string }>(
    CompiledQuery.raw("SELECT current_setting('lock_timeout') AS it"),
  );
  return rows[0]?.it;
}

/** A row of this merchant that another process has written and not yet committed. */
async function uncommittedRow(merchant: string, resource: string) {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(
    'INSERT INTO sandbox.event_sequences (merchant_id, resource_id, last) VALUES ($1, $2, 1)',
    [merchant, resource],
  );
  return {
    rollBack: async () => {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}

describe('calls of several merchants', () => {
  it.each(modes)('share a commit in %s while two transactions are open', async (mode) => {
    const all = merchants(20);

    const transactions = await allAdd(all, mode);

    expect(new Set(transactions).size).toBe(3);
    for (const merchant of all) expect(await rowsOf(merchant, mode)).toBe(1);
  });

  it('get equal shares of a transaction, however many calls one of them has', async () => {
    const [busy = '', holder = '', ...others] = merchants(7);
    const order: string[] = [];
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const add = (merchant: string) =>
      share(merchant, async (tx) => {
        await addRow(tx, merchant);
        order.push(merchant);
      });
    // One of the two open transactions ends last, so that all the others are in the same one after the other.
    const held = share(holder, () => over);

    const ofBusy = Array.from({ length: 200 }, () => add(busy));
    await Promise.all(others.map(add));
    end();
    await Promise.all([held, ...ofBusy]);

    const last = Math.max(...others.map((merchant) => order.indexOf(merchant)));
    expect(last).toBeLessThan(11);
    expect(order).toHaveLength(205);
  });

  it('are at most 32 in one transaction, whose merchants come in the order of their ids', async () => {
    const all = merchants(10).toReversed();
    const inOrder = new Map<string, string[]>();

    await Promise.all(
      all.flatMap((merchant) =>
        Array.from({ length: 20 }, () =>
          share(merchant, async (tx) => {
            const transaction = await addRow(tx, merchant);
            inOrder.set(transaction, [...(inOrder.get(transaction) ?? []), merchant]);
          }),
        ),
      ),
    );

    const transactions = [...inOrder.values()];
    const largest = Math.max(...transactions.map(({ length }) => length));
    expect(largest).toBeGreaterThan(20);
    expect(largest).toBeLessThanOrEqual(32);
    expect(transactions).toEqual(transactions.map((order) => order.toSorted()));
  });

  it('wait for a lock of a neighbour for 50 ms only, and for one of their own as long as always', async () => {
    const alone = await share(newId(), patience);
    const together = await Promise.all(merchants(5).map((merchant) => share(merchant, patience)));

    expect(alone).not.toBe('50ms');
    expect(together.slice(2)).toEqual(['50ms', '50ms', '50ms']);
  });

  it('fail alone: a refused call of one merchant rolls back no row of another', async () => {
    const all = merchants(12);
    const refused = all[7] ?? '';

    const ended = await Promise.allSettled(
      all.map((merchant) =>
        share(merchant, async (tx) => {
          await addRow(tx, merchant);
          if (merchant === refused) throw new RangeError('refused');
        }),
      ),
    );

    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: new RangeError('refused') },
    ]);
    for (const merchant of all) expect(await rowsOf(merchant)).toBe(merchant === refused ? 0 : 1);
  });

  it('fail alone: a violation in one merchant fails no call of another', async () => {
    const all = merchants(12);
    const twice = all[5] ?? '';
    const resource = newId();
    await share(twice, (tx) => addRow(tx, twice, resource));

    const ended = await Promise.allSettled(
      all.map((merchant) =>
        share(merchant, (tx) => addRow(tx, merchant, merchant === twice ? resource : newId())),
      ),
    );

    expect(ended.map(({ status }) => status)).toEqual(
      all.map((merchant) => (merchant === twice ? 'rejected' : 'fulfilled')),
    );
  });

  it.each<[string, (tx: Tx, merchant: string, resource: string) => Promise<string>]>([
    ['failed', () => Promise.reject(new RangeError('refused'))],
    [
      'failed by a statement before one that nobody waits for',
      async (tx, merchant, resource) => {
        const row = addRow(tx, merchant, resource);
        tx.goOnWithout(selectOne(tx));
        return await row;
      },
    ],
    [
      'failed by a statement that nobody waits for',
      async (tx, merchant, resource) => {
        tx.goOnWithout(addRow(tx, merchant, resource));
        await selectOne(tx);
        return await addRow(tx, merchant);
      },
    ],
  ])('fail alone: a merchant whose call %s shares with nobody for a while', async (_how, fail) => {
    const all = merchants(8);
    const failing = all[6] ?? '';
    const resource = newId();
    await share(failing, (tx) => addRow(tx, failing, resource));
    const ended = await Promise.allSettled(
      all.map((merchant) =>
        share(merchant, (tx) => {
          tx.goOnWithout(selectOne(tx));
          return merchant === failing ? fail(tx, failing, resource) : addRow(tx, merchant);
        }),
      ),
    );

    const transactions = await allAdd(all);

    expect(ended.map(({ status }) => status === 'rejected')).toEqual(
      all.map((merchant) => merchant === failing),
    );
    const own = transactions[6];
    expect(transactions.filter((transaction) => transaction === own)).toHaveLength(1);
    expect(new Set(transactions).size).toBeLessThan(all.length);
  });

  it('do not wait for a neighbour who waits for a lock', async () => {
    const all = merchants(12);
    const slow = all[4] ?? '';
    const resource = newId();
    const held = await uncommittedRow(slow, resource);

    const works = all.map((merchant) =>
      share(merchant, (tx) => addRow(tx, merchant, merchant === slow ? resource : newId())),
    );
    await Promise.all(works.filter((_work, place) => place !== 4));

    expect(await rowsOf(slow)).toBe(0);
    await held.rollBack();
    await works[4];
    expect(await rowsOf(slow)).toBe(1);
  });

  it('do not wait for a neighbour whose sandbox is being reset', async () => {
    const all = merchants(12);
    const resetting = all[9] ?? '';
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    // By another process, whose queue this one does not see.
    const other = openAnother();
    const reset = inExclusiveTransaction(other.sandbox, resetting, async () => {
      begin();
      await over;
    });
    await begun;

    const works = all.map((merchant) => share(merchant, (tx) => addRow(tx, merchant)));
    await Promise.all(works.filter((_work, place) => place !== 9));

    expect(await rowsOf(resetting)).toBe(0);
    end();
    await reset;
    await works[9];
    expect(await rowsOf(resetting)).toBe(1);
    await other.close();
  });

  it('each see their own clock, also just after another process has turned it', async () => {
    const all = merchants(10);
    for (const [place, merchant] of all.entries()) await turn(merchant, place * 1000);
    const clocks = () =>
      Promise.all(
        all.map((merchant) =>
          share(merchant, async (tx, offset) => {
            await addRow(tx, merchant);
            return offset;
          }),
        ),
      );
    const expected = all.map((_merchant, place) => place * 1000);

    expect(await clocks()).toEqual(expected);
    await turn(all[3] ?? '', 9_000_000);

    expect(await clocks()).toEqual(expected.with(3, 9_000_000));
    for (const merchant of all) expect(await rowsOf(merchant)).toBe(2);
  });

  it('neither deadlock nor fail when two processes insert the same keys in opposite orders', async () => {
    const all = merchants(16);
    const resources = new Map(all.map((merchant) => [merchant, newId()]));
    const other = openAnother();
    const add = (db: Databases, order: readonly string[]) =>
      order.map((merchant) =>
        inSharedTransaction(db.sandbox, merchant, (tx) => addRow(tx, merchant, resources.get(merchant))),
      );

    const ended = await Promise.allSettled([
      ...add(database.databases, all),
      ...add(other, all.toReversed()),
    ]);

    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
    const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(new Set(reasons.map(({ constraint }) => constraint))).toEqual(new Set(['event_sequences_pkey']));
    await other.close();
  });
});

function openAnother(): Databases {
  const { url, secretKey } = database;
  return openDatabases({ url, secretKey, report: () => undefined });
}
