import dns from 'node:dns';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls } from 'node:tls';
import { isPrivate } from '../http/public-address.ts';

/** How to reach the other end. */
export type Address = {
  readonly host: string;
  readonly port: number;
  /** Absent: plain TCP. Certificates are PEM. */
  readonly tls?: {
    /** Whom to trust besides nobody else; absent: the authorities that this machine trusts. */
    readonly ca?: string;
    readonly certificate?: string;
    readonly key?: string;
    /** The name that the other end's certificate must have; absent: the host. */
    readonly serverName?: string;
  };
};

/** No connection, or one that cannot be used. Its message says in words why. */
export class LinkDown extends Error {
  override name = 'LinkDown';
}

/**
 * Plain TCP reaches private addresses only: what is sent may be card data.
 *
 * @throws LinkDown
 */
export async function dial(address: Address, withinMs: number): Promise<Socket> {
  const { host, port, tls } = address;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = open(address);
  const place = `${host}:${port}`;
  const timer = setTimeout(() => reject(new LinkDown(`${place} did not answer in ${withinMs} ms`)), withinMs);
  socket.once(tls ? 'secureConnect' : 'connect', () => resolve(socket));
  socket.once('error', (error) => reject(new LinkDown(`${place}: ${wordsFor(error)}`)));
  socket.once('close', () => reject(new LinkDown(`${place} closed the connection at once`)));
  try {
    return await promise;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    // An error after the connection has ended is nobody's.
    socket.on('error', () => undefined);
    socket.setNoDelay(true);
  }
}

function open({ host, port, tls }: Address): Socket {
  if (!tls) {
    if (isIP(host) !== 0 && !isPrivate(host)) throw new LinkDown(`${host}:${port}: ${openWords(host)}`);
    return connectTcp({ host, port, lookup: lookupNear });
  }
  const name = tls.serverName ?? host;
  try {
    return connectTls({
      host,
      port,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      // TLS has no way to ask for an address, but a certificate may be for one.
      ...(isIP(name) === 0 && { servername: name }),
      checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
      ...(tls.ca !== undefined && { ca: tls.ca }),
      ...(tls.certificate !== undefined && { cert: tls.certificate }),
      ...(tls.key !== undefined && { key: tls.key }),
    });
  } catch (error) {
    throw new LinkDown(`${host}:${port}: check \`ca\`, \`certificate\` and \`key\` (${codeOf(error)})`);
  }
}

/** Looks a name up, and fails if it has an address that is not private: before anything is connected. */
const lookupNear: LookupFunction = (host, options, found) => {
  dns.lookup(host, options, (error, answer, family) => {
    const addresses = typeof answer === 'string' ? [answer] : (answer ?? []).map(({ address }) => address);
    const isOpen = error === null && !addresses.every((address) => isPrivate(address));
    found(isOpen ? new LinkDown(openWords(host)) : error, answer, family);
  });
};

function openWords(host: string): string {
  return `${host} is not a private address: card data goes there by tls:// only`;
}

const known: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network of the host',
  ETIMEDOUT: 'the host does not answer',
  ECONNRESET: 'the other end ended the connection; it may want a client certificate, or no TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself; name it as `ca` to trust it',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate comes from an authority that is not trusted; name that one as `ca`',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate comes from an authority that is not trusted; name that one as `ca`',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an authority that is not trusted; name that one as `ca`',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; check `address`, or set `server_name`',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
  EPROTO: 'it does not speak TLS, or wants a client certificate',
};

/** What is wrong with a connection, in words for whoever configured it. */
export function wordsFor(error: Error): string {
  if (error instanceof LinkDown) return error.message;
  const name = codeOf(error);
  const words = known[name] ?? (/ALERT/.test(name) ? 'it refused our certificate, or wants one' : undefined);
  return words === undefined ? name : `${words} (${name})`;
}

/** Never the message: of TLS it is written for whoever wrote the library. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'failed';
}
