import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { eventExists } from '../../../engine/recording/known-queries.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { inPlatformTransaction, inTransaction } from '../../../platform/db/database.ts';
import { createOutage } from '../../../platform/jobs/outage.ts';
import {
  findPendingChangesAcrossMerchants,
  lockPendingChange,
  markRecorded,
  type PendingChange,
  postponeChange,
} from './settings-changes-queries.ts';

export type SettingsRecorder = {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

const pollMs = 1000;

/** The loop that records the events of changed settings, for one mode. Any number of them may run at once. Decision 0009. */
export function createSettingsRecorder(ctx: Context): SettingsRecorder {
  const ending = new AbortController();
  const records = createOutage(ctx.log, 'reading changed settings');
  let running = Promise.resolve();

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await records.attempt(() => recordSettingsChanges(ctx), ending.signal);
      await pause(pollMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/**
 * Records the event `merchant.settings.updated` for every change that has none yet. The change is in the platform's tables and the
 * event in the mode's, and no transaction spans both. Therefore the event has the id of its change: after a crash between the two
 * commits, the next run finds the event and only marks the change as recorded.
 *
 * Spec: "Registered but planned". Decision 0009.
 */
export async function recordSettingsChanges(ctx: Context): Promise<void> {
  for (const change of await findPendingChangesAcrossMerchants(ctx.db)) {
    try {
      await recordChange(ctx, change);
    } catch (error) {
      ctx.log.error(
        { err: error, app_id: change.app_id },
        'the event of a changed setting was not recorded; it will be retried',
      );
      await postponeChange(ctx.platform, merchantId(change.merchant_id), change.change_id);
    }
  }
}

/** Keeps the platform's row locked, so that two loops do not record the same change. */
function recordChange(ctx: Context, change: PendingChange): Promise<void> {
  const merchant = merchantId(change.merchant_id);
  return inPlatformTransaction(ctx.platform, async (platform) => {
    if (!(await lockPendingChange(platform, merchant, change.change_id))) return;
    await inTransaction(ctx.db, merchant, async (tx, clockOffsetMs) => {
      if (await eventExists(tx, merchant, change.change_id)) return;
      await recordEvent(
        { ctx, tx, merchant: { id: merchant, clockOffsetMs } },
        'merchant.settings.updated',
        change,
      );
    });
    await markRecorded(platform, merchant, change.change_id);
  });
}
