import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Log } from '../../log.ts';
import { Alone, type Wanted, wantedOf } from './alone.ts';
import type { Answer, Begun } from './answers.ts';
import type { Take } from './bucket.ts';
import type { Counting, SharedRateLimit } from './rate-limit.ts';
import { type CountServer, connectCountServer } from './server.ts';

type Parts = {
  /** Of a Valkey or Redis. */
  readonly url: string;
  /** How many processes count there, at most. */
  readonly instances: number;
  readonly log: Log;
  /** How many times as long as usual to wait for an answer, for tests on a busy machine. Default: 1. */
  readonly patience?: number;
};

/** A service that starts before its server begins alone. */
const patienceMs = 1000;

/**
 * Counts calls together with the other processes, exactly, as long as the server answers. Without it each process admits its share:
 * see `Alone`. Answers always, and never with an error.
 *
 * Decision 0108.
 */
export async function shareRateLimit(parts: Parts): Promise<SharedRateLimit> {
  const shared = new Shared(parts);
  if (!(await Promise.race([shared.joined.promise, delay(patienceMs, false)]))) shared.beginAlone();
  return shared;
}

const rejoinMs = 500;
/** The rest is told together with the first calls that the server judges. */
const mostAtOnce = 500;

class Shared implements SharedRateLimit {
  readonly joined = Promise.withResolvers<true>();
  readonly #log: Log;
  readonly #instances: number;
  readonly #server: CountServer;
  readonly #alone: Alone;
  readonly #me = newId();
  readonly #timer: NodeJS.Timeout;
  /** Of the counts that the calls go to. Undefined: to none. */
  #epoch: string | undefined;
  /** The last to which this process has told all it knew, and until when that reaches. */
  #told: { readonly epoch: string; readonly untilMs: number } | undefined;
  #how: Counting['how'] = 'alone';
  #timesAlone = 0;
  #joining = false;
  /** Why it is not counted together yet. */
  #problem = 'the server does not answer';

  constructor({ url, instances, log, patience }: Parts) {
    this.#log = log;
    this.#instances = instances;
    this.#alone = new Alone(instances, monotonicMs());
    const listener = {
      ready: () => void this.#join(),
      lost: (error: Error) => {
        this.#problem = error.message;
        this.#lose(this.#epoch, error.message);
      },
      busy: (name: string, forMs: number) => this.#alone.markBusy(name, monotonicMs() + forMs),
    };
    this.#server = connectCountServer(url, listener, patience);
    this.#timer = setInterval(() => void this.#join(), rejoinMs).unref();
  }

  /** Says that the service starts without the server, and why. */
  beginAlone(): void {
    this.#warn(this.#problem, 'rate limits are not counted together yet');
  }

  readonly counting = (): Counting => ({ how: this.#how, timesAlone: this.#timesAlone });

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#epoch = undefined;
    await this.#server.close();
  }

  take(bucketKey: string, limit: number, windowMs: number): Promise<Take> {
    return this.#take(wantedOf(bucketKey, limit, windowMs));
  }

  async hasRoom(bucketKey: string, limit: number, windowMs: number): Promise<boolean> {
    const wanted = wantedOf(bucketKey, limit, windowMs);
    const answer = this.#epoch === undefined ? undefined : await this.#ask(this.#epoch, 'look', wanted);
    return answer?.kind === 'judged' ? answer.take.admitted : this.#alone.hasRoom(wanted, monotonicMs());
  }

  async #take(wanted: Wanted): Promise<Take> {
    const epoch = this.#epoch;
    if (epoch === undefined) return this.#alone.take(wanted, monotonicMs());
    const answer = await this.#ask(epoch, 'take', wanted);
    if (answer?.kind === 'judged') return answer.take;
    // What is admitted alone now would not be told: that has begun already.
    if (this.#epoch !== undefined && this.#epoch !== epoch) return await this.#take(wanted);
    if (answer === undefined) return this.#alone.take(wanted, monotonicMs());
    return await this.#takeShare(epoch, wanted);
  }

  /** Of a bucket that is incomplete: notes what is admitted. */
  async #takeShare(epoch: string, wanted: Wanted): Promise<Take> {
    const nowMs = monotonicMs();
    const own = this.#alone.take(wanted, nowMs);
    if (!own.admitted) return own;
    const noted = await this.#ask(epoch, 'note', wanted);
    // The last process may have joined since, and then all of them judge.
    if (noted?.kind === 'judged') return noted.take;
    // The note may be lost with the server, and what was admitted before a loss is not told to it any more: begins anew.
    return this.#alone.sinceMs > nowMs ? await this.#take(wanted) : own;
  }

  /** Undefined if there is no answer, or one without a count. */
  async #ask(epoch: string, how: 'take' | 'note' | 'look', wanted: Wanted): Promise<Answer | undefined> {
    try {
      const answer = await this.#server.count(epoch, how, wanted);
      if (answer.kind === 'forgotten') return this.#lose(epoch, 'the server has lost its counts');
      // One bucket that is incomplete is no loss: the counts may have every call of a minute, and not yet of ten.
      if (answer.kind === 'judged') {
        if (epoch === this.#epoch) this.#goTogether();
        if (how === 'take' && answer.take.admitted) this.#alone.remember(wanted, monotonicMs());
      }
      return answer;
    } catch (error) {
      return this.#lose(epoch, String(error));
    }
  }

  #lose(epoch: string | undefined, reason: string): undefined {
    if (epoch === undefined || epoch !== this.#epoch) return;
    this.#epoch = undefined;
    this.#goAlone(reason);
    void this.#join();
  }

  #goAlone(reason: string): void {
    if (this.#how === 'alone') return;
    this.#how = 'alone';
    this.#timesAlone += 1;
    this.#alone.begin(monotonicMs());
    this.#warn(reason, 'rate limits are no longer counted together');
  }

  #warn(reason: string, what: string): void {
    this.#log.warn({ reason, instances: this.#instances }, `${what}: this process admits its share`);
  }

  #goTogether(): void {
    if (this.#how === 'alone') this.#log.info('rate limits are counted together');
    this.#how = 'together';
  }

  /** Once this process has told what it admitted, it says so again until all have: see `join` of the server. */
  async #join(): Promise<void> {
    if (this.#joining || this.#how === 'together' || !this.#server.isReady()) return;
    this.#joining = true;
    try {
      const epoch = this.#epoch ?? (await this.#tellAll(await this.#server.begin()));
      const state = await this.#server.join(epoch, this.#me, this.#instances);
      if (state === 'forgotten') this.#lose(epoch, 'the server has lost its counts');
      if (state === 'complete' && epoch === this.#epoch) this.#goTogether();
      this.joined.resolve(true);
    } catch (error) {
      // The timer tries again. A call may have been judged meanwhile, so that it counts as lost here, too.
      this.#problem = String(error);
      this.#lose(this.#epoch, this.#problem);
    } finally {
      this.#joining = false;
    }
  }

  /** Tells a server that has new counts all that was admitted in the last window, one that has kept them what it missed. */
  async #tellAll({ epoch, busy }: Begun): Promise<string> {
    for (const { name, forMs } of busy) this.#alone.markBusy(name, monotonicMs() + forMs);
    const toldMs = this.#told?.epoch === epoch ? this.#told.untilMs : undefined;
    let sinceMs = toldMs === undefined ? Number.NEGATIVE_INFINITY : Math.max(this.#alone.sinceMs, toldMs);
    for (;;) {
      const nowMs = monotonicMs();
      const admitted = this.#alone.admittedSince(sinceMs, nowMs);
      // From here on the calls go to the server, behind what is told now.
      if (admitted.length <= mostAtOnce) this.#epoch = epoch;
      await this.#server.tell(epoch, admitted);
      this.#told = { epoch, untilMs: nowMs };
      if (admitted.length <= mostAtOnce) return epoch;
      sinceMs = nowMs;
    }
  }
}
