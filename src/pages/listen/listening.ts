import { createFeed, type Feed } from '../../domain/notices/listening/feed.ts';
import type { Context } from '../../engine/context.ts';
import type { Mode } from '../../engine/principal.ts';
import type { RequestLine } from '../../platform/http/request-log.ts';
import type { Opened } from './stream.ts';

/** The streams of a process. */
export type Listening = {
  readonly feeds: Readonly<Record<Mode, Feed>>;
  readonly open: Set<Opened>;
  /** A request was answered: those who follow the calls of its app are told. */
  readonly hear: (line: RequestLine) => void;
  /** Ends all streams: their readers connect again, to another process or to the next one. */
  readonly stop: () => Promise<void>;
};

export function createListening({ sandbox, live }: Readonly<Record<Mode, Context>>): Listening {
  const feeds = { sandbox: createFeed(sandbox), live: createFeed(live) };
  const open = new Set<Opened>();
  return {
    feeds,
    open,
    hear: (line) => {
      for (const stream of open) if (stream.appId === line['app']) stream.hear?.(line);
    },
    stop: async () => {
      for (const stream of open) stream.end();
      await Promise.all([feeds.sandbox.stop(), feeds.live.stop()]);
    },
  };
}
