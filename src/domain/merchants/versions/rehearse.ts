import type { Context } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import type { KnownChange } from '../../../platform/contract/types.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findTraffic, recordedSince } from '../traffic/queries.ts';
import { type TouchedEvent, touchedEvents } from './touched-events.ts';
import { type TouchedOperation, touchedOperations } from './touched-operations.ts';

/** What a later version would change for an app, judged by the app's own traffic. */
export type Rehearsal = {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** The first day of which traffic is known; undefined: none is. */
  readonly recordedSince: string | undefined;
  /** Calls that name their version in the header. A move of the app does not touch them. */
  readonly callsByHeader: number;
  readonly operations: readonly TouchedOperation[];
  readonly events: readonly TouchedEvent[];
  /** Changes between the versions that do not touch the app. */
  readonly others: readonly KnownChange[];
};

type AppOf = {
  readonly merchantId: MerchantId;
  readonly appId: string;
  /** The version that the app is pinned to. */
  readonly pin: string;
};

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Says which changes on the way to a later version touch an app: those of operations that it called in the last days, and of events that
 * were sent to it. It changes nothing.
 *
 * @param wanted `days` counts real days, today included
 * @throws UNSUPPORTED_VERSION `to` was not released, has ended, or is earlier than the app's version
 *
 * Spec: "Versioning". Decision 0072.
 */
export async function rehearse(
  ctx: Pick<Context, 'db' | 'versions' | 'mode'>,
  { merchantId, appId, pin }: AppOf,
  { to, days }: { readonly to: string; readonly days: number },
): Promise<Rehearsal> {
  const { db, versions } = ctx;
  const from = versions.inEffect(pin);
  if (!versions.has(to) || to < from)
    throw new ApiError('UNSUPPORTED_VERSION', {
      details: { supported: versions.supported.filter((date) => date >= from) },
    });
  const changes = versions.changes(from, to);
  const traffic = await findTraffic(db, merchantId, { appId, days });
  const [byHeader, byPin] = [traffic.filter((row) => row.by_header), traffic.filter((row) => !row.by_header)];
  const operations = touchedOperations(versions, { from, to }, changes, byPin);
  const since = new Date(now().getTime() - days * dayMs);
  const events = await touchedEvents(ctx, { merchantId, appId, since }, { from, to }, changes);
  const touching = new Set([...operations, ...events].flatMap((one) => one.changes));
  return {
    from,
    to,
    days,
    recordedSince: await recordedSince(db, merchantId, appId),
    callsByHeader: byHeader.reduce((sum, { calls }) => sum + Number(calls), 0),
    operations,
    events,
    others: changes.filter((change) => !touching.has(change)),
  };
}
