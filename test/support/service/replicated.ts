import { execFile, spawn } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startEmbedded } from '../../../src/platform/db/embedded.ts';
import { placeOf, within } from '../../../src/platform/db/embedded-cluster.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { aFreePort } from './process.ts';
import { aProgram } from './program.ts';

type Rows = Promise<Record<string, unknown>[]>;

/** A PostgreSQL, and another that follows it as a streaming replica. */
export type Replicated = {
  readonly secretKey: string;
  /** The owner's address of the primary. */
  readonly url: string;
  /** The address of the replica, without a user. */
  readonly replicaUrl: string;
  readonly atPrimary: (text: string) => Rows;
  readonly atReplica: (text: string) => Rows;
  /** Kills the replica with kill -9. */
  readonly killReplica: () => Promise<void>;
  readonly startReplica: () => Promise<void>;
  /** Waits until the replica shows all that the primary has. */
  readonly caughtUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function aReplicated(): Promise<Replicated> {
  const secretKey = 'the secret key of a primary and its replica';
  const folder = await mkdtemp(join(tmpdir(), 'payments-replicated-'));
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')];
  const made = await startEmbedded({ dataDir: first, secretKey });
  await migrate(made.url, secretKey);
  await made.stop();
  // A copy of a server that was stopped in good order is a base backup.
  await promisify(execFile)('cp', ['-a', first, second]);
  const primary = await startEmbedded({ dataDir: first, secretKey });
  const replica = await replicaIn({ dataDir: second, secretKey }, new URL(primary.tcpUrl));
  await replica.start();
  const atPrimary = (text: string) => runAt(primary.tcpUrl, text);
  const atReplica = (text: string) => runAt(replica.ownerUrl, text);
  return {
    secretKey,
    url: primary.tcpUrl,
    replicaUrl: `postgres://127.0.0.1:${replica.port}/postgres`,
    atPrimary,
    atReplica,
    killReplica: replica.kill,
    startReplica: replica.start,
    caughtUp: async () => {
      const [row] = await atPrimary('SELECT pg_current_wal_flush_lsn() AS lsn');
      const reached = `SELECT pg_last_wal_replay_lsn() >= '${String(row?.['lsn'])}' AS so`;
      while ((await atReplica(reached))[0]?.['so'] !== true);
    },
    stop: async () => {
      await replica.kill();
      await primary.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function replicaIn(options: { readonly dataDir: string; readonly secretKey: string }, primary: URL) {
  const place = placeOf(options);
  const port = await aFreePort();
  await writeFile(join(place.cluster, 'standby.signal'), '');
  await appendFile(
    join(place.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${primary.username} password=${primary.password}'\n`,
  );
  const ownerUrl = `postgres://${primary.username}:${primary.password}@127.0.0.1:${port}/postgres`;
  const { folder, options: account } = within(place, place.cluster);
  const program = join(place.programs, 'bin', 'postgres');
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    jit: 'off',
    timezone: 'UTC',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { start, kill } = aProgram(
    () => spawn(program, ['-D', folder, ...flags], { ...account, stdio: 'ignore' }),
    () =>
      runAt(ownerUrl, 'SELECT').then(
        () => true,
        () => false,
      ),
  );
  return { ownerUrl, port, start, kill };
}

async function runAt(connectionString: string, text: string): Rows {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
