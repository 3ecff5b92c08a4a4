import type { Language } from '../domain/merchants/accounts/terms.ts';
import type { Rail } from '../domain/money/gateways/rail.ts';
import type { GatewayState } from '../domain/money/gateways/routing/breaker.ts';
import { filesInDatabase } from '../domain/payments/disputes/file-store.ts';
import type { Context } from '../engine/context.ts';
import type { Merchant, Mode } from '../engine/principal.ts';
import { now } from '../platform/clock.ts';
import type { VersionChain } from '../platform/contract/types.ts';
import type { Databases } from '../platform/db/database.ts';
import type { Egress } from '../platform/http/egress/egress.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import { checkoutOwners } from './checkout-owners.ts';
import { type ConnectGateways, unconnected } from './gateways.ts';
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
  /** Absent: no connection to any provider. */
  readonly connectGateways?: ConnectGateways | undefined;
  /** Where providers call back, without a slash at the end. */
  readonly callbackAddress?: string | undefined;
};

type Contexts = {
  readonly contexts: Readonly<Record<Mode, Context>>;
  /** The connections to providers. */
  readonly rails: Readonly<Record<Mode, readonly Rail[]>>;
  readonly states: readonly GatewayState[];
};

/** Makes the context of each mode. Nothing in one context leads to the other. Decision 0004. */
export function contextsOf(parts: Parts): Contexts {
  const [sandbox, live] = [contextOf('sandbox', parts), contextOf('live', parts)];
  return {
    contexts: { sandbox: sandbox.context, live: live.context },
    rails: { sandbox: sandbox.rails, live: live.rails },
    states: [...sandbox.states, ...live.states],
  };
}

type OfMode = Pick<Contexts, 'states'> & {
  readonly context: Context;
  readonly rails: readonly Rail[];
};

function contextOf(mode: Mode, parts: Parts): OfMode {
  const { databases, secrets, egress, addresses, versions = apiVersions, languages = ['en'] } = parts;
  const { connectGateways = unconnected, callbackAddress = '' } = parts;
  const [db, log] = [databases[mode], parts.log.child({ mode })];
  const { gateways, rails, states = [] } = connectGateways(mode, { db, log, secrets, callbackAddress });
  const pages = mode === 'sandbox' ? '/test' : '';
  const context: Context = {
    mode,
    db,
    platform: databases.platform,
    now: businessTime,
    gateways,
    files: filesInDatabase(db),
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
    log,
  };
  return { context, rails, states };
}

/**
 * A job that runs because the merchant's clock was turned, or that was due at a time that our clock has not reached, sees its own due
 * time; all other work sees real time plus the merchant's offset.
 *
 * Decision 0012.
 */
function businessTime(merchant: Merchant): Date {
  return merchant.at ?? new Date(now().getTime() + merchant.clockOffsetMs);
}
