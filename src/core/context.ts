import type { VersionChain } from '../platform/contract/types.ts';
import type { Db, PlatformDb, Tx } from '../platform/db/database.ts';
import type { Egress } from '../platform/http/egress.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { CheckoutOwners } from './checkouts/owners.ts';
import type { Reactions } from './events/record.ts';
import type { Gateways } from './gateways/port.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import type { Merchant, Mode } from './merchants/principal.ts';

/** What every function that acts on the world is given. Two exist, one per mode, built in app/context.ts. */
export type Context = {
  /** For the log, the page banner and the choice of gateway. No query reads it. */
  readonly mode: Mode;
  readonly db: Db;
  readonly platform: PlatformDb;
  /** The merchant's business time: real time plus, in the sandbox, the merchant's clock offset. */
  readonly now: (merchant: Merchant) => Date;
  readonly gateways: Gateways;
  readonly reactions: Reactions;
  readonly owners: CheckoutOwners;
  readonly jobs: JobHandlers;
  readonly versions: VersionChain;
  readonly addresses: { readonly checkout: string; readonly pay: string; readonly dashboard: string };
  readonly secrets: Secrets;
  readonly egress: Egress;
  readonly log: Log;
};

/** Whoever writes: in which world, in which transaction, for whom. */
export type Act = { readonly ctx: Context; readonly tx: Tx; readonly merchant: Merchant };
