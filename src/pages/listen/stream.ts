import type { ServerResponse } from 'node:http';
import type { Feed } from '../../domain/notices/listening/feed.ts';
import { writePosition } from '../../domain/notices/listening/position.ts';
import type { Principal } from '../../engine/principal.ts';
import { now } from '../../platform/clock.ts';
import type { RequestLine } from '../../platform/http/request-log.ts';
import type { Asked } from './asked.ts';

/** Closes connections whose other end is gone, and keeps the others open through proxies. */
const pingMs = 15_000;
/** How often to ask whether the key is still valid: a revoked one stops within a second everywhere else. */
const checkMs = 1000;
/** How long a reader waits before they connect again. */
const retryMs = 1000;

export type Opened = {
  readonly appId: string;
  readonly end: () => void;
  /** A call of the API was answered. Absent: the stream is about events. */
  readonly hear?: (line: RequestLine) => void;
};

type Parts = {
  readonly res: ServerResponse;
  readonly principal: Principal;
  /** The streams of this process, this one included while it is open. */
  readonly open: Set<Opened>;
  /** False: the key has been revoked, or the app has moved to another version. */
  readonly isAdmitted: () => Promise<boolean>;
};

type EventParts = Parts & { readonly asked: Asked; readonly feed: Feed };

/** Sends events until the reader goes away, the key ends, or the process does. */
export function openEvents({ asked, feed, ...parts }: EventParts): void {
  const { res, principal } = parts;
  const { merchantId, appId, apiVersion } = principal;
  if (!begin(res)) return;
  // At once: a client that does not read may never let its connection close.
  const stop = () => {
    stream.close();
    end(res);
  };
  const stream = feed.open(
    {
      merchantId,
      appId,
      apiVersion,
      types: asked.types,
      send: (item, position) => {
        if (res.writableEnded) return false;
        const data = JSON.stringify(item);
        return res.write(`event: event\nid: ${writePosition(position)}\ndata: ${data}\n\n`);
      },
      ready: (position) => {
        if (!res.writableEnded) res.write(`: ready\nid: ${writePosition(position)}\n\n`);
      },
      end: stop,
    },
    asked.from,
  );
  // The position moves although nothing is sent: a reader who comes back later begins here.
  const ping = () => {
    const position = stream.position();
    return position ? `id: ${writePosition(position)}\n` : '';
  };
  res.on('drain', () => stream.resume());
  res.on('close', () => stream.close());
  keepOpen(parts, { appId, end: stop }, ping);
}

const shown = [
  'request_id',
  'method',
  'path',
  'operation',
  'status',
  'ms',
  'code',
  'key',
  'version',
] as const;

/** Sends the calls of the app that this process answers. What a slow reader misses stays missed: it is a look, not a record. */
export function openCalls(parts: Parts): void {
  const { res, principal } = parts;
  if (!begin(res)) return;
  const hear = (line: RequestLine): void => {
    if (res.writableNeedDrain || res.writableEnded) return;
    const fields = shown.map((name) => [name, line[name]] as const);
    const data = JSON.stringify({ time: now().toISOString(), ...Object.fromEntries(fields) });
    res.write(`event: call\ndata: ${data}\n\n`);
  };
  keepOpen(parts, { appId: principal.appId, end: () => end(res), hear }, () => '');
}

/**
 * `no-transform` and the header of nginx keep proxies from holding the stream back.
 *
 * @returns false: the client went while its key was checked. `close` has passed, so nothing would ever end the stream
 */
function begin(res: ServerResponse): boolean {
  if (res.destroyed) return false;
  // Without a listener, a failed write would end the process.
  res.on('error', () => res.destroy());
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.write(`retry: ${retryMs}\n\n`);
  return true;
}

function end(res: ServerResponse): void {
  if (!res.writableEnded) res.end(`retry: ${retryMs}\n\n`);
}

function keepOpen({ res, open, isAdmitted }: Parts, opened: Opened, fields: () => string): void {
  const check = async (): Promise<void> => {
    if ((await isAdmitted()) || res.writableEnded) return;
    opened.end();
  };
  const ping = (): void => {
    if (!res.writableEnded && !res.writableNeedDrain) res.write(`: ping\n${fields()}\n`);
  };
  open.add(opened);
  const timers = [setInterval(() => void check(), checkMs), setInterval(ping, pingMs)];
  res.on('close', () => {
    for (const timer of timers) clearInterval(timer);
    open.delete(opened);
  });
}
