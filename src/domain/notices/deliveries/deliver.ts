import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../engine/context.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import { bellOf } from '../../../platform/db/database.ts';
import { newId, randomUuid } from '../../../platform/ids.ts';
import { attemptDelivery, beginAttempt, retryDelayMs } from './attempt.ts';
import {
  type Attempt,
  type Claim,
  claimDeliveriesAcrossMerchants,
  sweepExpiredLeasesAcrossMerchants,
} from './queries.ts';
import { createAttemptLog } from './send.ts';

export type Deliverer = {
  readonly start: () => void;
  /** Claims no more, waits for what is in flight up to `graceMs`, and gives the rest back. */
  readonly stop: (graceMs?: number) => Promise<void>;
};

/** A ring may be lost, and a retry rings nobody. */
const pollMs = 250;
/** How long free slots are gathered while more is due: a claim of many costs hardly more than a claim of few. */
const gatherMs = 10;
const sweepMs = 1000;
const sweptAtOnce = 64;
/** Many: each is little more than a socket, and those whose receivers never answer hold theirs for 15 seconds. */
const usuallyInFlight = 256;
/** Longer than an attempt can take. */
const defaultGraceMs = 17_000;

/**
 * The loop that delivers: claims what is due, sends it, records how it went. Any number of them may run at once:
 * the database keeps lanes and order, and what a dead one held is swept by the others.
 *
 * Spec: "Delivery and retry". Decision 0011.
 */
export function createDeliverer(options: { ctx: Context; mostInFlight?: number }): Deliverer {
  const { ctx, mostInFlight = usuallyInFlight } = options;
  const doorbell = bellOf(ctx.db);
  const bell = createBell();
  const ending = new AbortController();
  const sending = createSending(ctx, bell.ring);
  const slots = () => mostInFlight - sending.inFlight.size;
  const loops: Promise<void>[] = [];
  let stopListening: (() => void) | undefined;

  async function claimAndSend(): Promise<void> {
    const looks = createLooks();
    while (!ending.signal.aborted) {
      const free = slots();
      const token = randomUuid();
      const claimed = free > 0 ? await claim(ctx, { free, token, afterLane: looks.afterLane() }) : [];
      for (const one of claimed) void sending.send(one, token);
      const rest = looks.found(claimed.length, free);
      if (rest || free === 0) await bell.wait(pollMs);
      else await gather();
    }
  }

  /** Until half the slots are free; those of receivers that hang are not waited for. */
  async function gather(): Promise<void> {
    const endMs = monotonicMs() + gatherMs;
    while (slots() < mostInFlight / 2 && !ending.signal.aborted && monotonicMs() < endMs)
      await bell.wait(endMs - monotonicMs());
  }

  async function sweep(): Promise<void> {
    while (!ending.signal.aborted) {
      const count = await swept(ctx);
      if (count > 0) bell.ring();
      // A full batch is seldom the last one.
      if (count === sweptAtOnce) continue;
      await pause(sweepMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      stopListening = doorbell.bell.listen(doorbell.channel('deliveries'), bell.ring);
      loops.push(claimAndSend(), sweep());
    },
    async stop(graceMs = defaultGraceMs) {
      ending.abort();
      stopListening?.();
      bell.ring();
      await Promise.all(loops);
      const endMs = monotonicMs() + graceMs;
      while (sending.inFlight.size > 0 && monotonicMs() < endMs) await bell.wait(endMs - monotonicMs());
      await sending.giveBack();
    },
  };
}

/** What this process is sending now. An attempt is in flight until it is recorded. */
function createSending(ctx: Context, ring: () => void) {
  const inFlight = new Map<string, Attempt>();
  const log = createAttemptLog(ctx, (attempts) => {
    for (const { attemptId } of attempts) inFlight.delete(attemptId);
    ring();
  });

  return {
    inFlight,
    async send(claimed: Claim, token: string): Promise<void> {
      const begun = beginAttempt(claimed, token);
      inFlight.set(begun.attemptId, begun);
      const attempt = await attemptDelivery(ctx, claimed, begun).catch((error: unknown) => {
        ctx.log.error({ err: error, delivery: begun.deliveryId }, 'a delivery could not be attempted');
        return { ...begun, retryMs: retryDelayMs(begun.attempt, 0) };
      });
      // Else it was given back, and is someone else's by now.
      if (inFlight.has(attempt.attemptId)) log.write(attempt);
    },
    async giveBack(): Promise<void> {
      const lost = [...inFlight.values()];
      inFlight.clear();
      for (const attempt of lost) log.write(attempt);
      await log.settled();
    },
  };
}

async function claim(
  ctx: Context,
  wanted: { free: number; token: string; afterLane: string },
): Promise<readonly Claim[]> {
  try {
    return await claimDeliveriesAcrossMerchants(ctx.db, wanted);
  } catch (error) {
    ctx.log.error({ err: error }, 'deliveries were not claimed');
    return [];
  }
}

async function swept(ctx: Context): Promise<number> {
  try {
    const attemptIds = Array.from({ length: sweptAtOnce }, newId);
    return await sweepExpiredLeasesAcrossMerchants(ctx.db, attemptIds);
  } catch (error) {
    ctx.log.error({ err: error }, 'expired leases were not swept');
    return 0;
  }
}

type Bell = { readonly ring: () => void; readonly wait: (ms: number) => Promise<void> };

/** Remembers a ring that comes while nobody waits. */
function createBell(): Bell {
  let rung = false;
  let wakeUp: (() => void) | undefined;
  return {
    ring(): void {
      rung = true;
      wakeUp?.();
    },
    async wait(ms: number): Promise<void> {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        wakeUp = resolve;
        await promise;
        clearTimeout(timer);
      }
      rung = false;
    },
  };
}

const firstLane = '00000000-0000-0000-0000-000000000000';

/**
 * Where to look next: from a random lane on while there is plenty, so that every lane has its turn. A look that finds less
 * than it could take has seen all lanes from there on; two of them, from the first lane and from elsewhere, are followed by a rest.
 */
export function createLooks() {
  let afterLane = firstLane;
  let short = 0;
  return {
    afterLane: () => afterLane,
    /** Whether it is time for a rest. */
    found(count: number, free: number): boolean {
      short = count < free ? short + 1 : 0;
      const rest = short > 1;
      const fromFirst = rest || (short === 1 && afterLane !== firstLane);
      afterLane = fromFirst ? firstLane : randomUuid();
      if (rest) short = 0;
      return rest;
    },
  };
}
