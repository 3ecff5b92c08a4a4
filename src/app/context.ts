import type { Language } from '../domain/merchants/accounts/brand.ts';
import { filesInDatabase } from '../domain/payments/disputes/file-store.ts';
import type { Context } from '../engine/context.ts';
import type { Merchant, Mode } from '../engine/principal.ts';
import { now } from '../platform/clock.ts';
import type { VersionChain } from '../platform/contract/types.ts';
import type { Databases } from '../platform/db/database.ts';
import type { Egress } from '../platform/http/egress.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import { checkoutOwners } from './checkout-owners.ts';
import { liveGateways, sandboxGateways } from './gateways.ts';
import { jobHandlers } from './job-handlers.ts';
import { reactions } from './reactions.ts';
import { apiVersions } from './release.ts';

type Parts = {
  readonly databases: Databases;
  readonly secrets: Secrets;
  readonly egress: Egress;
  readonly log: Log;
  /** Without a path at the end. The sandbox's pages are below `/test`. */
  readonly addresses: { readonly checkout: string; readonly pay: string; readonly dashboard: string };
  readonly versions?: VersionChain | undefined;
  /** Those of the hosted pages; absent: English. */
  readonly languages?: readonly Language[] | undefined;
};

/** Makes the context of each mode. Nothing in one context leads to the other. Decision 0004. */
export function contextsOf(parts: Parts): Readonly<Record<Mode, Context>> {
  return { sandbox: contextOf('sandbox', parts), live: contextOf('live', parts) };
}

function contextOf(mode: Mode, parts: Parts): Context {
  const { databases, secrets, egress, log, addresses, versions = apiVersions, languages = ['en'] } = parts;
  const pages = mode === 'sandbox' ? '/test' : '';
  return {
    mode,
    db: databases[mode],
    platform: databases.platform,
    now: businessTime,
    gateways: mode === 'sandbox' ? sandboxGateways() : liveGateways(),
    files: filesInDatabase(databases[mode]),
    reactions,
    owners: checkoutOwners,
    jobs: jobHandlers,
    versions,
    languages,
    addresses: {
      checkout: `${addresses.checkout}${pages}/c`,
      pay: `${addresses.pay}${pages}/p`,
      dashboard: addresses.dashboard,
    },
    secrets,
    egress,
    log: log.child({ mode }),
  };
}

/**
 * A job that runs because the merchant's clock was turned sees its own due time; all other work sees real time plus the
 * merchant's offset.
 *
 * Decision 0012.
 */
function businessTime(merchant: Merchant): Date {
  return merchant.at ?? new Date(now().getTime() + merchant.clockOffsetMs);
}
