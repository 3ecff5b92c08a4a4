import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

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

/** @throws LinkDown */
export async function dial(address: Address, withinMs: number): Promise<Socket> {
  const { host, port, tls } = address;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = tls
    ? connectTls({
        host,
        port,
        minVersion: 'TLSv1.2',
        rejectUnauthorized: true,
        servername: tls.serverName ?? host,
        ...(tls.ca !== undefined && { ca: tls.ca }),
        ...(tls.certificate !== undefined && { cert: tls.certificate }),
        ...(tls.key !== undefined && { key: tls.key }),
      })
    : connectTcp({ host, port });
  const place = `${host}:${port}`;
  const timer = setTimeout(() => reject(new LinkDown(`${place} did not answer in ${withinMs} ms`)), withinMs);
  socket.once(tls ? 'secureConnect' : 'connect', () => resolve(socket));
  socket.once('error', (error) => reject(new LinkDown(wordsFor(error, place))));
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
function wordsFor(error: Error, place: string): string {
  const code: unknown = Reflect.get(error, 'code');
  const name = typeof code === 'string' ? code : error.name;
  const words = known[name] ?? (/ALERT/.test(name) ? 'it refused our certificate, or wants one' : undefined);
  return words === undefined ? `${place}: ${name}` : `${place}: ${words} (${name})`;
}
