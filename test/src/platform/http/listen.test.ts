import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { CannotListen, freePort, listenAt } from '../../../../src/platform/http/listen.ts';

const loopback = ['127.0.0.1', '::1'];
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers with the number of its requests. */
async function serving(hosts: readonly string[]): Promise<number> {
  const port = (await freePort(0, hosts)) ?? 0;
  let requests = 0;
  const server = createServer((_req, res) => {
    requests += 1;
    res.end(String(requests));
  });
  const closeOthers = await listenAt(server, port, hosts);
  closing.push(() => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    return Promise.all([closed, closeOthers()]);
  });
  return port;
}

const ask = async (host: string, port: number) =>
  fetch(`http://${host}:${port}/`).then(
    (answer) => answer.text(),
    () => 'none',
  );

/** An address of this machine in a network, if it is in one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

describe('a server that listens at loopback', () => {
  it('answers at both of its addresses and at localhost', async () => {
    const port = await serving(loopback);

    expect([await ask('127.0.0.1', port), await ask('[::1]', port), await ask('localhost', port)]).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it.skipIf(outside === undefined)('answers at no address of a network', async () => {
    const port = await serving(loopback);

    expect(await ask(outside ?? '', port)).toBe('none');
  });
});

it.skipIf(outside === undefined)('a server without a list of addresses answers at all of them', async () => {
  const port = await serving([]);

  expect([await ask(outside ?? '', port), await ask('127.0.0.1', port)]).toEqual(['1', '2']);
});

it('an address that this machine does not have is left out, unless there is no other', async () => {
  const port = await serving(['127.0.0.1', '192.0.2.1']);

  expect(await ask('127.0.0.1', port)).toBe('1');
  // `startProblem` shows a person the words of this class, and a stack of any other.
  const words = 'HOST names no address of this machine: 192.0.2.1. Correct HOST, or unset it.';
  await expect(listenAt(createServer(), 0, ['192.0.2.1'])).rejects.toThrow(
    new CannotListen('EADDRNOTAVAIL', words),
  );
});

it('a port that is taken at one of the addresses is not free', async () => {
  // Several: another program may hold one of these ports at the other address.
  const ports = await Promise.all(Array.from({ length: 5 }, () => serving(['::1'])));
  const freeAt = (hosts: readonly string[]) => Promise.all(ports.map((port) => freePort(port, hosts)));

  expect(await freeAt(loopback)).toEqual(ports.map(() => undefined));
  expect((await freeAt(['127.0.0.1'])).filter((port) => port !== undefined)).not.toEqual([]);
});

it('a host at which nothing can listen is told as such, not as a taken port', async () => {
  const inVain = freePort(0, ['no host of this name']);

  await expect(inVain).rejects.toThrow('Nothing can listen at "no host of this name" (HOST)');
});
