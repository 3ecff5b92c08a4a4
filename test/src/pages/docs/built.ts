import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import express from 'express';
import { rootRoutes } from '../../../../src/pages/docs/root-routes.ts';
import { docsRoutes } from '../../../../src/pages/docs/routes.ts';

export const root = join(import.meta.dirname, '../../../..');

/** Builds the documentation, unless the same is there from a run before, and serves it. */
export async function serveDocs() {
  const dataDir = join(root, '.data/docs-tests');
  const own = [join(root, 'scripts/docs.ts'), '--data-dir', dataDir, '--missing'];
  await promisify(execFile)(process.execPath, own);
  const app = express().use('/docs', docsRoutes({ dataDir })).use(rootRoutes());
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    folder: join(dataDir, 'docs'),
    baseUrl: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  };
}

export type Docs = Awaited<ReturnType<typeof serveDocs>>;
