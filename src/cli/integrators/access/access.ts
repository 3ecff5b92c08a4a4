import { env } from 'node:process';
import type { Command } from 'commander';
import { Failure, say } from '../../support/print.ts';
import { demoProfile, type Profile, readProfiles } from './profiles.ts';

/** The options of every command that calls the service with a key. */
export type Common = {
  readonly json?: true;
  readonly profile?: string;
  readonly key?: string;
  readonly baseUrl?: string;
  readonly quiet?: true;
  readonly yes?: true;
  readonly verbose?: true;
};

/** A key, where to call with it, and how much to say. */
export type Access = {
  readonly key: string;
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  /** Where the key came from, in words. */
  readonly from: string;
  /** A live key moves real money. */
  readonly isLive: boolean;
  readonly options: Common;
};

export function withCommon(command: Command): Command {
  return command
    .option('--json', 'print JSON')
    .option('--profile <name>', 'a profile that mps login stored (default: MPS_PROFILE, or the current one)')
    .option('--key <key>', 'an API key (default: MPS_API_KEY)')
    .option('--base-url <url>', 'where the service runs (default: MPS_BASE_URL)')
    .option('--quiet', 'say nothing but failures')
    .option('--yes', 'do not ask')
    .option('--verbose', 'say the id of each request');
}

/** Says something to the person, unless they want silence. */
export function tell({ options }: { readonly options: Common }, words: string): void {
  if (!options.quiet) say(words);
}

const usual = 'http://localhost:3000';
type Found = Partial<Profile> & { readonly from: string };

/** What was typed comes first, then the environment, then the stored profile, then the demo merchant of this machine. */
export function accessOf(options: Common): Access {
  return accessWith(options, keyOf(options));
}

/** For a key that login is about to keep as a profile. Without an address it belongs where that profile was, if there was one. */
export function accessToKeep(key: string, name: string, { profile: _profile, ...options }: Common): Access {
  const isKnown = readProfiles().profiles[name] !== undefined;
  return accessWith(options, { ...storedOrDemo(isKnown ? name : undefined), key, from: '--key' });
}

/** The profile that was typed, or else that of the environment. */
export function profileNamed({ profile }: Common): string | undefined {
  return profile ?? (env['MPS_PROFILE'] || undefined);
}

function accessWith(options: Common, found: Found): Access {
  const { key, from } = found;
  if (key === undefined || key === '')
    throw new Failure('usage', 'There is no API key. Sign in: mps login. Or name one: --key sk_test_…');
  // A header cannot carry it, and the words of that failure would show the key.
  if (!/^[\x21-\x7e]+$/.test(key.trim()))
    throw new Failure(
      'usage',
      `The key of ${from} is no API key: it has a space, a line break or a letter that no key has.`,
    );
  return { key, ...addressesOf(options, found), from, isLive: isLiveKey(key), options };
}

function addressesOf(options: Common, found: Found): Pick<Access, 'baseUrl' | 'dashboardUrl'> {
  const named = options.profile === undefined ? env['MPS_BASE_URL'] || undefined : undefined;
  const given = options.baseUrl ?? named;
  const baseUrl = addressIn(given ?? found.base_url ?? usual);
  // The dashboard of a profile belongs to its service, and must not see the key of another one.
  const isOfProfile = given === undefined || baseUrl === found.base_url;
  const stored = isOfProfile ? found.dashboard_url : undefined;
  return { baseUrl, dashboardUrl: addressIn(env['MPS_DASHBOARD_URL'] || (stored ?? baseUrl)) };
}

function keyOf(options: Common): Found {
  const named = options.profile === undefined ? env['MPS_API_KEY'] || undefined : undefined;
  const base = storedOrDemo(named === undefined ? profileNamed(options) : undefined);
  if (options.key !== undefined) return { ...base, key: options.key, from: '--key' };
  return named === undefined ? base : { ...base, key: named, from: 'MPS_API_KEY' };
}

function storedOrDemo(wanted: string | undefined): Found {
  const { current, profiles } = readProfiles();
  const name = wanted ?? current;
  if (name === undefined) return { ...demoProfile(), from: 'DATA_DIR/demo.json' };
  const profile = profiles[name];
  if (profile) return { ...profile, from: `profile ${name}` };
  if (wanted === undefined) return { ...demoProfile(), from: 'DATA_DIR/demo.json' };
  throw new Failure('usage', `There is no profile "${name}". List them: mps profile list`);
}

export function isLiveKey(key: string): boolean {
  return /^[a-z]+_live_/.test(key);
}

/** A key as people may see it: its kind and its last four characters. */
export function maskedKey(key: string): string {
  const kind = /^[a-z]+_(?:test|live)_/.exec(key)?.[0] ?? '';
  return `${kind}…${key.slice(-4)}`;
}

/** An address without a slash at its end. */
export function addressIn(text: string): string {
  const isAddress = /^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(text);
  if (!isAddress) throw new Failure('usage', `"${text}" is no address such as http://localhost:3000.`);
  return text.replace(/\/+$/, '');
}

/** Commands that make up payments are for the sandbox. */
export function refuseLive({ isLive }: Access, verb: string): void {
  if (isLive)
    throw new Failure(
      'refused',
      `mps ${verb} takes test keys only: with a live key it could move real money.`,
    );
}
