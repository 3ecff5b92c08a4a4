import type { VersionChain } from '../platform/contract/types.ts';
import { ApiError } from '../platform/errors.ts';

/**
 * While releases roll out or back, this process may read what a later one has stored, and it does not know that shape.
 *
 * @throws SERVICE_UNAVAILABLE another process can answer
 *
 * Decisions 0053, 0067.
 */
export function expectKnownShape({ current }: Pick<VersionChain, 'current'>, version: string): void {
  if (version > current) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
}
