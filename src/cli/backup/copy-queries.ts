import { Client } from 'pg';

/**
 * How far the log was replayed: the segment that a next record would lie in, and when the last transaction was committed. And whether
 * this database is the service's: PostgreSQL has others.
 */
export type Replayed = {
  readonly segment: string;
  readonly lastCommit: Date | null;
  readonly isService: boolean;
};

export async function replayedToAcrossMerchants(url: string): Promise<Replayed> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  try {
    const { rows } = await owner.query<Replayed>(
      `SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment, pg_last_xact_replay_timestamp() AS "lastCommit",
         to_regclass('platform.migrations') IS NOT NULL AS "isService"`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('a SELECT without FROM has one row');
    return row;
  } finally {
    await owner.end();
  }
}
