import { monotonicMs } from '../../../../../platform/clock.ts';
import { eventsWords as words } from '../../../../words/dashboard/developers/events.ts';
import { type Answer, type LiveEvent, Refusal } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { watcherOf } from './watch.ts';

const pingMs = 15_000;
/** A reader that stays for longer connects again, so that an ended session ends its streams. */
const longestMs = 10 * 60_000;
const mostPerMerchant = 20;

/**
 * Says that something has happened among the merchant's events; the screen then loads its list again. The id of each message names
 * the state it stands for, so that a reader who comes back hears at once whether they missed something. Its data is the id of the
 * newest event.
 */
export function follow(visit: MerchantVisit): Answer {
  const watcher = watcherOf(visit.ctx.db, visit.office.draining);
  if (watcher.readersOf(visit.merchantId) >= mostPerMerchant) throw new Refusal(words.tooMany);
  return { kind: 'events', from: (lastId, signal) => changes(visit, lastId, signal) };
}

async function* changes(
  { ctx, office, merchantId }: MerchantVisit,
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent> {
  const watcher = watcherOf(ctx.db, office.draining);
  const endMs = monotonicMs() + longestMs;
  watcher.join(merchantId);
  try {
    let seen = lastId;
    while (!signal.aborted && !office.draining() && monotonicMs() < endMs) {
      const news = await watcher.next(merchantId, seen, { ms: pingMs, signal });
      if (news === undefined) yield {};
      else yield { id: news.id, name: seen === undefined ? 'connected' : 'changed', data: news.newest };
      seen = news?.id ?? seen;
    }
  } finally {
    watcher.leave(merchantId);
  }
}
