import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../engine/context.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import { notifierOf } from '../../../platform/db/database.ts';
import { newId, randomUuid } from '../../../platform/ids.ts';
import { sweepPauseMs } from '../../../platform/jobs/merchant-by-merchant.ts';
import { createOutage } from '../../../platform/jobs/outage.ts';
import { createWaiter } from '../../../platform/jobs/waiter.ts';
import { createClaimPosition } from './claim-position.ts';
import type { Claim, ClaimedDelivery } from './claimed.ts';
import { claimDeliveriesAcrossMerchants, endClaimAcrossMerchants } from './queries.ts';
import { createSending } from './send.ts';
import { releaseStrandedAcrossMerchants, sweepExpiredLeasesAcrossMerchants } from './sweep-queries.ts';

export type Deliverer = {
  readonly start: () => void;
  /**
   * Stops claiming, waits up to `graceMs` for the requests in flight, and gives up those that are left: other workers retry them.
   */
  readonly stop: (graceMs?: number) => Promise<void>;
};

/** A notification may be lost, and no notification announces a retry. */
const pollMs = 250;
/** How long to wait for free slots while more is due: a claim of many costs hardly more than a claim of few. */
const gatherMs = 10;
const sweptAtOnce = 64;
/** Waiting deliveries that a sweep checks. */
const checkedAtOnce = 100;
/** Many, because each is little more than a socket, and a receiver that never answers holds its slot for 15 seconds. */
const usuallyInFlight = 256;
/** Longer than an attempt can take. */
const defaultGraceMs = 17_000;

/**
 * The loop that delivers: it claims what is due, sends it and records the result.
 *
 * Any number of loops may run at once, in any number of processes. The database enforces the limits of lanes and the order of
 * events, and each loop takes over what a crashed one left.
 *
 * Spec: "Delivery and retry". Decision 0011.
 */
export function createDeliverer(options: { ctx: Context; mostInFlight?: number }): Deliverer {
  const { ctx, mostInFlight = usuallyInFlight } = options;
  const { notifier, channel } = notifierOf(ctx.db);
  const waiter = createWaiter();
  const ending = new AbortController();
  const sending = createSending(ctx, waiter.wake);
  const claims = createOutage(ctx.log, 'claiming deliveries');
  const claimNext = createClaims(ctx);
  const sweeps = createOutage(ctx.log, 'sweeping deliveries');
  const slots = () => mostInFlight - sending.inFlight.size;
  const loops: Promise<void>[] = [];
  let stopListening: (() => void) | undefined;

  async function claimAndSend(): Promise<void> {
    const position = createClaimPosition();
    while (!ending.signal.aborted) {
      const free = slots();
      const token = randomUuid();
      const wanted = { free, token, afterLane: position.afterLane() };
      const claimed = free > 0 ? await claims.attempt(() => claimNext(wanted), ending.signal) : [];
      if (claimed === undefined) continue;
      for (const one of claimed) void sending.send(one, token);
      const nothingLeft = position.advance(claimed.length, free);
      if (nothingLeft || free === 0) await waiter.wait(pollMs);
      else await gather();
    }
  }

  /** Waits until half the slots are free, but not longer than `gatherMs`: slow receivers do not delay the others. */
  async function gather(): Promise<void> {
    const endMs = monotonicMs() + gatherMs;
    while (slots() < mostInFlight / 2 && !ending.signal.aborted && monotonicMs() < endMs)
      await waiter.wait(endMs - monotonicMs());
  }

  async function sweep(): Promise<void> {
    const releaseStranded = createReleaseOfStranded(ctx);
    while (!ending.signal.aborted) {
      const attemptIds = Array.from({ length: sweptAtOnce }, newId);
      const sweepOnce = () => sweepExpiredLeasesAcrossMerchants(ctx.db, attemptIds);
      const count = (await sweeps.attempt(sweepOnce, ending.signal)) ?? 0;
      const released = (await sweeps.attempt(releaseStranded, ending.signal)) ?? 0;
      if (count + released > 0) waiter.wake();
      // After a full batch there is probably more.
      if (count === sweptAtOnce) continue;
      const pauseMs = await sweepPauseMs(ctx.db);
      await pause(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      stopListening = notifier.listen(channel('deliveries'), waiter.wake);
      loops.push(claimAndSend(), sweep());
    },
    async stop(graceMs = defaultGraceMs) {
      ending.abort();
      stopListening?.();
      waiter.wake();
      await Promise.all(loops);
      const endMs = monotonicMs() + graceMs;
      while (sending.inFlight.size > 0 && monotonicMs() < endMs) await waiter.wait(endMs - monotonicMs());
      await sending.giveBack();
    },
  };
}

/** Claims deliveries. What a claim took whose answer was lost is due again before the next one: otherwise it would wait for its lease. */
function createClaims(ctx: Context): (claim: Claim) => Promise<readonly ClaimedDelivery[]> {
  let unanswered: string | undefined;
  return async (claim) => {
    if (unanswered !== undefined) await endClaimAcrossMerchants(ctx.db, unanswered);
    unanswered = claim.token;
    const claimed = await claimDeliveriesAcrossMerchants(ctx.db, claim);
    unanswered = undefined;
    return claimed;
  };
}

/** Releases a few stranded deliveries on each call, going round all that wait. Returns how many it released. */
function createReleaseOfStranded(ctx: Context): () => Promise<number> {
  let after: Parameters<typeof releaseStrandedAcrossMerchants>[1]['after'];
  return async () => {
    const { released, last } = await releaseStrandedAcrossMerchants(ctx.db, { after, most: checkedAtOnce });
    after = last;
    return released;
  };
}
