import type { Now, Progress } from './judge.ts';

/** Says every few seconds what a judge does, on a line of its own. */
export type Reporter = Progress & { readonly stop: () => void };

type Wanted = {
  readonly judge: string;
  readonly seconds: number | undefined;
  readonly everyMs?: number;
  readonly say: (line: string) => void;
};

export function reporterOf({ judge, seconds, everyMs = 5000, say }: Wanted): Reporter {
  const from = performance.now();
  let now: Now = {};
  const timer = setInterval(() => {
    const passed = Math.round((performance.now() - from) / 1000);
    const parts = [
      `${passed} s`,
      ...leftOf(now, passed, seconds),
      ...(now.operation === undefined ? [] : [now.operation]),
      ...(now.cases === undefined ? [] : [`${now.cases.toLocaleString('en')} cases`]),
      `${now.findings ?? 0} findings`,
    ];
    say(`${judge}: ${parts.join(', ')}`);
  }, everyMs);
  timer.unref();
  return {
    at: (next) => {
      now = { ...now, ...next };
    },
    stop: () => clearInterval(timer),
  };
}

/** The time left: of the limit, or else as long as the rest takes at the present pace. */
function leftOf({ done = 0 }: Now, passed: number, seconds: number | undefined): readonly string[] {
  const byPace = done > 0 ? (passed * (1 - done)) / done : undefined;
  const byLimit = seconds === undefined ? undefined : Math.max(0, seconds - passed);
  const known = [byPace, byLimit].filter((left) => left !== undefined);
  return known.length === 0 ? [] : [`about ${Math.round(Math.min(...known))} s left`];
}
