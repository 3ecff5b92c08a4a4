import { vi } from 'vitest';

/**
 * Repeats a check until it passes, and returns what it returns. `vi.waitFor` itself gives up after a second, too soon for a busy
 * machine.
 */
export function soon<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 5 });
}
