import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { writing } from '../../support/files.ts';
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
  const text = textOf(profilesFile(), refuseUnreadable);
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
  writing(dirname(file), () => mkdirSync(dirname(file), { recursive: true, mode: 0o700 }));
  const half = `${file}.${process.pid}`;
  writing(file, () => {
    try {
      writeFileSync(half, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(half, file);
    } catch (error) {
      // It holds the keys.
      rmSync(half, { force: true });
      throw error;
    }
  });
}

/** The demo merchant that a service on this machine has made: `DATA_DIR/demo.json`. */
export function demoProfile(): Profile | undefined {
  const file = join(env['DATA_DIR'] || '.data', 'demo.json');
  const text = textOf(file, () => undefined);
  const broken = `${file} is not JSON. Move it away, or name another folder: DATA_DIR=…`;
  const { secret_key: key, base_url } = fieldsOf(text === undefined ? undefined : parsed(text, broken));
  return typeof key === 'string' && typeof base_url === 'string' ? { key, base_url } : undefined;
}

function textOf(file: string, orElse: (file: string, error: unknown) => undefined): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return orElse(file, error);
  }
}

/** Profiles that cannot be read are not the same as none: the next login would write a file without them. */
function refuseUnreadable(file: string, error: unknown): undefined {
  const { code } = fieldsOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return;
  throw new Failure(
    'usage',
    `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
  );
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
