import type { EventType } from '../../generated/event-registry.ts';
import type { webhooks } from '../../generated/webhooks.d.ts';
import type { VersionChain } from '../platform/contract/types.ts';
import type { Db, PlatformDb, Tx } from '../platform/db/database.ts';
import type { Egress } from '../platform/http/egress/egress.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { SubjectRow } from './event-subjects.ts';
import type { Merchant, Mode } from './principal.ts';

/**
 * What every action and job is given. There are two, one per mode, built in app/context.ts.
 *
 * It is an interface, because the domain adds fields of its own to it (`declare module`): its gateways and the owners of its
 * checkouts. So the engine imports nothing of the domain.
 */
export interface Context {
  /** For the log, the page banner and the choice of gateway. No query reads it. */
  readonly mode: Mode;
  readonly db: Db;
  readonly platform: PlatformDb;
  /** The merchant's business time: real time plus, in the sandbox, the merchant's clock offset. */
  readonly now: (merchant: Merchant) => Date;
  readonly reactions: Reactions;
  readonly jobs: JobHandlers;
  readonly versions: VersionChain;
  /** Public base addresses of the hosted pages and the dashboard, without a slash at the end. */
  readonly addresses: { readonly checkout: string; readonly pay: string; readonly dashboard: string };
  readonly secrets: Secrets;
  readonly egress: Egress;
  readonly log: Log;
}

/** What an action that writes is given: its context, its transaction, and its merchant. */
export type Act = { readonly ctx: Context; readonly tx: Tx; readonly merchant: Merchant };

/** `data` of an event, as its contract shows it. */
export type EventData<E extends EventType> =
  webhooks[E]['post']['requestBody']['content']['application/json']['data'];

/** The data that an event shows, and the reactions that run after it in the same transaction, in this order. Decision 0009. */
export type Reaction<E extends EventType> = {
  readonly data: (row: SubjectRow<E>, act: Act) => EventData<E> | Promise<EventData<E>>;
  readonly also: readonly ((act: Act, row: SubjectRow<E>) => Promise<unknown>)[];
};

/** A reaction for every implemented event. An event without one is a compile error. */
export type Reactions = { readonly [E in EventType]: Reaction<E> };

/**
 * Kind of job → its payload: ids and choices only, since the job reads everything else when it runs. The file of each job adds
 * its kind here (`declare module`), and app/job-handlers.ts does not compile without a handler for it.
 */
export interface JobPayloads {}

export type JobKind = keyof JobPayloads;

/** A job whose whole effect is one transaction. It must be safe to run twice. Decision 0011. */
export type Job<P> = (act: Act, payload: P) => Promise<void>;

/** A job that asks another system: `ask` runs outside any transaction, `finish` in the one that ends the job. */
export type PhasedJob<P, O> = {
  readonly ask: (ctx: Context, merchant: Merchant, payload: P) => Promise<O>;
  readonly finish: (act: Act, payload: P, outcome: O) => Promise<void>;
};

/** A phased job with any type of outcome. Methods, not properties, so that every `PhasedJob<P, O>` is assignable. */
export type AnyPhasedJob<P> = {
  ask(ctx: Context, merchant: Merchant, payload: P): Promise<unknown>;
  finish(act: Act, payload: P, outcome: unknown): Promise<void>;
};

/** Kind of job → its handler; a kind without a handler does not compile. */
export type JobHandlers = {
  readonly [K in JobKind]: Job<JobPayloads[K]> | AnyPhasedJob<JobPayloads[K]>;
};
