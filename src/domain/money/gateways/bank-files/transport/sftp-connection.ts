import { createHash } from 'node:crypto';
import { type AuthenticationType, Client, type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { NoConnection } from './box.ts';

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

/** @throws NoConnection in words for an operator: no server, another server, a refused login */
export function connect({ host, port, user, hostKeys, password, key, passphrase }: Login): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client = new Client();
    let shown = '';
    client.on('ready', () => resolve(client));
    client.on('error', (error) => reject(isTrusted() ? loginProblem(error) : wrongHost()));
    client.on('close', () => reject(new NoConnection('the server closed the connection')));
    const isTrusted = () => shown === '' || hostKeys.includes(shown);
    const wrongHost = () =>
      new NoConnection(
        `the server's key is ${shown}, which host_keys does not have: it may be another server`,
      );
    // A server may ask for the password as a terminal is asked.
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
      finish(prompts.map(({ echo }) => (echo === true ? '' : (password ?? '')))),
    );
    const logIn = (login: ConnectConfig) => {
      try {
        client.connect(login);
      } catch (error) {
        // Thrown before anything is connected, as of a key that is encrypted.
        reject(loginProblem(error instanceof Error ? error : new Error('failed')));
      }
    };
    logIn({
      host,
      port,
      username: user,
      readyTimeout: readyMs,
      tryKeyboard: password !== undefined,
      authHandler: loginWays({ key, password }),
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

/**
 * Chooses how to log in: by key, then by password, as far as the server offers them. It may want both. Each is tried once: a server may
 * lock a user out who fails more often.
 */
function loginWays({ key, password }: Pick<Login, 'key' | 'password'>) {
  const byKey = key === undefined ? [] : (['publickey'] as const);
  const byPassword = password === undefined ? [] : (['password', 'keyboard-interactive'] as const);
  let left: (readonly AuthenticationType[])[] = [byKey, byPassword];
  return (offered: readonly AuthenticationType[] | null): AuthenticationType | false => {
    // The answer to this one says what the server offers.
    if (offered === null) return 'none';
    const ways = left.find((some) => some.some((way) => offered.includes(way))) ?? [];
    left = left.filter((some) => some !== ways);
    return ways.find((way) => offered.includes(way)) ?? false;
  };
}

/** As `ssh-keygen -l` shows it. */
function fingerprintOf(hostKey: Buffer): string {
  return `SHA256:${createHash('sha256').update(hostKey).digest('base64').replaceAll('=', '')}`;
}

function loginProblem(error: Error & { readonly level?: string }): NoConnection {
  if (error.level === 'client-authentication')
    return new NoConnection('the server refuses the user, with this key or password', { cause: error });
  if (error.level === 'client-timeout')
    return new NoConnection('the server does not answer', { cause: error });
  const code: unknown = Reflect.get(error, 'code');
  const words = typeof code === 'string' ? code : error.message.slice(0, 100);
  return new NoConnection(`no connection to the server: ${words}`, { cause: error });
}

/** SFTP on a connection. */
export type Session = {
  readonly sftp: SFTPWrapper;
  /**
   * Waits for requests, and fails once the connection has ended. ssh2 fails the requests that wait at that moment, but it drops later
   * ones and never answers them. Some of its own methods make such later ones, to close the file after a failure.
   */
  readonly answered: <T>(requests: Promise<T>) => Promise<T>;
};

/** Works on a connection for at most `mostMs`, and ends it. */
export async function inSession<T>(
  client: Client,
  mostMs: number,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // It may end while nobody waits for it.
  ended.catch(() => undefined);
  const end = (words: string) => reject(new NoConnection(words));
  const answered = <A>(requests: Promise<A>) => Promise.race([ended, requests]);
  const closed = () => end('the server closed the connection');
  const late = setTimeout(() => {
    // The client does not always say that it has closed: not if it is closing already and the server is silent.
    end('the server was too slow');
    client.destroy();
  }, mostMs);
  client.once('close', closed);
  try {
    const sftp = await answered(sftpOf(client, closed)).catch((error: unknown) => {
      throw new NoConnection('the server does not begin SFTP', { cause: error });
    });
    return await work({ sftp, answered });
  } finally {
    clearTimeout(late);
    client.end();
  }
}

/** `closed` is called when the server ends SFTP, which it can do without ending the connection. */
function sftpOf(client: Client, closed: () => void): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (error) return reject(error);
      sftp.once('close', closed);
      resolve(sftp);
    });
  });
}
