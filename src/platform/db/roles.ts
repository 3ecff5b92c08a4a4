import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type { Client } from 'pg';
import { type GivenKeys, keysIn } from '../secrets.ts';
import { RolesOfAnotherKey, WrongSecretKey } from './migrations/refusals.ts';

/** One login per schema. Settings belong to the role, because a pooler such as PgBouncer drops start-up options. */
export const roles = [
  { name: 'mps_platform', schema: 'platform', searchPath: 'platform' },
  { name: 'mps_sandbox', schema: 'sandbox', searchPath: 'sandbox, platform' },
  { name: 'mps_live', schema: 'live', searchPath: 'live, platform' },
] as const;

export type Role = (typeof roles)[number];

/** In seconds. */
const limits = { statement_timeout: 5, lock_timeout: 3, idle_in_transaction_session_timeout: 10 };
/**
 * A session keeps the plan of a prepared statement until the statistics of its tables are gathered again. A plan from when a table was
 * nearly empty would read all of it, and go on so while it fills: that takes a minute at best. Decision 0143.
 */
const planning = { enable_seqscan: 'off' };
const iterations = 4096;

/** Start-up options with the limits of the server, this many times as long. */
export function serverLimits(patience: number): string {
  return Object.entries(limits)
    .map(([name, seconds]) => `-c ${name}=${seconds * patience}s`)
    .join(' ');
}

/** The password of a role. The server only receives its verifier. */
export function rolePassword(secretKey: string, role: Role['name']): string {
  return createHmac('sha256', secretKey).update(`database role ${role}`).digest('hex');
}

/**
 * Compares the keys with the fingerprint in the database.
 *
 * @param first whether this key becomes the one of a database that has no fingerprint yet
 * @returns the one that the passwords of the roles come from
 * @throws WrongSecretKey
 */
export async function checkSecretKey(
  owner: Client,
  secretKeys: GivenKeys,
  first: 'note' | 'skip',
): Promise<string> {
  const table = await owner.query<{ there: boolean }>(
    "SELECT to_regclass('platform.secret_key') IS NOT NULL AS there",
  );
  const keys = keysIn(secretKeys);
  const [newest] = keys;
  if (table.rows[0]?.there !== true) return newest;
  if (first === 'note')
    await owner.query('INSERT INTO platform.secret_key (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [
      fingerprintOf(newest),
    ]);
  const noted = await owner.query<{ fingerprint: string }>('SELECT fingerprint FROM platform.secret_key');
  const [row] = noted.rows;
  if (row === undefined) return newest;
  const known = keys.find((key) => fingerprintOf(key) === row.fingerprint);
  if (known === undefined) throw new WrongSecretKey();
  return known;
}

/** Gives the roles the passwords of this key, and notes that it is the one of this database. Each step can run again. */
export async function moveToSecretKey(owner: Client, secretKey: string): Promise<void> {
  await updateRoles(owner, secretKey, await commentsOfRoles(owner));
  await owner.query('UPDATE platform.secret_key SET fingerprint = $1, noted_at = now()', [
    fingerprintOf(secretKey),
  ]);
}

function fingerprintOf(secretKey: string): string {
  return createHmac('sha256', secretKey).update('fingerprint of the secret key').digest('hex');
}

/**
 * Creates the roles, or brings them up to date. Roles belong to the whole cluster, so it writes only what has changed: otherwise
 * migrating two databases of one cluster at once would update the same catalogue rows, and one would fail.
 *
 * @throws RolesOfAnotherKey another database has given them the passwords of another key; nothing was changed
 */
export async function ensureRoles(owner: Client, secretKey: string): Promise<void> {
  const comments = await commentsOfRoles(owner);
  const others = await databasesOfAnotherKey(owner, secretKey, comments);
  if (others.length > 0) throw new RolesOfAnotherKey(others);
  await updateRoles(owner, secretKey, comments);
}

/** Other databases of the server that use the roles with the passwords of another key: three of them at most. */
export async function databasesOfAnotherKey(
  owner: Client,
  secretKey: string,
  known?: Comments,
): Promise<readonly string[]> {
  const comments = known ?? (await commentsOfRoles(owner));
  const isOfThisKey = [...comments.values()].every((comment) => isOfKey(comment, secretKey));
  return isOfThisKey ? [] : await otherDatabasesOfRoles(owner);
}

type Comments = ReadonlyMap<string, string | null>;

/** The comments of those roles that are there. */
async function commentsOfRoles(owner: Client): Promise<Comments> {
  const { rows } = await owner.query<{ rolname: string; comment: string | null }>(
    "SELECT rolname, shobj_description(oid, 'pg_authid') AS comment FROM pg_roles WHERE rolname = ANY ($1)",
    [roles.map((role) => role.name)],
  );
  return new Map(rows.map(({ rolname, comment }) => [rolname, comment]));
}

async function updateRoles(owner: Client, secretKey: string, comments: Comments): Promise<void> {
  for (const role of roles) {
    const wanted = statementsFor(role, secretKey);
    const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
    const mark = `merchant payments ${hash}${ofKey}${markOf(secretKey)}`;
    if (comments.get(role.name) === mark) continue;
    await owner.query(
      `BEGIN; ${comments.has(role.name) ? '' : `CREATE ROLE ${role.name};`} ${wanted} COMMENT ON ROLE ${role.name} IS '${mark}'; COMMIT`,
    );
  }
}

const ofKey = ' of the key ';

function markOf(secretKey: string): string {
  return fingerprintOf(secretKey).slice(0, 16);
}

/** Also true if the comment does not say so: the release before named no key. */
function isOfKey(comment: string | null, secretKey: string): boolean {
  const [, mark] = comment?.split(ofKey) ?? [];
  return mark === undefined || mark === markOf(secretKey);
}

async function otherDatabasesOfRoles(owner: Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ datname: string }>(
    `SELECT DISTINCT d.datname FROM pg_shdepend s JOIN pg_roles r ON r.oid = s.refobjid JOIN pg_database d ON d.oid = s.dbid
     WHERE s.refclassid = 'pg_authid'::regclass AND r.rolname = ANY ($1) AND d.datname <> current_database()
     ORDER BY d.datname LIMIT 3`,
    [roles.map((role) => role.name)],
  );
  return rows.map(({ datname }) => datname);
}

function statementsFor(role: Role, secretKey: string): string {
  const seconds = Object.entries(limits).map(([name, value]) => [name, `${value}s`] as const);
  const set = [...seconds, ...Object.entries(planning)].map(
    ([name, value]) => `ALTER ROLE ${role.name} SET ${name} = '${value}';`,
  );
  return `ALTER ROLE ${role.name} LOGIN PASSWORD '${verifier(rolePassword(secretKey, role.name))}';
    ALTER ROLE ${role.name} SET search_path = ${role.searchPath}; ${set.join(' ')}`;
}

/** The lines of a pooler's file of users. It can log in with a verifier whose password a client has proved to know. */
export function usersOfPooler(secretKey: string): readonly string[] {
  return roles.map(({ name }) => `"${name}" "${verifier(rolePassword(secretKey, name))}"`);
}

/** SCRAM-SHA-256 in the format of RFC 5803. The salt derives from the password, so the same secret gives the same text. */
function verifier(password: string): string {
  const salt = createHash('sha256').update(`salt ${password}`).digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
