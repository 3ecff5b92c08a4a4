import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Server as Listener } from 'node:net';

/** Errors of an address that this machine does not have, such as ::1 without IPv6. */
const absent = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Why this process cannot listen, with the setting and the next step. */
export class CannotListen extends Error {
  override name = 'CannotListen';
  readonly code: string;

  constructor(code: string, words: string) {
    super(words);
    this.code = code;
  }
}

/** What the names of the settings begin with. */
type Prefix = '' | 'ADMIN_';

function portTaken(port: number, prefix: Prefix): Error {
  const setting = `${prefix}PORT`;
  const words = `Port ${port} (${setting}) is taken. Stop the program that listens there, or set ${setting} to another port.`;
  return new CannotListen('EADDRINUSE', words);
}

const wrongHost = new Set(['ENOTFOUND', 'EINVAL', 'EAI_AGAIN']);

type Place = { readonly port: number; readonly host: string | undefined; readonly prefix: Prefix };

function cannotListen(error: unknown, { port, host = '', prefix }: Place): unknown {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return portTaken(port, prefix);
  if (code === 'EACCES') {
    const words = `The user of this process may not listen at port ${port} (${prefix}PORT): ${code}. Set ${prefix}PORT to 1024 or more, or give them the right.`;
    return new CannotListen(code, words);
  }
  if (!wrongHost.has(code)) return error;
  return new CannotListen(
    code,
    `Nothing can listen at "${host}" (${prefix}HOST): ${code}. Correct ${prefix}HOST, or unset it.`,
  );
}

/** More than Node's 511: when it is full, the system drops connections, and their clients try again after a second. */
const backlog = 4096;

/**
 * Listens at every one of these addresses; at none: at all of this machine. Node's server listens at one, so further ones have
 * listeners that hand their connections over.
 *
 * @returns a function that closes the further listeners; the server's own `close` does not
 * @throws CannotListen at one of the addresses, or when this machine has none of them
 */
export async function listenAt(
  server: Server,
  port: number,
  hosts: readonly string[],
  prefix: Prefix = '',
): Promise<() => Promise<void>> {
  const others: Listener[] = [];
  for (const host of placesOf(hosts)) {
    if (!server.listening) await listening(server, { port, host, prefix });
    else {
      const other = createServer((socket) => server.emit('connection', socket));
      other.maxConnections = server.maxConnections;
      if (await listening(other, { port, host, prefix })) others.push(other);
    }
  }
  if (!server.listening) {
    const words = `${prefix}HOST names no address of this machine: ${hosts.join(', ')}. Correct ${prefix}HOST, or unset it.`;
    throw new CannotListen('EADDRNOTAVAIL', words);
  }
  return async () => {
    await Promise.all(others.map((other) => new Promise((closed) => other.close(closed))));
  };
}

/** False if this machine does not have the address. */
async function listening(listener: Listener, place: Place): Promise<boolean> {
  const { port, host } = place;
  listener.listen({ port, backlog, ...(host !== undefined && { host }) });
  try {
    // `once` rejects if the listener emits an error.
    await once(listener, 'listening');
    return true;
  } catch (error) {
    if (absent.has(codeOf(error))) return false;
    throw cannotListen(error, place);
  }
}

/** The port if it is free at all of these addresses, or one that the system chose for 0; undefined if it is taken at one. */
export async function freePort(port: number, hosts: readonly string[]): Promise<number | undefined> {
  let free: number | undefined = port;
  for (const host of placesOf(hosts)) {
    if (free === undefined) return undefined;
    free = await probe(free, host);
  }
  return free;
}

/** A port that is free now. */
export async function portFor(wanted: {
  readonly port: number;
  readonly nextPort: boolean;
  readonly hosts?: readonly string[];
}): Promise<number> {
  const { port, nextPort, hosts = [] } = wanted;
  const free = await freePort(port, hosts);
  if (free !== undefined) return free;
  // The system chose one that is taken at another address.
  if (port === 0) return await portFor(wanted);
  if (!nextPort || port >= 65_535) throw portTaken(port, '');
  return await portFor({ ...wanted, port: port + 1 });
}

const asLocalhost = ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::'];

/** The name by which this machine reaches what listens at these addresses. */
export function nameOf(hosts: readonly string[]): string {
  const [first] = hosts;
  if (first === undefined || hosts.some((host) => asLocalhost.includes(host))) return 'localhost';
  return first.includes(':') ? `[${first}]` : first;
}

async function probe(port: number, host: string | undefined): Promise<number | undefined> {
  const listener = createServer();
  try {
    if (!(await listening(listener, { port, host, prefix: '' }))) return port;
  } catch (error) {
    if (error instanceof CannotListen && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
  const address = listener.address();
  await new Promise((closed) => listener.close(closed));
  if (address === null || typeof address === 'string') throw new Error('the TCP server has no port');
  return address.port;
}

function placesOf(hosts: readonly string[]): readonly (string | undefined)[] {
  return hosts.length === 0 ? [undefined] : hosts;
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && Reflect.get(error, 'code');
  return typeof code === 'string' ? code : '';
}
