import { type Db, inClaimAcrossMerchants } from '../../platform/db/database.ts';
import { inParts } from '../../platform/jobs/merchant-by-merchant.ts';
import type { Log } from '../../platform/log.ts';
import { type HeldKey, renewLeasesAcrossMerchants } from './queries.ts';

/** A lease is four times as long, so that it outlives a renewal or two that fail. */
const renewMs = 1000;

/** The keys of one mode whose calls run in this process now. */
type Holder = { readonly held: Set<HeldKey>; timer: NodeJS.Timeout | undefined; renewing: boolean };

const holders = new WeakMap<Db, Holder>();

/**
 * Renews the lease of a key while its call asks another system. One statement a second renews all such keys of a mode. When the
 * process dies, the renewals end, and a retry resumes the call within a few seconds. A call without a key has no lease.
 *
 * Decision 0049.
 */
export async function whileHolding<T>(
  { db, log }: { readonly db: Db; readonly log: Log },
  key: HeldKey | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return await work();
  const holder = holders.get(db) ?? { held: new Set(), timer: undefined, renewing: false };
  holders.set(db, holder);
  holder.held.add(key);
  holder.timer ??= setInterval(() => void renew({ db, log }, holder), renewMs).unref();
  try {
    return await work();
  } finally {
    holder.held.delete(key);
    if (holder.held.size === 0) {
      clearInterval(holder.timer);
      holder.timer = undefined;
    }
  }
}

/** If it fails, a retry may resume a call that still runs. One of them finishes, and the other replays its answer. */
async function renew({ db, log }: { readonly db: Db; readonly log: Log }, holder: Holder): Promise<void> {
  if (holder.renewing) return;
  holder.renewing = true;
  try {
    await inParts(db, [...holder.held], ({ rows, of }) =>
      inClaimAcrossMerchants(db, (tx) => renewLeasesAcrossMerchants(tx, rows, of)),
    );
  } catch (error) {
    log.warn({ err: error, keys: holder.held.size }, 'leases of idempotency keys could not be renewed');
  } finally {
    holder.renewing = false;
  }
}
