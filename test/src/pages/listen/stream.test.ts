import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Feed } from '../../../../src/domain/notices/listening/feed.ts';
import { sinceTime } from '../../../../src/domain/notices/listening/position.ts';
import type { Listener } from '../../../../src/domain/notices/listening/reading.ts';
import { merchantId, type Principal } from '../../../../src/engine/principal.ts';
import { type Opened, openCalls, openEvents } from '../../../../src/pages/listen/stream.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { holdTimers } from '../../../support/checks/held-timers.ts';

const principal: Principal = {
  merchantId: merchantId(newId()),
  appId: newId(),
  keyId: newId(),
  mode: 'sandbox',
  kind: 'secret',
  permissions: [],
  features: [],
  apiVersion: '2026-01-01',
  rateLimit: 100,
  kycTier: 0,
  suspended: false,
  shownKey: '',
};

/** A response that is open, and its client, which reads nothing. */
async function aResponse() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { res, client };
}

/** A feed that sends what the test says. */
function aFeed() {
  const listeners: Listener[] = [];
  const close = vi.fn<() => void>();
  const feed: Feed = {
    open(listener) {
      listeners.push(listener);
      return { position: () => undefined, resume: () => undefined, close };
    },
    stop: () => Promise.resolve(),
  };
  return { feed, listeners, close };
}

const asked = { from: undefined, types: undefined };
const position = sinceTime(0);
const anItem = (body: string) => ({ id: 'evt_1', type: 'billing.plan.updated', headers: {}, body });
/** Far more than the buffers between the service and a client hold. */
const much = 'x'.repeat(32_000_000);

const isRefused = () => Promise.resolve(false);
const nextTurn = () => new Promise((done) => setImmediate(done));

describe('a stream of events', () => {
  it('leaves the feed when its key is revoked, although its client does not read', async () => {
    holdTimers(['setInterval', 'clearInterval']);
    const { res } = await aResponse();
    const { feed, listeners, close } = aFeed();
    const errors: Error[] = [];
    res.on('error', (error) => errors.push(error));
    openEvents({ res, principal, open: new Set(), isAdmitted: isRefused, asked, feed });
    const [listener] = listeners;
    const isTaken = listener?.send(anItem(much), position);

    vi.advanceTimersByTime(15_000);
    await nextTurn();
    const left = close.mock.calls.length;
    const isTakenLater = listener?.send(anItem('{}'), position);
    listener?.ready(position);
    await nextTurn();

    expect([isTaken, isTakenLater]).toEqual([false, false]);
    expect(left).toBe(1);
    expect(errors).toEqual([]);
  });

  it('leaves the feed when the feed ends it', async () => {
    const { res } = await aResponse();
    const { feed, listeners, close } = aFeed();
    openEvents({ res, principal, open: new Set(), isAdmitted: () => Promise.resolve(true), asked, feed });

    for (const listener of listeners) listener.end();

    expect(close).toHaveBeenCalledOnce();
    expect(res.writableEnded).toBe(true);
  });

  it('ends with its connection, and not with the process, when a write fails', async () => {
    const { res } = await aResponse();
    const { feed, close } = aFeed();
    const open = new Set<Opened>();
    openEvents({ res, principal, open, isAdmitted: () => Promise.resolve(true), asked, feed });

    res.emit('error', new Error('write after end'));
    await once(res, 'close');

    expect(close).toHaveBeenCalledOnce();
    expect(open.size).toBe(0);
  });

  it('does not begin when its client went while the key was checked', async () => {
    const { res, client } = await aResponse();
    const { feed, listeners } = aFeed();
    const open = new Set<Opened>();
    const parts = { res, principal, open, isAdmitted: () => Promise.resolve(true) };
    client.destroy();
    await once(res, 'close');

    openEvents({ ...parts, asked, feed });
    openCalls(parts);

    expect(listeners).toEqual([]);
    expect(open.size).toBe(0);
  });
});
