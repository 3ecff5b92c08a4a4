import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

type Held = 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval' | 'performance' | 'Date';

const all: readonly Held[] = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'performance',
  'Date',
];

/**
 * Until the test ends, these stand still unless `vi.advanceTimersByTime` turns them; with `setTimeout`, that of
 * `node:timers/promises` too, which vitest leaves alone. PostgreSQL and the network still take real time.
 */
export function holdTimers(which: readonly Held[] = all): void {
  vi.useFakeTimers({ toFake: [...which] });
  const real = timers.setTimeout;
  if (which.includes('setTimeout')) timers.setTimeout = pause;
  // Modules have imported it by name.
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.useRealTimers();
    timers.setTimeout = real;
    syncBuiltinESMExports();
  });
}

function pause<T>(
  ms?: number,
  value?: T,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const timer = setTimeout(() => resolve(value as T), ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Waits in real time until a check passes. `soon` would turn the timers that are held. */
export async function really(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
}
