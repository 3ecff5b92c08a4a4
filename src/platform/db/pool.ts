import { type ClientConfig, type CustomTypesConfig, Pool, types as standard } from 'pg';
import { type Role, rolePassword } from './roles.ts';

/** Int8 holds money and counts: a number would lose digits. A date has no time zone: a Date would give it one. */
const parsers = new Map<number, (text: string) => unknown>([
  [standard.builtins.INT8, BigInt],
  [standard.builtins.DATE, String],
  [standard.builtins.TIMESTAMPTZ, momentOf],
]);

const types: CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? standard.getTypeParser(oid, format),
};

const momentOfDriver: (text: string) => unknown = standard.getTypeParser(
  standard.builtins.TIMESTAMPTZ,
  'text',
);

/**
 * `2026-11-20 18:13:46.123456+00`, as it comes where sessions are in UTC. A list reads a hundred of them, so no regular
 * expression; any other form is left to the driver.
 */
function momentOf(text: string): unknown {
  const usual = text.length >= 22 && text.charAt(10) === ' ' && text.endsWith('+00');
  return usual ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : momentOfDriver(text);
}

/** How one instance logs in: by an address of its own, else at the owner's address with the role's derived password. */
export type Login = {
  readonly role: Role;
  readonly url: string;
  readonly own: boolean;
  readonly secretKey: string;
};

export function clientOptions(login: Login): ClientConfig {
  const url = new URL(login.url);
  if (!login.own) {
    url.username = login.role.name;
    url.password = rolePassword(login.secretKey, login.role.name);
  }
  return { connectionString: url.href, application_name: login.role.name, keepAlive: true, types };
}

/** Connections are kept once made. `report` hears of connections that broke while nobody used them. */
export function openPool(login: Login, max: number, report: (error: Error) => void): Pool {
  const pool = new Pool({
    ...clientOptions(login),
    max,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 2000,
    // The server stops a statement after 5 s; this is for a connection that went dead, and closes it.
    query_timeout: 6000,
    pipeline: true,
  });
  pool.on('error', report);
  // A connection that breaks in use also rejects its query; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
