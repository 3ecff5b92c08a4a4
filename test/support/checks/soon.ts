import { vi } from 'vitest';

/**
 * Repeats a check until it passes, and returns what it returns. The limit of `vi.waitFor` itself is a second, which a busy machine
 * needs for less.
 */
export function soon<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 5 });
}
