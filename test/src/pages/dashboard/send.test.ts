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
});
