import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsRoutes } from '../../../../src/pages/docs/routes.ts';
import { failureOf } from '../../../../src/platform/http/error-handler.ts';
import { createLog } from '../../../../src/platform/log.ts';

let dataDir: string;
let server: Server;
let logged = '';

/** Like the service's own, which knows no errors of Express. */
const failed: ErrorRequestHandler = (error, _req, res, _next) => {
  const log = createLog({ level: 'info', destination: { write: (line) => (logged += line) } });
  res.status(failureOf(error, 'req_1', log).status).end();
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'payments-docs-files-'));
  await mkdir(join(dataDir, 'docs/_astro'), { recursive: true });
  await writeFile(join(dataDir, 'docs/_astro/picture.jpg'), 'x'.repeat(1000));
  server = createServer(express().set('etag', false).use('/docs', docsRoutes({ dataDir })).use(failed));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(async () => {
  server?.close();
  await rm(dataDir, { recursive: true });
});

describe('a file that is sent as it is', () => {
  it.each([
    [{}, 200, 'public, max-age=31536000, immutable', null],
    [{ Range: 'bytes=990-' }, 206, 'public, max-age=31536000, immutable', 'bytes 990-999/1000'],
    [{ Range: 'bytes=99999999-' }, 416, 'no-store', 'bytes */1000'],
    [{ 'If-Match': '"x"' }, 412, 'no-store', null],
    [{ 'If-Unmodified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' }, 412, 'no-store', null],
  ])('answers %j with %i, and fails nothing', async (headers, status, kept, range) => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/docs/_astro/picture.jpg`, { headers });

    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, kept]);
    expect(answer.headers.get('content-range')).toBe(range);
    expect(logged).toBe('');
  });
});
