import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { messagesOf } from '../../../../src/platform/http/hardened.ts';

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
