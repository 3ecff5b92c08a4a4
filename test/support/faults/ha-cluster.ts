import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { env } from 'node:process';
import { parseEnv } from 'node:util';
import { Client } from 'pg';
import { placeOf } from '../../../src/platform/db/embedded-cluster.ts';
import { aFreePort } from '../service/process.ts';
import { aProgram, type Program } from '../service/program.ts';
import { until } from './victim.ts';

/** Three PostgreSQL with Patroni, three etcd, and HAProxy before them, with the configuration of deploy/ha. */
export type HaCluster = {
  /** The owner's address of the leader, through HAProxy. */
  readonly url: string;
  /** That of a server that follows it, through HAProxy. Without a user. */
  readonly replicaUrl: string;
  readonly leader: () => Promise<HaNode>;
  /** Kills PostgreSQL and Patroni of the node with kill -9, at once. */
  readonly kill: (node: HaNode) => Promise<void>;
  readonly start: (node: HaNode) => Promise<void>;
  readonly nodes: readonly (HaNode & { readonly dataDir: string; readonly port: number })[];
  /** Ends Patroni everywhere as an operator does, in a paused cluster PostgreSQL goes on. */
  readonly endPatroni: () => Promise<void>;
  /** Runs `patronictl` with these words and this input. */
  readonly control: (words: readonly string[], input?: string) => string;
  /** Runs a program of PostgreSQL as its account. */
  readonly run: (program: string, args: readonly string[]) => string;
  /** Stops all programs of the node where they stand: as a machine that hangs, it says nothing, and closes no connection. */
  readonly freeze: (node: HaNode) => void;
  readonly thaw: (node: HaNode) => void;
  /** One leads, one follows synchronously, and the third follows too. */
  readonly isWhole: () => Promise<boolean>;
  /** What Patroni says of its members. */
  readonly members: () => Promise<readonly Member[]>;
  readonly stop: () => Promise<void>;
};

type HaNode = { readonly name: string };

type Member = {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
};

type Node = HaNode & {
  readonly folder: string;
  readonly port: number;
  readonly checkPort: number;
  readonly patroni: Program;
};

const configuration = resolve(import.meta.dirname, '../../../deploy/ha');
const names = ['node-a', 'node-b', 'node-c'] as const;
const bootPatienceMs = 180_000;
const password = 'of-the-tests';

type Tools = Readonly<Record<'patroni' | 'etcd' | 'haproxy' | 'postgres', string | undefined>>;

/** Where the programs are: named by a variable, or in PATH. `HA_POSTGRES` names the folder of PostgreSQL's programs. */
const tools: Tools = {
  patroni: env['PATRONI'] ?? inPath('patroni'),
  etcd: env['ETCD'] ?? inPath('etcd'),
  haproxy: env['HAPROXY'] ?? inPath('haproxy'),
  postgres: env['HA_POSTGRES'] ?? folderOf(inPath('pg_rewind')),
};

/** Empty when all are there. */
export const missingHaTools = Object.entries(tools)
  .filter(([, path]) => path === undefined)
  .map(([name]) => name)
  .join(', ');

function inPath(name: string): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => canRun(path));
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function folderOf(program: string | undefined): string | undefined {
  return program === undefined ? undefined : resolve(program, '..');
}

const variablesIn = (file: string) => parseEnv(readFileSync(join(configuration, file), 'utf8'));

type Base = { readonly folder: string; readonly account: { uid: number; gid: number } | undefined };

export async function aHaCluster(): Promise<HaCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-ha-'));
  await chmod(folder, 0o755);
  // PostgreSQL and Patroni refuse to run as root: the account that runs the embedded database runs them, too.
  const { account } = placeOf({ dataDir: join(folder, 'account'), secretKey: password });
  const base = { folder, account };
  const etcds = await startEtcds(base);
  const nodes = await Promise.all(names.map((name) => aNode(base, name, etcds.hosts)));
  const haproxy = await startHaproxy(nodes);
  const stop = async () => {
    for (const node of nodes) {
      signalAll(node, 'SIGCONT');
      await killNode(node);
    }
    await haproxy.program.kill();
    for (const etcd of etcds.programs) await etcd.kill();
    await rm(folder, { recursive: true });
  };
  try {
    // The first makes the cluster; the others copy it.
    for (const { patroni } of nodes) await patroni.start();
    const cluster = clusterOf(nodes, haproxy, stop, handsOf(base, etcds.hosts));
    await until(() => `the cluster is whole: ${folder}`, cluster.isWhole, bootPatienceMs);
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

type Haproxy = { readonly program: Program; readonly leaderPort: number; readonly replicaPort: number };

type Hands = Pick<HaCluster, 'control' | 'run'>;

/** What an operator types. */
function handsOf({ folder, account }: Base, etcdHosts: string): Hands {
  const typed = (program: string, args: readonly string[], own: Record<string, string>, input = '') => {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      ...account,
      cwd: folder,
      env: { PATH: env['PATH'], LANG: 'C.UTF-8', PGPASSWORD: password, ...own },
      input,
      encoding: 'utf8',
    });
    if (status !== 0)
      throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}${error?.message ?? ''}`);
    return stdout;
  };
  return {
    control: (words, input) =>
      typed(
        join(dirname(tools.patroni ?? ''), 'patronictl'),
        ['-c', join(configuration, 'patroni.yml'), ...words],
        { PATRONI_ETCD3_HOSTS: etcdHosts },
        input,
      ),
    run: (program, args) =>
      typed(program.startsWith('pg_') ? join(tools.postgres ?? '', program) : program, args, {}),
  };
}

function clusterOf(
  nodes: readonly Node[],
  haproxy: Haproxy,
  stop: () => Promise<void>,
  hands: Hands,
): HaCluster {
  const nodeOf = ({ name }: HaNode) => {
    const node = nodes.find((candidate) => candidate.name === name);
    if (!node) throw new Error(`no node ${name}`);
    return node;
  };
  const members = () => membersOf(nodes);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${haproxy.leaderPort}/postgres`,
    replicaUrl: `postgres://127.0.0.1:${haproxy.replicaPort}/postgres`,
    leader: async () => {
      const leads = (await members()).find(({ role }) => role === 'leader');
      if (!leads) throw new Error('nobody leads');
      return { name: leads.name };
    },
    ...hands,
    nodes: nodes.map(({ name, folder, port }) => ({ name, port, dataDir: join(folder, 'data') })),
    endPatroni: async () => {
      for (const { patroni } of nodes) await patroni.terminate();
    },
    kill: (node) => killNode(nodeOf(node)),
    start: (node) => nodeOf(node).patroni.start(),
    freeze: (node) => signalAll(nodeOf(node), 'SIGSTOP'),
    thaw: (node) => signalAll(nodeOf(node), 'SIGCONT'),
    isWhole: async () => isWhole(await members()),
    members,
    stop,
  };
}

function isWhole(members: readonly Member[]): boolean {
  const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
  const following = members.filter(
    ({ state, timeline }) => state === 'streaming' && timeline === leader?.timeline,
  );
  return following.length === 2 && following.some(({ role }) => role === 'sync_standby');
}

/** Asks whichever Patroni answers. */
async function membersOf(nodes: readonly Node[]): Promise<readonly Member[]> {
  for (const { checkPort } of nodes) {
    try {
      // One that hangs accepts the connection, and says nothing.
      const signal = AbortSignal.timeout(2000);
      const answer = await fetch(`http://127.0.0.1:${checkPort}/cluster`, { signal });
      const { members } = (await answer.json()) as { readonly members?: readonly Member[] };
      if (members) return members;
    } catch {
      // That one does not run.
    }
  }
  return [];
}

async function aNode(
  { folder: root, account }: Base,
  name: (typeof names)[number],
  etcdHosts: string,
): Promise<Node> {
  const folder = await folderFor({ folder: root, account }, name);
  const [port, checkPort] = [await aFreePort(), await aFreePort()];
  const own = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcdHosts,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${checkPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${checkPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: tools.postgres,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_PASSWORD: password,
  };
  const patroni = programOf(
    () =>
      spawn(tools.patroni ?? '', [join(configuration, 'patroni.yml')], {
        ...account,
        cwd: folder,
        env: { PATH: env['PATH'], LANG: 'C.UTF-8', ...variablesIn('node.env'), ...own },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    () => answers(`http://127.0.0.1:${checkPort}/liveness`),
  );
  return { name, folder, port, checkPort, patroni };
}

/** PostgreSQL first: else Patroni might see its end, and give up its lock in an orderly way. */
async function killNode({ folder, patroni }: Node): Promise<void> {
  const postmaster = postmasterIn(join(folder, 'data'));
  patroni.child()?.kill('SIGSTOP');
  if (postmaster !== undefined) signalTo(postmaster, 'SIGKILL');
  await patroni.kill();
}

/** Patroni first, so that it sees nothing of the rest. PostgreSQL is not its child. */
function signalAll({ folder, patroni }: Node, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const postmaster = postmasterIn(join(folder, 'data'));
  const backends = postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)];
  patroni.child()?.kill(signal);
  for (const pid of backends) signalTo(pid, signal);
}

/** It may have ended since it was looked up. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    // After the name, which is in brackets and may hold anything: state and parent.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

function postmasterIn(dataDir: string): number | undefined {
  try {
    const [pid] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 0);
    return Number(pid);
  } catch {
    return undefined;
  }
}

async function startEtcds(
  base: Base,
): Promise<{ readonly hosts: string; readonly programs: readonly Program[] }> {
  const ports = await Promise.all(names.map(async () => [await aFreePort(), await aFreePort()] as const));
  const cluster = ports.map(([, peer], at) => `etcd-${at}=http://127.0.0.1:${peer}`).join(',');
  const programs: Program[] = [];
  for (const [at, [client, peer]] of ports.entries()) {
    const own = {
      ETCD_NAME: `etcd-${at}`,
      ETCD_DATA_DIR: join(base.folder, `etcd-${at}`),
      ETCD_INITIAL_CLUSTER: cluster,
      ETCD_LISTEN_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_LISTEN_PEER_URLS: `http://127.0.0.1:${peer}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://127.0.0.1:${peer}`,
    };
    programs.push(
      programOf(
        () =>
          spawn(tools.etcd ?? '', [], {
            env: { PATH: env['PATH'], ...variablesIn('etcd.env'), ...own },
            stdio: ['ignore', 'pipe', 'pipe'],
          }),
        () => answers(`http://127.0.0.1:${client}/health`),
      ),
    );
  }
  // None is healthy before most of them run.
  await Promise.all(programs.map((program) => program.start()));
  return { hosts: ports.map(([client]) => `127.0.0.1:${client}`).join(','), programs };
}

async function startHaproxy(nodes: readonly Node[]): Promise<Haproxy> {
  const [leaderPort, replicaPort] = [await aFreePort(), await aFreePort()];
  const addresses = nodes.flatMap(({ name, port, checkPort }) => {
    const variable = name.toUpperCase().replace('-', '_');
    return [
      [variable, `127.0.0.1:${port}`],
      [`${variable}_CHECK`, String(checkPort)],
    ];
  });
  const program = programOf(
    () =>
      spawn(tools.haproxy ?? '', ['-db', '-f', join(configuration, 'haproxy.cfg')], {
        env: {
          ...Object.fromEntries(addresses),
          LEADER_ADDRESS: `127.0.0.1:${leaderPort}`,
          REPLICA_ADDRESS: `127.0.0.1:${replicaPort}`,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    async () => true,
  );
  await program.start();
  return { program, leaderPort, replicaPort };
}

async function folderFor({ folder: root, account }: Base, name: string): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder, { mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** A program that says in its error what it printed last. */
function programOf(begin: () => ChildProcess, isUp: () => Promise<boolean>): Program {
  let output = '';
  return aProgram(
    () => {
      const child = begin();
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4000)));
      return child;
    },
    isUp,
    () => output,
  );
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    await once(AbortSignal.timeout(100), 'abort');
    return false;
  }
}

/** Runs a statement at the leader. */
export async function runAsOwner(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
