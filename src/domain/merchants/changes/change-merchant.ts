import type { MerchantId } from '../../../engine/principal.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../platform/db/database.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import { changeEndpoint, type EndpointOf, type Setting } from '../../notices/endpoints/change-endpoint.ts';
import {
  type Action,
  type From,
  insertOperatorChange,
  type LockedMerchant,
  lockMerchant,
} from './queries.ts';

/** Who does it: a user of the machine that runs the command, or a person in the dashboard, by their email. */
type By = { readonly by: string; readonly from?: From };

/** Whose merchant is changed, and who does it. */
export type MerchantOf = By & { readonly merchantId: MerchantId };
export type AppOf = By & Omit<EndpointOf, 'remember'>;

/** What is remembered of a change. It contains no key and no secret. */
type Entry = {
  readonly action: Action;
  readonly appId?: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Without an entry nothing has changed. */
type Done<T> = { readonly entry?: Entry; readonly result: T };

/**
 * Changes a merchant under a lock, and remembers in the same transaction what was changed and by whom.
 *
 * @throws NOT_FOUND there is no such merchant
 *
 * Decision 0057.
 */
export function changeMerchant<T>(
  platform: PlatformDb,
  { merchantId, by, from }: MerchantOf,
  apply: (tx: PlatformDb, merchant: LockedMerchant) => Promise<Done<T>>,
): Promise<T> {
  return inPlatformTransaction(platform, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw notFound('mer');
    const { entry, result } = await apply(tx, merchant);
    if (entry) await insertOperatorChange(tx, merchantId, { changeId: newId(), ...entry, by, from });
    return result;
  });
}

/**
 * Changes settings of an app, of which the app is told by the event `merchant.settings.updated`, and remembers who did it. It
 * locks the app's endpoint, as `changeEndpoint` says, so that the events of an app are in the order of its changes.
 *
 * @throws NOT_FOUND the merchant has no such app
 *
 * Decision 0057.
 */
export async function changeApp<T>(
  platform: PlatformDb,
  { by, from, ...of }: AppOf,
  apply: (tx: PlatformDb) => Promise<Done<T> & { readonly changed: readonly Setting[] }>,
): Promise<T> {
  const { result } = await changeEndpoint(platform, of, async (tx) => {
    const { entry, ...change } = await apply(tx);
    if (entry)
      await insertOperatorChange(tx, of.merchantId, {
        changeId: newId(),
        appId: of.appId,
        ...entry,
        by,
        from,
      });
    return change;
  });
  return result;
}

/**
 * The endpoint of an app for an action of `notices/endpoints`, which knows nothing of operators: it calls this to remember who did it.
 *
 * Decision 0057.
 */
export function remembering(
  { by, from, merchantId, appId }: AppOf,
  action: Action,
  details: Readonly<Record<string, unknown>> = {},
): EndpointOf {
  const remember: EndpointOf['remember'] = (tx, changed) =>
    insertOperatorChange(tx, merchantId, {
      changeId: newId(),
      appId,
      action,
      details: { ...details, changed },
      by,
      from,
    });
  return { merchantId, appId, remember };
}

/** A merchant has as many of something as their people may make. An operator can make more. */
export class TooMany extends Error {
  override name = 'TooMany';
  readonly most: number;

  constructor(what: string, most: number) {
    super(`people may make ${most} ${what}`);
    this.most = most;
  }
}
