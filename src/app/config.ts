import { join } from 'node:path';
import { type Language, languages } from '../domain/merchants/accounts/terms.ts';
import type { GatewayPlan } from '../domain/money/gateways/routing/plan.ts';
import { fewestConnections, mostConnections, usualConnections } from '../platform/db/pool.ts';
import type { LogLevel } from '../platform/log.ts';
import type { SecretKeys } from '../platform/secrets.ts';
import { readCounting } from './environment/counting.ts';
import {
  type DatabaseAddresses,
  readDatabase,
  readKeysBeside,
  readSecretKey,
  secretKeyIn,
} from './environment/database.ts';
import { readGateways, requireCallbacks } from './environment/gateways.ts';
import {
  readAddresses,
  readAdmin,
  readEgressAllow,
  readHosts,
  readMail,
  readTrustProxy,
} from './environment/network.ts';
import { type Environment, Reader, type Setting } from './environment/reader.ts';
import { withSecretFiles } from './environment/secret-files.ts';
import { settings } from './settings.ts';

export type Config = {
  readonly environment: 'development' | 'test' | 'production';
  readonly role: 'all' | 'api' | 'worker';
  /** 0: any free port. */
  readonly port: number;
  /** The addresses to listen at; empty: all of this machine. */
  readonly hosts: readonly string[];
  /** Where metrics are served; absent: nowhere. */
  readonly admin?: { readonly port: number; readonly hosts: readonly string[] };
  readonly dataDir: string;
  /** Undefined: the embedded database. */
  readonly database: DatabaseAddresses | undefined;
  /** Undefined: the key in DATA_DIR, see `secretKeyOf`. */
  readonly secretKey: string | undefined;
  /** Further keys, while the key is changed. */
  readonly keysBeside: readonly string[];
  /** Without a slash at the end; absent: the service's own address. */
  readonly addresses: {
    readonly checkout?: string;
    readonly pay?: string;
    /** Where payment providers call back. */
    readonly callbacks?: string;
    readonly dashboard?: string;
  };
  /** Of gateways.yaml, with the secrets of the environment: never printed as a whole. Undefined: there is no file. */
  readonly gateways: GatewayPlan | undefined;
  /** Absent: mails are only kept. */
  readonly mail?: { readonly url: string; readonly from: string };
  /** Express's `trust proxy`: the number of proxies, or their addresses. */
  readonly trustProxy: number | string | undefined;
  /** Where processes count calls together, and how many they are. */
  readonly counting: { readonly url?: string; readonly instances: number };
  /** The most connections to the database. */
  readonly connections: number;
  /** Of the hosted pages. */
  readonly languages: readonly Language[];
  readonly egress: { readonly allow: readonly string[]; readonly ports: readonly number[] };
  /** From which hour of the day (UTC) statements are compared. */
  readonly reconcileHour: number;
  /** How long the listener stays open after SIGTERM. */
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
  /** True under `npm run dev`, which restarts at every change of the source. Node sets a variable to say so. */
  readonly watched: boolean;
  /** npm sets a variable for the scripts that it runs. */
  readonly startedByNpm: boolean;
};

/** All problems of the environment, each in a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads the environment into a typed, frozen object.
 *
 * @throws ConfigError with every problem, not only the first
 */
export async function readConfig(env: Environment = process.env): Promise<Config> {
  const { env: filled, problems } = withSecretFiles(settings, env);
  const reader = new Reader(settings, filled);
  reader.problems.push(...problems);
  const environment = reader.oneOf('NODE_ENV', ['development', 'test', 'production']);
  const database = readDatabase(reader);
  const addresses = readAddresses(reader, environment);
  const gateways = await readGateways(reader, env);
  if (environment === 'production') await requireCallbacks(reader, gateways);
  const config: Config = {
    environment,
    role: reader.oneOf('ROLE', ['all', 'api', 'worker']),
    port: reader.wholeNumber('PORT', reader.text('PORT') ?? '', 0),
    hosts: readHosts(reader, environment),
    ...readAdmin(reader),
    dataDir: reader.text('DATA_DIR') ?? '',
    database,
    secretKey: readSecretKey(reader, database),
    keysBeside: Object.freeze(readKeysBeside(reader)),
    addresses,
    gateways,
    ...readMail(reader, environment === 'production' && addresses.dashboard !== undefined),
    trustProxy: readTrustProxy(reader, environment),
    counting: readCounting(reader),
    connections:
      reader.countOf('DATABASE_CONNECTIONS', fewestConnections, mostConnections) ?? usualConnections,
    languages: Object.freeze(reader.severalOf('LANGUAGES', languages)),
    egress: Object.freeze({
      allow: readEgressAllow(reader, environment, database === undefined),
      ports: Object.freeze(
        reader.list('EGRESS_PORTS').map((port) => reader.wholeNumber('EGRESS_PORTS', port, 1)),
      ),
    }),
    reconcileHour: reader.hour('RECONCILE_HOUR'),
    drainSeconds: reader.seconds('DRAIN_SECONDS', 300) ?? (environment === 'production' ? 5 : 0),
    logLevel: reader.oneOf('LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'fatal', 'silent']),
    watched: env['WATCH_REPORT_DEPENDENCIES'] !== undefined,
    startedByNpm: env['npm_lifecycle_event'] !== undefined,
  };
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return Object.freeze(config);
}

/** SECRET_KEY, or else the key that the first start makes in DATA_DIR. Without it, no sealed secret can be read again. */
export function secretKeyOf({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  const key = secretKey ?? secretKeyIn(dataDir);
  // Nothing that is sealed in the database opens with another one.
  if (key === '')
    throw new ConfigError([`${join(dataDir, 'secret.key')} is empty. Put the key of this database there.`]);
  return key;
}

/** That key, and those beside it. */
export function secretKeysOf(config: Pick<Config, 'secretKey' | 'keysBeside' | 'dataDir'>): SecretKeys {
  return [secretKeyOf(config), ...config.keysBeside];
}

export type ShownSetting = {
  readonly name: string;
  readonly value: string;
  readonly from: 'environment' | 'file' | 'default';
  readonly meaning: string;
};

/** The present value of every setting, with secrets masked. */
export function showSettings(env: Environment = process.env): readonly ShownSetting[] {
  const { env: filled } = withSecretFiles(settings, env);
  return settings.map((setting: Setting) => {
    const said = textOf(filled, setting);
    const origin = textOf(env, setting) === '' ? 'file' : 'environment';
    const fallback = setting.fallback ?? setting.otherwise?.replaceAll('`', '') ?? '';
    return {
      name: setting.name,
      value: said === '' ? fallback : masked(said, setting.secret),
      from: said === '' ? 'default' : origin,
      meaning: setting.meaning.replaceAll('`', ''),
    };
  });
}

const textOf = (env: Environment, { name }: Setting): string => env[name]?.trim() ?? '';

function masked(text: string, secret: Setting['secret']): string {
  if (secret === undefined) return text;
  const url = secret === 'password' ? URL.parse(text) : null;
  if (url === null) return '(hidden)';
  if (url.password !== '') url.password = '***';
  // Drops the query too: it may hold a password.
  return `${url.protocol}//${url.username}${url.password === '' ? '' : ':***'}@${url.host}${url.pathname}`;
}
