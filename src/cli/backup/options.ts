import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig, secretKeysOf } from '../../app/config.ts';
import type { Barman } from '../../platform/backup/barman.ts';
import type { SecretKeys } from '../../platform/secrets.ts';
import { Failure } from '../support/print.ts';

/** Where the backups are, and how old they may be. */
export type BackupOptions = {
  readonly server: string;
  readonly barman: string;
  readonly config?: string;
  readonly maxAge: string;
  readonly maxWalAge: string;
  readonly metricsFile?: string;
  readonly json?: true;
};

export type CheckOptions = BackupOptions & {
  readonly until?: string;
  readonly folder?: string;
  readonly programs?: string;
  readonly database?: string;
  readonly owner?: string;
};

export function barmanOf({ barman: program, config, server }: BackupOptions): Barman {
  return { program, server, ...(config !== undefined && { config }) };
}

const unitMs = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** `90s`, `15m`, `26h` or `2d`, in milliseconds. */
export function durationIn(text: string, option: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = unitMs.get(unit);
  if (count === '' || ms === undefined)
    throw new Failure('usage', `${option} takes a time such as 90s, 15m, 26h or 2d, not "${text}".`);
  return Number(count) * ms;
}

/** With its time zone: a moment that is read in the wrong one restores too much or too little. */
export function momentIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  const isWhole = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isWhole || Number.isNaN(moment.getTime()))
    throw new Failure('usage', `--until takes a moment such as 2026-11-26T04:30:00Z, not "${text}".`);
  return moment;
}

export type Keyed = { readonly secretKeys: SecretKeys; readonly config: Config };

/** The key to check. Never makes one, as a start does: a new key opens nothing. */
export async function keyOf(): Promise<Keyed> {
  const config = await readConfig();
  if (config.secretKey === undefined && !existsSync(join(config.dataDir, 'secret.key')))
    throw new Failure(
      'usage',
      'Set SECRET_KEY to the key that is kept apart from the backups: without it nothing sealed in them opens.',
    );
  return { secretKeys: secretKeysOf(config), config };
}

/** The database of DATABASE_URL, of which only the name is used, or else that of the embedded PostgreSQL. */
export function databaseOf(
  config: Config,
  { database, owner }: CheckOptions,
): { name: string; owner: string } {
  const url = config.database && new URL(config.database.url);
  const named = url && decodeURIComponent(url.pathname.slice(1));
  const login = url && decodeURIComponent(url.username);
  return { name: database ?? (named || 'postgres'), owner: owner ?? (login || 'postgres') };
}
