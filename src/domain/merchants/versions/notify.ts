import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import type { VersionChain } from '../../../platform/contract/types.ts';
import { setApp } from '../accounts/set-app.ts';
import { changeMerchant } from '../changes/change-merchant.ts';
import {
  type AppRow,
  findPinnedElsewhereAcrossMerchants,
  findUnnotifiedAcrossMerchants,
  hasNotice,
} from './queries.ts';

/** How long before the end of a version its apps are notified. Spec: "Versioning". */
const monthsBefore = [6, 3, 1] as const;

/** Who the audit log says did it. */
const by = 'versions.notify';

const atOnce = 200;

/** What an app is told while its version is deprecated. */
export type VersionNotice = {
  readonly deprecated: string;
  readonly retired: string;
  /** The version that the app moves to when its own ends. */
  readonly successor: string;
};

export function noticeOf(versions: VersionChain, version: string): VersionNotice | undefined {
  const notice = versions.noticeOf(version);
  const successor = versions.supported.find((one) => one > version);
  return notice && successor !== undefined ? { ...notice, successor } : undefined;
}

/**
 * Daily job `versions.notify`: writes the notices of deprecated versions into the audit log, one for each app, and moves apps whose
 * version has ended to the oldest supported one. It serves the apps of both modes, and may run again at any time.
 *
 * Spec: "Versioning". Decision 0069.
 */
export async function notifyOfVersions(ctx: Context, signal?: AbortSignal, today = now()): Promise<void> {
  const { versions } = ctx;
  for (const version of versions.supported) {
    const notice = noticeOf(versions, version);
    const months = notice && monthsDue(notice.retired, today);
    if (notice && months !== undefined)
      await inPages(signal, (after) =>
        notify(
          ctx,
          { version, months, retired: notice.retired, details: { version, months, ...notice } },
          after,
        ),
      );
  }
  await inPages(signal, (after) => moveOn(ctx, after));
}

/** Each page behind the one before, until one is not full. If the process stops, it throws: the job then runs again. */
async function inPages(
  signal: AbortSignal | undefined,
  page: (after: string) => Promise<readonly AppRow[]>,
): Promise<void> {
  let apps: readonly AppRow[] = [];
  do {
    signal?.throwIfAborted();
    apps = await page(apps.at(-1)?.id ?? '');
  } while (apps.length === atOnce);
}

type Due = {
  readonly version: string;
  readonly months: number;
  readonly retired: string;
  readonly details: Readonly<Record<string, unknown>>;
};

async function notify(
  { platform }: Context,
  { details, ...due }: Due,
  after: string,
): Promise<readonly AppRow[]> {
  const apps = await findUnnotifiedAcrossMerchants(platform, due, { after, most: atOnce });
  for (const { id: appId, merchant_id: owner } of apps)
    await changeMerchant(platform, { merchantId: merchantId(owner), by }, async (tx) => {
      // Asked again under the merchant's lock: another process may have done it.
      if (await hasNotice(tx, merchantId(owner), { appId, ...due })) return { result: undefined };
      return { entry: { action: 'version.notice', appId, details }, result: undefined };
    });
  return apps;
}

/** Moves apps whose version has ended, as `mps app set` does. */
async function moveOn({ platform, versions, log }: Context, after: string): Promise<readonly AppRow[]> {
  const apps = await findPinnedElsewhereAcrossMerchants(platform, versions, { after, most: atOnce });
  for (const app of apps) {
    const of = { merchantId: merchantId(app.merchant_id), appId: app.id, by };
    await setApp({ platform, versions }, of, { apiVersion: versions.inEffect(app.api_version) });
    log.info({ app: app.id, from: app.api_version }, 'the version of the app has ended');
  }
  return apps;
}

/** The notice that is due: only the latest, if the job missed earlier ones or the app was pinned to the version since. */
function monthsDue(retired: string, today: Date): number | undefined {
  return monthsBefore.findLast((months) => {
    const due = new Date(retired);
    due.setUTCMonth(due.getUTCMonth() - months);
    // The last day of the month, where the month before is shorter.
    if (due.getUTCDate() !== new Date(retired).getUTCDate()) due.setUTCDate(0);
    return today >= due;
  });
}
