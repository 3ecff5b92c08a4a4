import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { rateOf, runLoad, unique } from '../../../scripts/bench/load/load.ts';
import { freePort } from '../../../scripts/bench/testbed/processes.ts';

/** A server that keeps what it was sent, in its order. */
async function aServer(status = 201) {
  const seen: { url: string; body: string }[] = [];
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    seen.push({ url: req.url ?? '', body: await text(req) });
    res.writeHead(status).end();
  };
  const server = createServer((req, res) => void answer(req, res));
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { seen, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const requests = ['a', 'b', 'c', 'd'].map((merchant) => ({
  method: 'POST' as const,
  path: `/${merchant}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ of: merchant, reference: unique, again: unique }),
}));

describe('the load', () => {
  it('takes its requests in turn over all connections, each with a text of its own', async () => {
    const { seen, url, close } = await aServer();
    const { statuses, failed } = await runLoad({ url, connections: 4, amount: 40, requests });
    close();

    expect({ statuses, failed }).toEqual({ statuses: { 201: 40 }, failed: 0 });
    for (const { path } of requests) expect(seen.filter((one) => one.url === path)).toHaveLength(10);
    const bodies = seen.map(({ body }): { of: string; reference: string; again: string } => JSON.parse(body));
    expect(new Set(bodies.map(({ reference }) => reference)).size).toBe(40);
    expect(bodies.every(({ reference, again }) => reference === again && reference !== unique)).toBe(true);
    expect(seen.every((one, place) => one.url === `/${bodies[place]?.of}`)).toBe(true);
  });

  it('sends no body with a request that has none', async () => {
    const { seen, url, close } = await aServer();
    const read = { method: 'GET' as const, path: '/read', headers: {} };
    const { failed } = await runLoad({
      url,
      connections: 2,
      amount: 10,
      requests: [...requests.slice(0, 1), read],
    });
    close();

    expect(failed).toBe(0);
    const reads = seen.filter((one) => one.url === '/read');
    expect(reads).toHaveLength(5);
    expect(reads.every(({ body }) => body === '')).toBe(true);
  });

  it('has no rate if a call fails, and says how the calls were answered', async () => {
    const { url, close } = await aServer(409);
    const failing = rateOf({ url, connections: 2, amount: 4, requests });

    await expect(failing).rejects.toThrow('4 calls of');
    await expect(failing).rejects.toThrow('statuses: {"409":4}');
    close();
  });
});
