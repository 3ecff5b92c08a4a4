import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { isEvent } from '../../../engine/recording/queries.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { inPlatformTransaction, inTransaction } from '../../../platform/db/database.ts';
import {
  findUntoldAcrossMerchants,
  lockUntold,
  markTold,
  postponeTelling,
  type UntoldChange,
} from './settings-queries.ts';

export type SettingsTeller = {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

const lookMs = 1000;

/** The loop that tells one mode of changed settings. Any number of them may run at once. */
export function createSettingsTeller(ctx: Context): SettingsTeller {
  const ending = new AbortController();
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    while (!ending.signal.aborted) {
      await tellSettings(ctx).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'changed settings are out of reach'),
      );
      await pause(lookMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      looking = look();
    },
    async stop() {
      ending.abort();
      await looking;
    },
  };
}

/**
 * Makes `merchant.settings.updated` of every change that is still to be told. The change is in the platform's tables and the event
 * in the mode's, which no transaction joins: so the event has the id of its change, and whoever finds it there only notes that it
 * was told. Who dies in between leaves the change to the next.
 *
 * Spec: "Registered but planned". Decision 0009.
 */
export async function tellSettings(ctx: Context): Promise<void> {
  for (const change of await findUntoldAcrossMerchants(ctx.db)) {
    try {
      await tell(ctx, change);
    } catch (error) {
      ctx.log.error({ err: error, app_id: change.app_id }, 'a changed setting was not told and will be');
      await postponeTelling(ctx.platform, merchantId(change.merchant_id), change.change_id);
    }
  }
}

/** The platform's row is locked meanwhile: two loops do not tell the same. */
function tell(ctx: Context, change: UntoldChange): Promise<void> {
  const merchant = merchantId(change.merchant_id);
  return inPlatformTransaction(ctx.platform, async (platform) => {
    if (!(await lockUntold(platform, merchant, change.change_id))) return;
    await inTransaction(ctx.db, merchant, async (tx, clockOffsetMs) => {
      if (await isEvent(tx, merchant, change.change_id)) return;
      await recordEvent(
        { ctx, tx, merchant: { id: merchant, clockOffsetMs } },
        'merchant.settings.updated',
        change,
      );
    });
    await markTold(platform, merchant, change.change_id);
  });
}
