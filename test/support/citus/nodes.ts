import { execFile, spawn } from 'node:child_process';
import { once as onceOf } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { placeOf } from '../../../src/platform/db/embedded-cluster.ts';
import { aFreePort } from '../service/process.ts';
import { aProgram, type Program } from '../service/program.ts';
import { once, register } from './servers.ts';

/** PostgreSQL servers with Citus on loopback: a coordinator without merchants, and workers. */
export type Nodes = {
  /** The owner's address of the coordinator, with a database in which the workers are registered. */
  readonly url: string;
  /** The processes of the servers, the coordinator first. */
  readonly pids: readonly number[];
  readonly stop: () => Promise<void>;
};

/** The folder of `initdb` and `postgres`, of a PostgreSQL 18 in which Citus and pg_trgm are installed. */
const programs = env['CITUS_POSTGRES'];

/** Empty if Citus is there. */
export const missingCitus =
  programs !== undefined && existsSync(join(programs, 'initdb')) ? '' : ' (skipped: citus is missing)';

/** Whether the server of the tests, `TEST_DATABASE_URL`, is a cluster. */
export const isOnCluster = env['TEST_NODES'] !== undefined;

const settings = [
  'listen_addresses=127.0.0.1',
  'shared_preload_libraries=citus',
  'max_connections=300',
  // A transaction on two nodes commits in two phases; each database has a daemon of Citus.
  'max_prepared_transactions=600',
  'max_worker_processes=64',
  'wal_level=logical',
  'shared_buffers=64MB',
  // The package of a test may have been built without TLS.
  'citus.node_conninfo=sslmode=disable',
  'citus.enable_statistics_collection=off',
  'jit=off',
];
/** A crash of the machine may lose what was committed. */
const notDurable = ['fsync=off', 'full_page_writes=off'];

/** @param count how many nodes, the coordinator included */
export async function startNodes(count = 3, { isDurable = false } = {}): Promise<Nodes> {
  const values = isDurable ? settings : [...settings, ...notDurable];
  const folder = await mkdtemp(join(tmpdir(), 'payments-citus-'));
  await chmod(folder, 0o755);
  // PostgreSQL refuses to run as root: the account that runs the embedded database runs these, too.
  const { account } = placeOf({ dataDir: join(folder, 'account'), secretKey: 'of the tests' });
  const nodes: (Program & { readonly url: string })[] = [];
  const stop = async () => {
    for (const node of nodes) {
      const child = node.child();
      if (child?.exitCode !== null) continue;
      const ended = onceOf(child, 'exit');
      child.kill('SIGINT');
      await ended;
    }
    await rm(folder, { recursive: true });
  };
  try {
    for (let at = 0; at < count; at += 1)
      nodes.push(await aNode(join(folder, `node-${at}`), { account, values }));
    await Promise.all(nodes.map((node) => node.start()));
    const [url = '', ...workers] = nodes.map((node) => node.url);
    await register([url, ...workers], 'postgres');
    // Without merchants: the coordinator plans, and its workers keep the rows.
    await once(url, "SELECT citus_set_node_property('127.0.0.1', $1, 'shouldhaveshards', false)", [
      Number(new URL(url).port),
    ]);
    return { url, pids: nodes.map((node) => node.child()?.pid ?? 0), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Account = ReturnType<typeof placeOf>['account'];

async function aNode(
  folder: string,
  { account, values }: { readonly account: Account; readonly values: readonly string[] },
): Promise<Program & { readonly url: string }> {
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const options = { cwd: folder, ...account };
  await promisify(execFile)(
    join(programs ?? '', 'initdb'),
    ['-D', data, '-U', 'owner', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    options,
  );
  const port = await aFreePort();
  const url = `postgres://owner@127.0.0.1:${port}/postgres`;
  let output = '';
  const begin = () => {
    const given = [...values, `port=${port}`, `unix_socket_directories=${folder}`];
    const child = spawn(
      join(programs ?? '', 'postgres'),
      ['-D', data, ...given.flatMap((value) => ['-c', value])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    child.stderr?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4000)));
    return child;
  };
  const isUp = async () => {
    try {
      await once(url, 'SELECT 1');
      return true;
    } catch {
      return false;
    }
  };
  return { ...aProgram(begin, isUp, () => output), url };
}
