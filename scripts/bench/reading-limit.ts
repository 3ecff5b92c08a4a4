/** node:http with one named statement of the raw driver behind it, in a process of its own. Its argument is JSON. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';

export type ReadingLimit = {
  readonly url: string;
  readonly port: number;
  /** By the first part of the path; the second replaces `marker` among the values. */
  readonly statements: Readonly<
    Record<string, { readonly text: string; readonly values: readonly string[] }>
  >;
};

export const marker = '~id~';

if (import.meta.main) {
  const { url, port, statements }: ReadingLimit = JSON.parse(process.argv[2] ?? '');
  const pool = new Pool({ connectionString: url, max: 10 });
  const answer = async (path: string): Promise<string> => {
    const [, name = '', id = ''] = path.split('/');
    const { text, values } = statements[name] ?? { text: 'SELECT 1', values: [] };
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
