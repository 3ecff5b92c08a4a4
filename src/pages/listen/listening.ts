import { createFeed, type Feed } from '../../domain/notices/listening/feed.ts';
import type { Context } from '../../engine/context.ts';
import type { Mode } from '../../engine/principal.ts';
import type { Opened } from './stream.ts';

/** The streams of a process. */
export type Listening = {
  readonly feeds: Readonly<Record<Mode, Feed>>;
  readonly open: Set<Opened>;
  /** Ends all streams: their readers connect again, to another process or to the next one. */
  readonly stop: () => Promise<void>;
};

export function createListening({ sandbox, live }: Readonly<Record<Mode, Context>>): Listening {
  const feeds = { sandbox: createFeed(sandbox), live: createFeed(live) };
  const open = new Set<Opened>();
  return {
    feeds,
    open,
    stop: async () => {
      for (const stream of open) stream.end();
      await Promise.all([feeds.sandbox.stop(), feeds.live.stop()]);
    },
  };
}
