import { createHash } from 'node:crypto';
import { Client, type SFTPWrapper } from 'ssh2';

/** A server, its keys, and who logs in with what. */
export type Login = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Fingerprints: `SHA256:…`. */
  readonly hostKeys: readonly string[];
  readonly password?: string | undefined;
  readonly key?: string | undefined;
  readonly passphrase?: string | undefined;
};

const readyMs = 15_000;

/** @throws Error in words for an operator: no server, another server, a refused login */
export function connect({ host, port, user, hostKeys, password, key, passphrase }: Login): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client = new Client();
    let shown = '';
    client.on('ready', () => resolve(client));
    client.on('error', (error) => reject(isTrusted() ? loginProblem(error) : wrongHost()));
    client.on('close', () => reject(new Error('the server closed the connection')));
    const isTrusted = () => shown === '' || hostKeys.includes(shown);
    const wrongHost = () =>
      new Error(`the server's key is ${shown}, which host_keys does not have: it may be another server`);
    client.connect({
      host,
      port,
      username: user,
      readyTimeout: readyMs,
      ...(password !== undefined && { password }),
      ...(key !== undefined && { privateKey: key }),
      ...(passphrase !== undefined && { passphrase }),
      hostVerifier: (hostKey: Buffer) => {
        shown = fingerprintOf(hostKey);
        return isTrusted();
      },
    });
  });
}

/** As `ssh-keygen -l` shows it. */
function fingerprintOf(hostKey: Buffer): string {
  return `SHA256:${createHash('sha256').update(hostKey).digest('base64').replaceAll('=', '')}`;
}

function loginProblem(error: Error & { readonly level?: string }): Error {
  if (error.level === 'client-authentication')
    return new Error('the server refuses the user, with this key or password', { cause: error });
  if (error.level === 'client-timeout') return new Error('the server does not answer', { cause: error });
  const code: unknown = Reflect.get(error, 'code');
  const words = typeof code === 'string' ? code : error.message.slice(0, 100);
  return new Error(`no connection to the server: ${words}`, { cause: error });
}

export function sftpOf(client: Client): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp)));
  });
}
