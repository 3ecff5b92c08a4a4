import { now } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import type { AppOf } from '../changes/change-merchant.ts';
import { whenLeftVersion } from '../changes/queries.ts';
import { hoursToGoBack } from './terms.ts';

/** The app cannot be pinned to this earlier version. `leftAt` is absent if it never was pinned to it. */
export class NoWayBack extends Error {
  override name = 'NoWayBack';
  readonly version: string;
  readonly leftAt: Date | undefined;

  constructor(version: string, leftAt: Date | undefined) {
    super(`the app cannot go back to ${version}`);
    this.version = version;
    this.leftAt = leftAt;
  }
}

/**
 * An app moves forward whenever it likes, and back only to a version that it left in the last 72 hours. The list of operators' changes
 * says when it left which one: the release before this one writes it too. Call it under the lock of the app.
 *
 * @throws NoWayBack
 *
 * Decision 0072.
 */
export async function refuseWayBack(
  tx: PlatformDb,
  { merchantId, appId }: Pick<AppOf, 'merchantId' | 'appId'>,
  version: string,
): Promise<void> {
  const leftAt = await whenLeftVersion(tx, merchantId, { appId, version });
  if (leftAt === undefined || now() > wayBackEnds(leftAt)) throw new NoWayBack(version, leftAt);
}

export function wayBackEnds(leftAt: Date): Date {
  return new Date(leftAt.getTime() + hoursToGoBack * 60 * 60 * 1000);
}
