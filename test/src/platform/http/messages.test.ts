import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { fail } from '../../../../src/platform/http/error-handler.ts';
import { behind, messagesOf, type Step } from '../../../../src/platform/http/hardened.ts';
import { createLog } from '../../../../src/platform/log.ts';

/** Asks a server with this handler, which is closed after the test. */
async function serving(handler: RequestListener) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
    return { status: answer.status, text: await answer.text() };
  };
}

it('makes requests and responses as Express wants them, so that it changes no prototype', async () => {
  const app = express();
  const server = createServer(messagesOf(app), (req, res) => {
    const before = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)];
    app(req, res);
    const after = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)];
    seen.push([before[0] === after[0], before[1] === after[1]]);
  });
  const seen: unknown[] = [];
  app.get('/told', (req, res) => {
    const own = [
      req instanceof IncomingMessage,
      res instanceof ServerResponse,
      req.app === app,
      res.req === req,
    ];
    res.status(201).json({ host: req.hostname, accepts: req.get('accept'), own });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const answer = await fetch(`http://127.0.0.1:${port}/told`, { headers: { accept: 'application/json' } });
  const body: unknown = await answer.json();
  server.close();

  expect([answer.status, body]).toEqual([
    201,
    { host: '127.0.0.1', accepts: 'application/json', own: [true, true, true, true] },
  ]);
  expect(seen).toEqual([[true, true]]);
});

it('runs steps in their order, and goes no further than one that does not go on', async () => {
  const seen: string[] = [];
  const step =
    (name: string): Step =>
    (req, res, next) => {
      seen.push(name);
      if (req.url === `/${name}`) res.end(name);
      else next();
    };
  const answer = await serving(behind([step('one'), step('two')], (_req, res) => res.end('all')));

  const texts = [await answer('/'), await answer('/two'), await answer('/one')].map(({ text }) => text);

  expect(texts).toEqual(['all', 'two', 'one']);
  expect(seen).toEqual(['one', 'two', 'one', 'two', 'one']);
});

it('answers 500 for a handler that fails, and closes the connection of an answer that has begun', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } });
  const answer = await serving((req, res) => {
    if (req.url === '/begun') res.write('half');
    fail(new Error('a mistake'), res, log);
  });

  const whole = await answer('/');

  expect([whole.status, JSON.parse(whole.text)]).toMatchObject([
    500,
    { success: false, code: 'INTERNAL_ERROR', retryable: true },
  ]);
  await expect(answer('/begun')).rejects.toThrow(/terminated|fetch failed/);
  expect(lines).toHaveLength(1);
});
