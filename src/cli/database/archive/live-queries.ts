import type { Owner } from '../../../app/sealed/sealed-queries.ts';

// The sandbox is emptied every night, so archives are about live. Their verbs run as the owner of the database: no role of the service
// may delete a payment.

/** Each is a statement of its own: a cluster passes on the whole text that came with one. */
const settings = ['search_path TO live, platform', "timezone TO 'UTC'", "lock_timeout TO '30s'"] as const;

/**
 * Runs in a transaction on the tables of live. Times are in UTC. It waits longer for a lock than calls do, so that they end first.
 *
 * A pooler may give each transaction another connection, so everything is set inside.
 */
export async function inLiveAcrossMerchants<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  await owner.query('BEGIN');
  try {
    for (const setting of settings) await owner.query(`SET LOCAL ${setting}`);
    const result = await work();
    await owner.query('COMMIT');
    return result;
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
