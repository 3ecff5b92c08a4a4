import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { expect, it } from 'vitest';
import { createAdmission } from '../../../../src/pages/hosted/requests/admission.ts';
import { logoRoute } from '../../../../src/pages/hosted/routes/logo-routes.ts';
import { createRateLimit, type RateLimit } from '../../../../src/platform/http/limits/rate-limit.ts';
import { cloneDatabase } from '../../../support/service/database.ts';

const refused: ErrorRequestHandler = (_error, _req, res, _next) => void res.status(404).end();

it('a visitor who makes up names of logos fills no memory of the rate limits', async () => {
  const database = await cloneDatabase();
  const limits = createRateLimit();
  const buckets = new Set<string>();
  const counted: RateLimit = {
    ...limits,
    take: (bucket, limit, windowMs, nowMs) => {
      buckets.add(bucket);
      return limits.take(bucket, limit, windowMs, nowMs);
    },
  };
  const routes = logoRoute(database.databases.platform, createAdmission(counted, 'logos'));
  const server = createServer(express().use(routes, refused)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  for (let n = 10; n < 30; n += 1)
    await fetch(`http://127.0.0.1:${port}/logos/${String(n).repeat(32)}.png`).then((answer) => answer.text());

  // One for what was looked for, and one for what was not found.
  expect(buckets.size).toBe(2);
  server.close();
  await database.close();
});
