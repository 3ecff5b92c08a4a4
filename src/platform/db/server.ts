import type { Kysely } from 'kysely';
import { runnerFor } from './instances.ts';
import { refuseOldServer, versionQuery } from './migrations/server-version.ts';
import { isBusy } from './pool.ts';
import { originOf } from './run.ts';

type Instances<Mode, Platform> = {
  readonly sandbox: Kysely<Mode>;
  readonly live: Kysely<Mode>;
  readonly platform: Kysely<Platform>;
};

/**
 * Asks the server of each instance. A mode that is only busy is left out: it must not take the calls of the other away from this
 * process.
 *
 * @param patience how many times as long as usual the pools wait
 * @throws ServerTooOld, DatabaseUnavailable
 */
export async function ping<Mode, Platform>(
  { sandbox, live, platform }: Instances<Mode, Platform>,
  patience: number | undefined,
): Promise<void> {
  const idle = [sandbox, live].filter((db) => !isBusy(originOf(db).calls, patience));
  const asked = [...idle, platform].map((db) => runnerFor(db).run(versionQuery, []));
  for (const { rows } of await Promise.all(asked)) refuseOldServer(rows);
}

const clockQuery = 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms';

/** The server's time, in milliseconds since 1970. */
export async function clockOf<Platform>(platform: Kysely<Platform>): Promise<number> {
  const ran = await runnerFor(platform).run(clockQuery, []);
  return Number(ran.rows[0]?.ms);
}
