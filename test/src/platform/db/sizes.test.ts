import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Databases, inTransaction, openDatabases } from '../../../../src/platform/db/database.ts';
import { fewestConnections, mostConnections, sizesOf } from '../../../../src/platform/db/pool.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

describe('the connections of a process', () => {
  it('are split without a rest, and leave enough for everybody', () => {
    const numbers = Array.from(
      { length: mostConnections - fewestConnections + 1 },
      (_, more) => fewestConnections + more,
    );

    const split = numbers.map((connections) => ({ connections, ...sizesOf(connections) }));

    const wrong = split.filter(({ connections, calls, workers, platform }) => {
      const all = 1 + platform.most + 2 * (calls.most + workers.most);
      return (
        all !== connections || platform.most < 2 || workers.most < 2 || calls.most < 4 || calls.mostEach < 2
      );
    });
    expect(wrong).toEqual([]);
  });

  it('are 8 and 2 for each mode, 4 for the platform and 1 for LISTEN, of 25', () => {
    expect(sizesOf(25)).toEqual({
      calls: { most: 8, mostEach: 4 },
      workers: { most: 2, mostEach: 2 },
      platform: { most: 4, mostEach: 4 },
    });
  });
});

describe('a process with few connections', () => {
  let database: TestDatabase;
  let databases: Databases;

  beforeAll(async () => {
    database = await cloneDatabase();
    const { url, secretKey } = database;
    databases = openDatabases({
      url,
      secretKey,
      connections: fewestConnections,
      report: () => undefined,
      patience: 8,
    });
  });
  afterAll(async () => {
    await databases.close();
    await database.close();
  });

  it('opens no more than those, however much there is to do', async () => {
    const counts: number[] = [];
    const count = async () => {
      const [row] = await database.asOwner(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'mps\\_%'",
      );
      counts.push(Number(row?.['n']));
    };

    await Promise.all([
      ...[databases.sandbox, databases.live].flatMap((db) =>
        Array.from({ length: 30 }, () =>
          inTransaction(db, newId(), async (tx) => {
            await tx.selectFrom('merchant_states').select('merchant_id').execute();
            await count();
          }),
        ),
      ),
      ...Array.from({ length: 30 }, () => databases.ping()),
    ]);

    expect(Math.max(...counts)).toBeLessThanOrEqual(fewestConnections);
    expect(Math.max(...counts)).toBeGreaterThan(8);
  });
});
