import { monotonicMs } from './clock.ts';

/** Nobody in particular: limited by the total only. */
export const anyone = '';

const reasons = {
  'too many': 'too many wait under this name already',
  'too long': 'it has waited for too long',
  'not now': 'nobody may wait now',
} as const;

/** The caller was not admitted. Nothing was run. */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted';
  readonly why: keyof typeof reasons;

  constructor(why: NotAdmitted['why']) {
    super(reasons[why]);
    this.why = why;
  }
}

type Limits = {
  /** How many run at once, in total. */
  readonly most: number;
  /** How many run at once under one name. */
  readonly mostEach: number;
  /** How many wait under one name; one more is refused at once. */
  readonly mostWaiting: number;
  /** How long one waits before it is refused. */
  readonly waitMs: number;
};

type Waiting = {
  readonly alone: boolean;
  readonly sinceMs: number;
  readonly start: () => void;
  readonly refuse: (why: NotAdmitted['why']) => void;
};

type One = { readonly most: number; running: number; alone: boolean; readonly waiting: Waiting[] };

/** What waits for something that all share. */
export type Behind = {
  /** How many times as many wait as can be served at once. */
  readonly times: number;
  /** How long the first of them has waited, in milliseconds. */
  readonly waitedMs: number;
};

export const nothingBehind: Behind = { times: 0, waitedMs: 0 };

/**
 * Limits how many run at once, in total and under each name. The others wait: first come, first served under one name, and in
 * turn between names, so that a name with many waiting does not delay the others.
 */
export class Turns {
  readonly #limits: Limits;
  readonly #names = new Map<string, One>();
  /** Those with somebody waiting. The one that was served last is last. */
  readonly #queue = new Set<One>();
  #running = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** How long somebody waits for their turn at most. */
  get waitMs(): number {
    return this.#limits.waitMs;
  }

  /** How many wait because of the total. Those that wait for the share of their own name are not among them. */
  get waiting(): number {
    return this.#short().count;
  }

  /** The same, as it compares with the total, and how long they have waited. */
  get behind(): Behind {
    const { count, sinceMs } = this.#short();
    if (count === 0) return nothingBehind;
    return { times: count / this.#limits.most, waitedMs: monotonicMs() - sinceMs };
  }

  /** Whether as many run as may, in total. */
  get isFull(): boolean {
    return this.#running >= this.#limits.most;
  }

  /** Whether nobody runs or waits. */
  get isIdle(): boolean {
    return this.#names.size === 0;
  }

  /**
   * Returns undefined, or a promise if it has to wait. Call `leave` afterwards, unless it throws or rejects.
   *
   * @param alone while no other runs under the name; those that come later wait behind it
   * @throws NotAdmitted
   */
  take(name: string, alone = false): Promise<void> | undefined {
    const one = this.#names.get(name) ?? this.#add(name);
    if (one.waiting.length === 0 && this.#hasRoom(one, alone)) {
      this.#start(one, alone);
      return undefined;
    }
    if (one.waiting.length >= this.#limits.mostWaiting) throw new NotAdmitted('too many');
    return this.#wait(name, one, alone);
  }

  leave(name: string): void {
    const one = this.#names.get(name);
    if (one === undefined) return;
    this.#running -= 1;
    one.running -= 1;
    one.alone = false;
    this.#startNext();
    this.#forgetIdle(name, one);
  }

  /** Refuses all that wait. */
  refuseWaiting(): void {
    // Each refusal changes both lists.
    const refusals = [...this.#queue].flatMap(({ waiting }) => waiting.map(({ refuse }) => refuse));
    for (const refuse of refusals) refuse('not now');
  }

  #short(): { readonly count: number; readonly sinceMs: number } {
    let count = 0;
    let sinceMs = Number.POSITIVE_INFINITY;
    for (const one of this.#queue) {
      const [first] = one.waiting;
      if (first === undefined || !hasOwnRoom(one, first.alone)) continue;
      count += first.alone ? 1 : Math.min(one.waiting.length, one.most - one.running);
      sinceMs = Math.min(sinceMs, first.sinceMs);
    }
    return { count, sinceMs };
  }

  #add(name: string): One {
    const { most, mostEach } = this.#limits;
    const one: One = { most: name === anyone ? most : mostEach, running: 0, alone: false, waiting: [] };
    this.#names.set(name, one);
    return one;
  }

  #hasRoom(one: One, alone: boolean): boolean {
    return this.#running < this.#limits.most && hasOwnRoom(one, alone);
  }

  #start(one: One, alone: boolean): void {
    this.#running += 1;
    one.running += 1;
    one.alone = alone;
  }

  #wait(name: string, one: One, alone: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        alone,
        sinceMs: monotonicMs(),
        start: () => {
          clearTimeout(late);
          resolve();
        },
        refuse: (why) => {
          const place = one.waiting.indexOf(waiting);
          if (place < 0) return;
          clearTimeout(late);
          one.waiting.splice(place, 1);
          if (one.waiting.length === 0) this.#queue.delete(one);
          // Others may have waited only because this one wanted to run alone.
          this.#startNext();
          this.#forgetIdle(name, one);
          reject(new NotAdmitted(why));
        },
      };
      const late = setTimeout(waiting.refuse, this.#limits.waitMs, 'too long');
      one.waiting.push(waiting);
      this.#queue.add(one);
    });
  }

  #startNext(): void {
    for (const one of this.#queue) {
      if (this.#running >= this.#limits.most) return;
      const [next] = one.waiting;
      if (next === undefined || !this.#hasRoom(one, next.alone)) continue;
      one.waiting.shift();
      this.#queue.delete(one);
      // At the end of the queue, so the loop comes back to it after all others.
      if (one.waiting.length > 0) this.#queue.add(one);
      this.#start(one, next.alone);
      next.start();
    }
  }

  #forgetIdle(name: string, one: One): void {
    if (one.running === 0 && one.waiting.length === 0) this.#names.delete(name);
  }
}

function hasOwnRoom({ alone: isTaken, running, most }: One, alone: boolean): boolean {
  if (isTaken) return false;
  return alone ? running === 0 : running < most;
}
