import type { Take } from './bucket.ts';
import { joins, verdicts } from './scripts.ts';

export type Answer =
  | { readonly kind: 'judged'; readonly take: Take }
  /** Not every process has told yet what it admitted: each admits its share, and notes it. */
  | { readonly kind: 'incomplete' }
  /** The server has lost the counts of this epoch. */
  | { readonly kind: 'forgotten' };

export type Joined = keyof typeof joins;

export type Begun = {
  readonly epoch: string;
  /** Buckets of which more than half was used in the last window, and for how long they count as busy. */
  readonly busy: readonly { readonly name: string; readonly forMs: number }[];
};

/** Of the script `count`. */
export function answerOf(reply: unknown, windowMs: number): Answer {
  const [verdict, remaining = 0, waitMicros = 0, resetMicros = 0] = numbersIn(reply);
  if (verdict === verdicts.forgotten) return { kind: 'forgotten' };
  if (verdict === verdicts.incomplete) return { kind: 'incomplete' };
  const admitted = verdict === verdicts.admitted;
  const most = Math.ceil(windowMs / 1000);
  const take = {
    admitted,
    remaining,
    resetSeconds: Math.min(most, Math.ceil(resetMicros / 1e6)),
    retryAfterSeconds: admitted ? 0 : Math.min(most, Math.max(1, Math.ceil(waitMicros / 1e6))),
  };
  return { kind: 'judged', take };
}

/** Of the script `begin`. */
export function begunIn(reply: unknown): Begun {
  const [epoch = '', ...rest] = Array.isArray(reply) ? reply.map(String) : [];
  const names = rest.filter((_, place) => place % 2 === 0);
  return { epoch, busy: names.map((name, place) => ({ name, forMs: Number(rest[place * 2 + 1]) })) };
}

function numbersIn(reply: unknown): readonly number[] {
  return Array.isArray(reply) ? reply.map(Number) : [];
}

/** Of the script `join`. */
export function joinedIn(reply: unknown): Joined {
  if (reply === joins.complete) return 'complete';
  return reply === joins.joined ? 'joined' : 'forgotten';
}
