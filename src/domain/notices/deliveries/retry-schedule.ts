import { deliveryTerms } from '../../../../generated/event-registry.ts';

/**
 * How long after a failed attempt the next may start: each pause is twice the one before. The jitter only adds, so a retry
 * is never early.
 *
 * @param attempt the attempt that failed, from 1
 * @param jitter  from 0 to 1; adds up to a tenth
 *
 * Spec: "Delivery and retry".
 */
export function retryDelayMs(attempt: number, jitter: number): number {
  const seconds = deliveryTerms.firstDelaySeconds * 2 ** (attempt - 1);
  return Math.ceil(seconds * 1000 * (1 + jitter / 10));
}
