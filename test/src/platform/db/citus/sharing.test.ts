import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../../../../src/platform/db/database.ts';
import { inSharedTransaction } from '../../../../../src/platform/db/together/group.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { aDistributedDatabase } from '../../../../support/citus/distributed.ts';
import { missingCitus } from '../../../../support/citus/nodes.ts';

const current = 'SELECT pg_current_xact_id()::text AS transaction';
const insert = 'INSERT INTO event_sequences (merchant_id, resource_id, last) VALUES ($1, $2, 1)';

async function addRow(tx: Tx, merchant: string): Promise<string> {
  await tx.executeQuery(CompiledQuery.raw(insert, [merchant, newId()]));
  const { rows } = await tx.executeQuery<{ transaction: string }>(CompiledQuery.raw(current));
  return String(rows[0]?.transaction);
}

describe.skipIf(missingCitus !== '')(`merchants on a cluster of three nodes${missingCitus}`, () => {
  let database: Awaited<ReturnType<typeof aDistributedDatabase>>;

  beforeAll(async () => {
    database = await aDistributedDatabase();
  }, 300_000);

  afterAll(async () => {
    await database?.close();
  }, 60_000);

  it('share no transaction, while the calls of one of them do', async () => {
    const merchants = [newId(), newId(), newId()];
    const calls = Array.from({ length: 20 }, () => merchants).flat();

    const transactions = await Promise.all(
      calls.map(async (merchant) => ({
        merchant,
        transaction: await inSharedTransaction(database.databases.sandbox, merchant, (tx) =>
          addRow(tx, merchant),
        ),
      })),
    );

    const byTransaction = Map.groupBy(transactions, ({ transaction }) => transaction);
    const owners = [...byTransaction.values()].map((of) => new Set(of.map(({ merchant }) => merchant)).size);
    expect(owners).toEqual(owners.map(() => 1));
    expect(byTransaction.size).toBeLessThan(calls.length / 2);
  }, 60_000);
});
