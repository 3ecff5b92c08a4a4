import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startApp } from '../support/service/app.ts';

const kinds = {
  silent: '',
  'a CONNECT': 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'a malformed request': 'hello\r\n\r\n',
  'half a header': 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: a',
  'half a body': 'POST /v1/checkout/create HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{',
  'half a form': 'POST /docs/hook HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{',
};

/** Connects, sends the bytes, and never ends its own side. */
async function halfOpen(baseUrl: string, bytes: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(baseUrl).port), host: 'localhost', allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return socket;
}

/** Until the server has given the connection up: it then resets it when more bytes arrive. */
async function givenUp(socket: Socket): Promise<boolean> {
  for (let tries = 0; tries < 300 && !socket.destroyed; tries += 1) {
    socket.write('x');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return socket.destroyed;
}

it('connections whose client never ends its side are given up', async () => {
  const app = await startApp({ role: 'api' });
  const sent = Object.entries(kinds).filter(([kind]) => !['silent', 'half a header'].includes(kind));
  const sockets = await Promise.all(sent.map(([, bytes]) => halfOpen(app.baseUrl, bytes)));

  const gone = await Promise.all(sockets.map(givenUp));

  expect(Object.fromEntries(sent.map(([kind], at) => [kind, gone[at]]))).toEqual(
    Object.fromEntries(sent.map(([kind]) => [kind, true])),
  );
  await app.stop();
});

it('a service stops although clients keep their connections half open', async () => {
  const app = await startApp({ role: 'api' });
  const sockets = await Promise.all(
    Object.values(kinds).flatMap((bytes) => Array.from({ length: 8 }, () => halfOpen(app.baseUrl, bytes))),
  );
  expect((await fetch(`${app.baseUrl}/healthz`)).status).toBe(200);
  const startedAt = performance.now();

  await app.stop();

  expect(performance.now() - startedAt).toBeLessThan(15_000);
  for (const socket of sockets) socket.destroy();
});
