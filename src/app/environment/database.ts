import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from '../../platform/ids.ts';
import type { Reader, Setting } from './reader.ts';

// The settings about the database, and the key that its secrets are sealed with.

export const databaseSettings = [
  {
    name: 'DATABASE_URL',
    otherwise: 'embedded PostgreSQL in `DATA_DIR`',
    meaning:
      'Address with the login of the database’s owner. `mps migrate` uses it; the roles log in at the same host.',
    secret: 'password',
  },
  {
    name: 'DATABASE_URL_SANDBOX',
    otherwise: 'derived from `DATABASE_URL`',
    meaning:
      'Address of the sandbox role, for example that of a pooler. Without a user, the role logs in with its own password.',
    secret: 'password',
  },
  {
    name: 'DATABASE_URL_LIVE',
    otherwise: 'derived from `DATABASE_URL`',
    meaning: 'Address of the live role, likewise.',
    secret: 'password',
  },
  {
    name: 'DATABASE_URL_PLATFORM',
    otherwise: 'derived from `DATABASE_URL`',
    meaning: 'Address of the platform role, likewise.',
    secret: 'password',
  },
  {
    name: 'DATABASE_DIRECT_URL',
    otherwise: 'derived from `DATABASE_URL`',
    meaning: 'Address of the platform role that bypasses the pooler, for LISTEN.',
    secret: 'password',
  },
  {
    name: 'DATABASE_REPLICA_URL',
    otherwise: 'none: the primary serves lists, too',
    meaning:
      'Address of a streaming replica that serves lists, reports and charts, likewise. See [High availability](docs/operate/cluster/high-availability.md).',
    secret: 'password',
  },
  {
    name: 'DATABASE_CONNECTIONS',
    fallback: '25',
    meaning:
      'How many connections this process opens at most, from 15 to 500. See [Many processes](docs/operate/many-processes.md).',
  },
] as const satisfies readonly Setting[];

type Database = Reader<
  | 'DATABASE_URL'
  | 'DATABASE_URL_SANDBOX'
  | 'DATABASE_URL_LIVE'
  | 'DATABASE_URL_PLATFORM'
  | 'DATABASE_DIRECT_URL'
  | 'DATABASE_REPLICA_URL'
  | 'SECRET_KEY'
  | 'SECRET_KEYS_BESIDE'
>;

export type DatabaseAddresses = {
  /** With the login of the database's owner. */
  readonly url: string;
  /** Addresses of single roles, where they differ. */
  readonly urls: Readonly<Partial<Record<'sandbox' | 'live' | 'platform', string>>>;
  readonly directUrl?: string;
  /** Of a replica that serves lists. */
  readonly replicaUrl?: string;
};

export function readDatabase(reader: Database): DatabaseAddresses | undefined {
  const url = reader.databaseAddress('DATABASE_URL');
  const urls = given({
    sandbox: reader.databaseAddress('DATABASE_URL_SANDBOX'),
    live: reader.databaseAddress('DATABASE_URL_LIVE'),
    platform: reader.databaseAddress('DATABASE_URL_PLATFORM'),
  });
  const others = given({
    directUrl: reader.databaseAddress('DATABASE_DIRECT_URL'),
    replicaUrl: reader.databaseAddress('DATABASE_REPLICA_URL'),
  });
  if (url !== undefined) return Object.freeze({ url, urls: Object.freeze(urls), ...others });
  if (Object.keys({ ...urls, ...others }).length > 0)
    reader.problems.push(
      'DATABASE_URL is missing, but another database address is set. Set DATABASE_URL, or unset them all to use the embedded database.',
    );
  return undefined;
}

function given<Name extends string>(
  addresses: Readonly<Record<Name, string | undefined>>,
): { readonly [One in Name]?: string } {
  const there: { [One in Name]?: string } = {};
  for (const name in addresses) {
    const address = addresses[name];
    if (address !== undefined) there[name] = address;
  }
  return there;
}

const shortestKey = 24;

export function readSecretKey(reader: Database, database: DatabaseAddresses | undefined): string | undefined {
  const said = reader.text('SECRET_KEY');
  const make = 'Make one: openssl rand -base64 32';
  if (said === undefined && database !== undefined) reader.problems.push(`SECRET_KEY is missing. ${make}`);
  if (said !== undefined && said.length < shortestKey) {
    reader.problems.push(
      `SECRET_KEY has ${said.length} characters. It needs ${shortestKey} or more. ${make}`,
    );
  }
  return said;
}

/** Further keys that open what is sealed, while the key is changed. */
export function readKeysBeside(reader: Database): readonly string[] {
  const keys = reader.list('SECRET_KEYS_BESIDE');
  if (keys.some((key) => key.length < shortestKey))
    reader.problems.push(
      `SECRET_KEYS_BESIDE has a key of fewer than ${shortestKey} characters. It takes whole keys, with commas.`,
    );
  return keys;
}

/** The key of the embedded database, which is made if there is none. Empty: it was lost. */
export function secretKeyIn(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) makeSecretKey(dataDir, file);
  return readFileSync(file, 'utf8').trim();
}

function makeSecretKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const made = `${file}.${process.pid}`;
  writeFileSync(made, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    // If two processes start at once, the first one wins; a link is atomic, so nobody reads half a key.
    linkSync(made, file);
  } catch (error) {
    if (!(error instanceof Error && Reflect.get(error, 'code') === 'EEXIST')) throw error;
  } finally {
    rmSync(made);
  }
}
