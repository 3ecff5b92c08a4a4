import type { Owner } from '../../../app/sealed/sealed-queries.ts';

// The sandbox is emptied every night, so archives are about live. Their verbs run as the owner of the database: no role of the service
// may delete a payment.

/**
 * Runs in a transaction on the tables of live. Times are in UTC. It waits longer for a lock than calls do, so that they end first.
 *
 * A pooler may give each transaction another connection, so everything is set inside.
 */
export async function inLiveAcrossMerchants<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  await owner.query(
    "BEGIN; SET LOCAL search_path TO live, platform; SET LOCAL timezone TO 'UTC'; SET LOCAL lock_timeout TO '30s'",
  );
  try {
    const result = await work();
    await owner.query('COMMIT');
    return result;
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
