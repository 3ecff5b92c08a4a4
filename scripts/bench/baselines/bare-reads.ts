/** Baseline of reads: node:http and one named statement of the raw driver. It runs in a process of its own; its argument is JSON. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Pool } from 'pg';
import { type ServerProcess, serve } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';

/** A value equal to `marker` is replaced by the id in the path, `/read/<id>`. */
export type BareStatement = { readonly text: string; readonly values: readonly string[] };

type BareReads = { readonly url: string; readonly port: number; readonly statement: BareStatement };

export const marker = '~id~';

export function startBareReads(
  { sandboxUrl, dataDir }: Testbed,
  statement: BareStatement,
): Promise<ServerProcess> {
  const about = (port: number): BareReads => ({ url: sandboxUrl, port, statement });
  return serve({
    words: (port) => [import.meta.filename, JSON.stringify(about(port))],
    log: join(dataDir, 'bare-reads.log'),
    readyPath: '/ready',
  });
}

if (import.meta.main) {
  const { url, port, statement }: BareReads = JSON.parse(process.argv[2] ?? '');
  const pool = new Pool({ connectionString: url, max: 10 });
  const answer = async (path: string): Promise<string> => {
    const [, name = '', id = ''] = path.split('/');
    const { text, values } = name === 'read' ? statement : { text: 'SELECT 1', values: [] };
    const filled = values.map((value) => (value === marker ? id : value));
    const { rows } = await pool.query({ name, text, values: filled });
    return JSON.stringify({ success: true, data: rows });
  };
  const server = createServer((req, res) => void respond(req, res));
  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await answer(req.url ?? '');
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    res.end(body);
  };
  server.listen(port, '127.0.0.1');
  process.once('SIGTERM', () => process.exit(0));
}
