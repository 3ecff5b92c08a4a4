import type { PaymentLink } from './queries.ts';

/** Whether a link can be paid now. `busy`: undecided attempts have reserved all uses that are left. */
export type Standing = 'open' | 'busy' | 'paused' | 'expired' | 'exhausted' | 'deactivated';

type Facts = Pick<PaymentLink, 'status' | 'expires_at' | 'max_uses' | 'uses_completed' | 'uses_reserved'>;

/**
 * Whether a link can be paid at a moment of its merchant's clock. A link that the merchant has closed is shown as closed, even if
 * it has also expired or has no uses left.
 *
 * Spec: "States and transitions", payment link. Decision 0024.
 */
export function judgeLink(link: Facts, now: Date): Standing {
  if (link.status !== 'active') return link.status;
  if (link.expires_at !== null && link.expires_at <= now) return 'expired';
  if (link.max_uses === null) return 'open';
  if (link.uses_completed >= link.max_uses) return 'exhausted';
  return link.uses_completed + link.uses_reserved >= link.max_uses ? 'busy' : 'open';
}
