import { type Config, readConfig, secretKeysOf } from '../../app/config.ts';
import { asOwnerAcrossMerchants } from '../../app/sealed/sealed-queries.ts';
import { checkSecretKey, usersOfPooler } from '../../platform/db/roles.ts';
import { numberIn } from '../support/options.ts';
import { Failure } from '../support/print.ts';

const fewest = 15;
/** The live role, the sandbox's and the platform's. */
const pools = 3;

/** `mps pooler userlist`. Nobody could know the passwords of the roles, and PgBouncer need not: it asks for verifiers. */
export async function userlistVerb(): Promise<void> {
  const config = await readConfig();
  process.stdout.write(`${usersOfPooler(await keyOfRoles(config)).join('\n')}\n`);
}

/** While the key is changed, the passwords are those of the old one until `mps secrets rotate` has ended: the database knows. */
async function keyOfRoles(config: Config): Promise<string> {
  const keys = secretKeysOf(config);
  const { database } = config;
  if (keys.length === 1 || database === undefined) return keys[0];
  return await asOwnerAcrossMerchants(database.url, (owner) => checkSecretKey(owner, keys, 'skip'));
}

/** `mps pooler ini`. */
export async function iniVerb(options: { readonly connections: string }): Promise<void> {
  const { database } = await readConfig();
  if (database === undefined)
    throw new Failure('usage', 'A pooler stands before a PostgreSQL of your own. Set DATABASE_URL.');
  const most = numberIn(options.connections, '--connections', { least: fewest, most: 10_000 });
  process.stdout.write(iniOf({ url: new URL(database.url), most }));
}

/** How an address asks for TLS, and what PgBouncer calls it. */
const ofTls = {
  sslmode: 'server_tls_sslmode',
  sslrootcert: 'server_tls_ca_file',
  sslcert: 'server_tls_cert_file',
  sslkey: 'server_tls_key_file',
} as const;

/** PgBouncer asks PostgreSQL for as much encryption as a service without it. */
function tlsOf({ searchParams }: URL): string {
  const lines = Object.entries(ofTls).flatMap(([name, setting]) => {
    const value = searchParams.get(name);
    // The driver knows one word more.
    return value === null ? [] : [`${setting} = ${value === 'no-verify' ? 'require' : value}\n`];
  });
  return lines.length === 0 ? '' : `; As DATABASE_URL asks for it.\n${lines.join('')}`;
}

/** @param name the database; `*`: every one of the server */
export function iniOf({ url, most, name }: { url: URL; most: number; name?: '*' }): string {
  const database = name ?? decodeURIComponent(url.pathname.slice(1));
  const place = `host=${url.hostname.replace(/^\[|\]$/g, '')} port=${url.port === '' ? '5432' : url.port}`;
  return `[databases]
${database} = ${place}${name === undefined ? ` dbname=${database}` : ''}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = 6432
auth_type = scram-sha-256
auth_file = userlist.txt
; A connection to PostgreSQL belongs to a client for one transaction.
pool_mode = transaction
; Every statement of the service is prepared under a name. This many are kept on each connection.
max_prepared_statements = 500
; One pool for each of the three roles.
default_pool_size = ${Math.floor(most / pools)}
max_db_connections = ${most}
max_client_conn = 2000
; When PostgreSQL is back, at another address too, calls go on after a second; usually after 15.
server_login_retry = 1
dns_max_ttl = 1
dns_nxdomain_ttl = 1
; A connection to a machine that has vanished is given up; usually after 15. Until then no other is tried.
server_connect_timeout = 5
${tlsOf(url)}; As long as a process waits for a connection of its own. Then the call is refused with 503, and may be repeated.
query_wait_timeout = 2
`;
}
