import type { ServerResponse } from 'node:http';
import type { Feed } from '../../domain/notices/listening/feed.ts';
import { writePosition } from '../../domain/notices/listening/position.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Asked } from './asked.ts';

/** Closes connections whose other end is gone, and keeps the others open through proxies. */
const pingMs = 15_000;
/** How long a reader waits before they connect again. */
const retryMs = 1000;

export type Opened = { readonly appId: string; readonly end: () => void };

type Parts = {
  readonly res: ServerResponse;
  readonly principal: Principal;
  readonly asked: Asked;
  readonly feed: Feed;
  /** The streams of this process, this one included while it is open. */
  readonly open: Set<Opened>;
  /** False: the key has been revoked, or the app has moved to another version. */
  readonly isAdmitted: () => Promise<boolean>;
};

/** Sends events until the reader goes away, the key ends, or the process does. `no-transform` keeps proxies from holding them back. */
export function openStream({ res, principal, asked, feed, open, isAdmitted }: Parts): void {
  const { merchantId, appId, apiVersion } = principal;
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.write(`retry: ${retryMs}\n\n`);
  const stream = feed.open(
    {
      merchantId,
      appId,
      apiVersion,
      types: asked.types,
      send: (item, position) => {
        const data = JSON.stringify(item);
        return res.write(`event: event\nid: ${writePosition(position)}\ndata: ${data}\n\n`);
      },
      ready: (position) => void res.write(`: ready\nid: ${writePosition(position)}\n\n`),
    },
    asked.from,
  );
  const opened = { appId, end: () => void res.end(`retry: ${retryMs}\n\n`) };
  open.add(opened);
  const ping = async (): Promise<void> => {
    if (!(await isAdmitted())) opened.end();
    if (res.writableEnded || res.writableNeedDrain) return;
    // The position moves although nothing is sent: a reader who comes back later begins here.
    const position = stream.position();
    res.write(position ? `: ping\nid: ${writePosition(position)}\n\n` : ': ping\n\n');
  };
  const pings = setInterval(() => void ping(), pingMs);
  res.on('drain', () => stream.resume());
  res.on('close', () => {
    clearInterval(pings);
    stream.close();
    open.delete(opened);
  });
}
