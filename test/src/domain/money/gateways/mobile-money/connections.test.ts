import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttp, type Http } from '../../../../../../src/domain/money/gateways/mobile-money/wire/http.ts';
import { monotonicMs } from '../../../../../../src/platform/clock.ts';

const most = 32;
let server: Server;
let http: Http;
let address: string;
let read = 0;

/** Answers the first requests, one for each connection that there may be. It reads the others and closes their connection. */
beforeAll(async () => {
  server = createServer((req, res) => {
    req.resume();
    req.on('end', () => {
      read += 1;
      if (read <= most) res.end('{}');
      else req.socket.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  http = createHttp({});
});
afterAll(() => {
  http.close();
  server.close();
});

describe('connections to an operator', () => {
  it('say that a request may have arrived, also one that waited for a connection', async () => {
    const post = { method: 'POST', url: address, headers: {}, body: '{}' } as const;
    const asked = Array.from({ length: 2 * most }, () =>
      http.send({ ...post, deadlineMs: monotonicMs() + 60_000 }),
    );

    const outcomes = await Promise.all(asked);

    expect(read).toBeGreaterThan(most);
    const silent = outcomes.filter((outcome) => outcome.kind === 'silence');
    expect(silent.length).toBeGreaterThan(0);
    expect(silent.filter(({ sent }) => !sent)).toEqual([]);
  });

  it('say that nothing was sent when nobody listens', async () => {
    const url = 'http://127.0.0.1:9/';

    const outcome = await http.send({ method: 'GET', url, headers: {}, deadlineMs: monotonicMs() + 60_000 });

    expect(outcome).toMatchObject({ kind: 'silence', sent: false, code: 'ECONNREFUSED' });
  });
});
