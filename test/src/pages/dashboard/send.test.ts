import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { send } from '../../../../src/pages/dashboard/routes/send.ts';

const arrived = Promise.withResolvers<{ readonly req: IncomingMessage; readonly res: ServerResponse }>();
const server = createServer((req, res) => arrived.resolve({ req, res }));
afterAll(() => {
  server.close();
});

const oneChange = () => Readable.from([{ name: 'changed', data: 'evt_1' }]);

describe('a stream of events', () => {
  it('is not begun for a reader who left before it could be', async () => {
    let begun = 0;
    const from = () => {
      begun += 1;
      return Readable.from([]);
    };
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reader = request({ port, host: '127.0.0.1' });
    reader.on('error', () => undefined);
    reader.end();
    const { req, res } = await arrived.promise;
    reader.destroy();
    await once(res, 'close');
    await send(req, res, { kind: 'events', from }, false);

    expect(begun).toBe(0);
  });

  it('is passed on at once by a proxy that usually keeps an answer until it has more of it', async () => {
    server.once('request', (req: IncomingMessage, res: ServerResponse) => {
      void send(req, res, { kind: 'events', from: oneChange }, false);
    });
    const { port } = server.address() as AddressInfo;

    const answer = await fetch(`http://127.0.0.1:${port}/`);

    expect(await answer.text()).toContain('event: changed\ndata: evt_1\n');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
  });
});
