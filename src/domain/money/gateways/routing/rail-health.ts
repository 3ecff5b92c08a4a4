import { monotonicMs } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Rail, RailCheck } from '../rail.ts';

/** Whether providers answer as they should, by the checks of their rails. */
export type RailHealth = {
  readonly has: (name: string) => boolean;
  /** The kept result; nobody is asked. Undefined: none is kept, or there is no such rail. */
  readonly known: (name: string) => boolean | undefined;
  /** The kept result, or that of a check now. Undefined: there is no such rail. */
  readonly ask: (name: string) => Promise<boolean | undefined>;
};

type Kept = { readonly result: Promise<boolean>; ok?: boolean; untilMs: number };

const keptMs = 30_000;
const usualPatienceMs = 30_000;

type Patience = {
  readonly nowMs?: () => number;
  /** How long a check may take. */
  readonly patienceMs?: number;
};

/**
 * Keeps each result for 30 seconds, and runs one check of a rail at a time: people who ask often must not make the service sign
 * on again and again. A rail with a lasting connection is asked by that connection while it is up.
 */
export function createRailHealth(
  rails: readonly Rail[],
  log: Log,
  { nowMs = monotonicMs, patienceMs = usualPatienceMs }: Patience = {},
): RailHealth {
  const kept = new Map<string, Kept>();
  const fresh = (name: string): Kept | undefined => {
    const one = kept.get(name);
    return one && one.untilMs > nowMs() ? one : undefined;
  };
  const begin = (rail: Rail): Kept => {
    const result = isHealthy(rail, log, patienceMs);
    const begun: Kept = { result, untilMs: Number.POSITIVE_INFINITY };
    kept.set(rail.name, begun);
    void result.then((ok) => Object.assign(begun, { ok, untilMs: nowMs() + keptMs }));
    return begun;
  };
  return {
    has: (name) => rails.some((one) => one.name === name),
    known: (name) => fresh(name)?.ok,
    ask: async (name) => {
      const rail = rails.find((one) => one.name === name);
      return rail && (await (fresh(name) ?? begin(rail)).result);
    },
  };
}

/** What was wrong is for operators: their log has it. A check that throws is a bug of the rail. */
async function isHealthy(rail: Rail, log: Log, patienceMs: number): Promise<boolean> {
  try {
    const wrong = (await inTime(rail, patienceMs)).filter(({ ok }) => !ok);
    const steps = wrong.map(({ step, words }) => `${step}: ${words}`);
    if (wrong.length > 0) log.warn({ gateway: rail.name, steps }, 'the check of a gateway failed');
    return wrong.length === 0;
  } catch (error) {
    log.warn({ gateway: rail.name, err: error }, 'the check of a gateway failed');
    return false;
  }
}

/** A provider may take the connection and never say anything. */
async function inTime(rail: Rail, patienceMs: number): Promise<readonly RailCheck[]> {
  const words = `it did not end within ${patienceMs / 1000} seconds`;
  const late: RailCheck = { step: 'check', ok: false, words, ms: patienceMs };
  const { promise, resolve } = Promise.withResolvers<readonly RailCheck[]>();
  const timer = setTimeout(() => resolve([late]), patienceMs);
  try {
    return await Promise.race([checked(rail), promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function checked(rail: Rail): Promise<readonly RailCheck[]> {
  return (await rail.checkInUse?.()) ?? (await rail.check());
}
