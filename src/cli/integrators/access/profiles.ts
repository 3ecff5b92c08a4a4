import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { Failure } from '../../support/print.ts';

/** A key, and where it is valid. */
export type Profile = {
  readonly key: string;
  readonly base_url: string;
  /** Absent: the same address. */
  readonly dashboard_url?: string;
};

export type Profiles = { readonly current?: string; readonly profiles: Readonly<Record<string, Profile>> };

/** Only its owner may read it. */
export function profilesFile(): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'mps', 'config.json');
}

export function readProfiles(): Profiles {
  const text = textOf(profilesFile());
  if (text === undefined) return { profiles: {} };
  const content = parsed(text, `${profilesFile()} is not JSON. Delete it, then: mps login`);
  const current = fieldsOf(content)['current'];
  const known = Object.entries(fieldsOf(fieldsOf(content)['profiles'])).filter(
    (entry): entry is [string, Profile] => isProfile(entry[1]),
  );
  // Without a prototype, so that nobody takes `constructor` for the name of a profile.
  const profiles = Object.assign(Object.create(null), Object.fromEntries(known));
  return { ...(typeof current === 'string' && { current }), profiles };
}

/** Writes the file whole or not at all. */
export function writeProfiles(profiles: Profiles): void {
  const file = profilesFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(half, file);
}

/** The demo merchant that a service on this machine has made: `DATA_DIR/demo.json`. */
export function demoProfile(): Profile | undefined {
  const file = join(env['DATA_DIR'] || '.data', 'demo.json');
  const text = textOf(file);
  const broken = `${file} is not JSON. Move it away, or name another folder: DATA_DIR=…`;
  const { secret_key: key, base_url } = fieldsOf(text === undefined ? undefined : parsed(text, broken));
  return typeof key === 'string' && typeof base_url === 'string' ? { key, base_url } : undefined;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parsed(text: string, broken: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('usage', broken);
  }
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isProfile(value: unknown): value is Profile {
  const { key, base_url } = fieldsOf(value);
  return typeof key === 'string' && typeof base_url === 'string';
}
