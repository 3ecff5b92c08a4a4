import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Answered, type Asked, absent, ask, journeyByHand, requests } from './journey.ts';
import type { Shop } from './shop.ts';
import { home, install, missing } from './tools.ts';
import { mistakesIn, type Row } from './try.ts';

/** Serves a mock from the contract, then stands between the journey and the service, and refuses what breaks the contract. */
export async function tryPrism(contract: string, shop: Shop): Promise<Row> {
  const row = { name: 'prism', generates: '-', compiles: '-', journey: '-', why: [] } as const;
  const unmet = missing('typescript');
  if (unmet !== undefined) return { ...row, generates: 'no tool', why: [`prism: ${unmet}`] };
  try {
    await install('typescript');
    const byMock = await behind(['mock', contract], (baseUrl) => mistakesOfMock(baseUrl, shop.key));
    const byProxy = await behind(['proxy', contract, shop.baseUrl], (baseUrl) => mistakesAt(baseUrl, shop));
    const why = [...byMock, ...byProxy].map((wrong) => `prism, journey: ${wrong}`);
    return { ...row, generates: 'yes', journey: why.length === 0 ? 'yes' : 'no', why };
  } catch (error) {
    return { ...row, generates: 'no', why: [`prism, generates: ${String(error).slice(0, 1000)}`] };
  }
}

type Work = (baseUrl: string) => Promise<readonly string[]>;

async function behind(command: readonly string[], work: Work): Promise<readonly string[]> {
  const port = await freePort();
  const program = join(home, 'typescript', 'node_modules', '.bin', 'prism');
  const flags = [...command, '--errors', '--port', String(port)];
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    await listening(child);
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('there is no free port');
  return address.port;
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text.toString();
        if (output.includes('Prism is listening')) done();
      });
    child.once('error', failed);
    child.once('exit', () => failed(new Error(output)));
  });
}

/** A mock remembers nothing, so each request of the journey is judged for itself. */
async function mistakesOfMock(baseUrl: string, key: string): Promise<readonly string[]> {
  const wants: readonly (readonly [Asked, status: number])[] = [
    [requests.create('mocked'), 201],
    [requests.read(absent), 200],
    [requests.list(), 200],
    [requests.list(`cur_${'0'.repeat(32)}`), 200],
    [{ ...requests.read(absent), headers: { prefer: 'code=404' } }, 404],
  ];
  const wrong: string[] = [];
  for (const [asked, status] of wants) {
    const answered = await ask({ baseUrl, key }, asked);
    const refusal = refusalIn(answered);
    if (refusal !== undefined || answered.status !== status)
      wrong.push(`mock of ${asked.path}: ${answered.status} ${refusal ?? ''}`);
  }
  return wrong;
}

async function mistakesAt(baseUrl: string, shop: Shop): Promise<readonly string[]> {
  const reference = `prism-${process.pid}`;
  const wrong: string[] = [];
  const judge = (asked: Asked, answered: Answered) => {
    const refusal = refusalIn(answered);
    if (refusal !== undefined) wrong.push(`proxy to ${asked.path}: ${refusal}`);
  };
  const report = await journeyByHand({ baseUrl, key: shop.key }, reference, judge).catch(String);
  return wrong.length > 0 ? wrong : await mistakesIn(JSON.stringify(report), reference, shop);
}

/** What Prism holds against a request or an answer: in a header, or as a problem instead of the envelope. */
function refusalIn({ status, headers, body }: Answered): string | undefined {
  const named = headers.get('sl-violations');
  if (named !== null) return named.slice(0, 500);
  return body['success'] === status < 400 ? undefined : JSON.stringify(body).slice(0, 500);
}
