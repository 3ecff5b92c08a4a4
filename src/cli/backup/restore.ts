import { type Open, openAcrossMerchants } from '../../app/restored/open-queries.ts';
import {
  atOnceAcrossMerchants,
  countConnectedAcrossMerchants,
  endSessionsAcrossMerchants,
  type HeldJobs,
  heldJobsAcrossMerchants,
  holdJobsAcrossMerchants,
  holdMessagesAcrossMerchants,
  lockOutAcrossMerchants,
  releaseJobsAcrossMerchants,
  releaseMessagesAcrossMerchants,
  skipTraceNumbersAcrossMerchants,
} from '../../app/restored/restored-queries.ts';
import type { Owner } from '../../app/sealed/sealed-queries.ts';
import { showMoney2 } from '../../domain/money/amounts/amount.ts';
import type { Mode } from '../../engine/principal.ts';
import { now } from '../../platform/clock.ts';
import { checkDatabase } from '../../platform/db/migrate.ts';
import { roles } from '../../platform/db/roles.ts';
import { type IdPrefix, showId } from '../../platform/ids.ts';
import { numberIn } from '../support/options.ts';
import { cell, Failure, printJson, printTable, say } from '../support/print.ts';
import { onServer } from '../support/server.ts';

export type RestoreOptions = { readonly sandbox?: true; readonly json?: true };

const dayMs = 86_400_000;
const mostDays = 90;

/** `mps restore hold`. */
export async function holdVerb(options: RestoreOptions & { readonly days: string }): Promise<void> {
  const days = numberIn(options.days, '--days', { least: 1, most: mostDays });
  const until = new Date(now().getTime() + days * dayMs);
  const done = await inOneTransaction(options, async (owner, mode) => {
    await lockOutAcrossMerchants(owner, mode);
    await refuseConnected(owner);
    return {
      until: until.toISOString(),
      held: await holdJobsAcrossMerchants(owner, mode, until),
      messages_held: await holdMessagesAcrossMerchants(owner, mode, until),
      trace_numbers: (await skipTraceNumbersAcrossMerchants(owner, mode)) ?? null,
      // People belong to both modes. A rehearsal in the sandbox lets them work on.
      sessions_ended: mode === 'live' ? await endSessionsAcrossMerchants(owner) : 0,
      open: shown(await openAcrossMerchants(owner, mode)),
    };
  });
  print(done, options);
  const { trace_numbers: moved } = done;
  say(
    moved
      ? `Trace numbers go on at ${moved.to}, not at ${moved.from}.`
      : 'Trace numbers were moved on before.',
  );
  if (done.sessions_ended > 0) say(`${done.sessions_ended} sessions of the dashboard have ended.`);
  say(`${sumOf(done.held)} jobs and ${done.messages_held} messages are held until ${done.until}.`);
  say(
    'Then they run by themselves. Compare what is open with the providers, and release them: npx mps restore release',
  );
}

/** `mps restore list`. */
export async function listVerb(options: RestoreOptions): Promise<void> {
  const found = await inOneTransaction(options, async (owner, mode) => ({
    held: await heldJobsAcrossMerchants(owner, mode),
    open: shown(await openAcrossMerchants(owner, mode)),
  }));
  print(found, options);
  say(`${sumOf(found.held)} jobs are held.`);
}

/** `mps restore release`. */
export async function releaseVerb(options: RestoreOptions): Promise<void> {
  const done = await inOneTransaction(options, async (owner, mode) => ({
    released: await releaseJobsAcrossMerchants(owner, mode),
    messages_released: await releaseMessagesAcrossMerchants(owner, mode),
  }));
  if (options.json) printJson(done);
  else printTable(done.released.map(({ kind, count }) => ({ kind, count: String(count) })));
  say(`${sumOf(done.released)} jobs and ${done.messages_released} messages were released.`);
}

export function inOneTransaction<T>(
  options: RestoreOptions,
  work: (owner: Owner, mode: Mode) => Promise<T>,
): Promise<T> {
  return onServer(async ({ url, secretKey }) => {
    await checkDatabase(url, secretKey);
    return await atOnceAcrossMerchants(url, (owner) => work(owner, options.sandbox ? 'sandbox' : 'live'));
  });
}

/** What runs would make what is not held yet, and claims jobs. */
async function refuseConnected(owner: Owner): Promise<void> {
  const connected = await countConnectedAcrossMerchants(
    owner,
    roles.map(({ name }) => name),
  );
  if (connected > 0)
    throw new Failure(
      'refused',
      `Nothing was changed. A process of the service, a command or a pooler has ${connected} connections to this database. Stop it, then try again.`,
    );
}

const prefixes = {
  payment: 'txn',
  hold: 'txn',
  dispute: 'dsp',
  subscription: 'sub',
  payout: 'po',
  batch: 'pob',
  refund: 'ref',
} as const satisfies Partial<Record<Open['what'], IdPrefix>>;

function prefixOf({ what, purpose }: Open): IdPrefix {
  if (what === 'message') return purpose === 'refund' ? 'ref' : 'txn';
  return prefixes[what];
}

function shown(open: readonly Open[]) {
  return open.map((one) => ({
    what: one.what,
    id: showId(prefixOf(one), one.id),
    merchant_id: showId('mer', one.merchant_id),
    about: one.about,
    purpose: one.purpose,
    trace: one.trace,
    reference: one.reference,
    amount: showMoney2(one.amount),
    currency: one.currency,
    since: one.since.toISOString(),
  }));
}

type Printed = { readonly held: readonly HeldJobs[]; readonly open: ReturnType<typeof shown> };

function print(found: Printed, { json }: RestoreOptions): void {
  if (json) printJson(found);
  else {
    printTable(found.held.map(({ kind, count }) => ({ held: kind, jobs: String(count) })));
    printTable(
      found.open.map((one) =>
        Object.fromEntries(Object.entries(one).map(([name, value]) => [name, cell(value)])),
      ),
    );
  }
}

function sumOf(jobs: readonly HeldJobs[]): number {
  return jobs.reduce((sum, { count }) => sum + count, 0);
}
