import type { Finding } from './rows.ts';
import type { Shape } from './shape.ts';
import type { Place } from './source.ts';

/** Apps write requests and read answers. An event is an answer. */
export type Direction = 'request' | 'answer';

/** What a change does to the set of valid bodies. */
export type Effect = 'narrower' | 'wider' | 'other';

/** An app's request must stay valid; an answer must stay within what the app was told. */
export function judged(direction: Direction, effect: Effect): Finding['verdict'] {
  if (effect === 'other') return 'breaking';
  return (effect === 'narrower') === (direction === 'request') ? 'breaking' : 'addition';
}

export type Pair = { readonly direction: Direction; readonly was: Shape; readonly is: Shape };

export function found(verdict: Finding['verdict'], at: Place, reason: string, was?: Place): Finding {
  return { verdict, at, reason, trail: [], ...(was !== undefined && { was }) };
}
