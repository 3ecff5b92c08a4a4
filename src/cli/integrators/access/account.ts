import { text as textOf } from 'node:stream/consumers';
import type { Command } from 'commander';
import { ask } from '../../support/ask.ts';
import { Failure, printJson, printOne, printTable } from '../../support/print.ts';
import {
  type Access,
  accessOf,
  accessToKeep,
  addressIn,
  type Common,
  isLiveKey,
  maskedKey,
  profileNamed,
  tell,
  withCommon,
} from './access.ts';
import { profileOf } from './expected.ts';
import { fieldsOf, type Profile, profilesFile, readProfiles, writeProfiles } from './profiles.ts';

const usualName = 'default';

export function addAccountVerbs(program: Command): void {
  withCommon(
    program.command('login').description('Check an API key and keep it in a profile, readable by you only.'),
  )
    .option('--dashboard-url <url>', 'where the dashboard and the streams are, if elsewhere')
    .addHelpText(
      'before',
      'Examples:\n  mps login\n  mps login --profile shop --base-url https://pay.example.com < key.txt\n',
    )
    .action(loginVerb);
  withCommon(program.command('logout').description('Delete a profile and its key from this machine.'))
    .addHelpText('before', 'Examples:\n  mps logout\n  mps logout --profile shop\n')
    .action(logoutVerb);
  withCommon(program.command('whoami').description('Show whose key is used, and where it came from.'))
    .addHelpText('before', 'Examples:\n  mps whoami\n  mps whoami --profile shop --json\n')
    .action(whoamiVerb);
  const profile = program.command('profile').description('The profiles that mps login has kept.');
  withCommon(profile.command('list').description('List the profiles; * marks the current one.'))
    .addHelpText('before', 'Examples:\n  mps profile list\n')
    .action(listVerb);
  withCommon(profile.command('use <name>').description('Use a profile whenever none is named.'))
    .addHelpText('before', 'Examples:\n  mps profile use shop\n')
    .action(useVerb);
}

type LoginOptions = Common & { readonly dashboardUrl?: string };

async function loginVerb(options: LoginOptions): Promise<void> {
  const key = (options.key ?? (await askedKey())).trim();
  if (!/^[a-z]+_(test|live)_\S+$/.test(key))
    throw new Failure(
      'usage',
      'This is no API key. It begins with sk_test_ or sk_live_: the dashboard shows it once, under Apps.',
    );
  const name = profileNamed(options) ?? usualName;
  const access = accessToKeep(key, name, options);
  const who = await whoIs(access);
  // Only now: another command may have added or deleted a profile while the service answered.
  const { profiles } = readProfiles();
  const dashboard = dashboardIn(options, access, profiles[name]);
  const kept = {
    key,
    base_url: access.baseUrl,
    ...(dashboard !== undefined && { dashboard_url: dashboard }),
  };
  writeProfiles({ current: name, profiles: { ...profiles, [name]: kept } });
  tell(access, `Signed in as ${who.merchant}, ${who.mode}. The key is in ${profilesFile()}.`);
  printOne({ profile: name, ...who }, options);
}

/** Where the dashboard is, if elsewhere: as typed, or as it was while the profile was for the same address. */
function dashboardIn(
  { dashboardUrl }: LoginOptions,
  { baseUrl }: Access,
  before: Profile | undefined,
): string | undefined {
  if (dashboardUrl !== undefined) return addressIn(dashboardUrl);
  return before?.base_url === baseUrl ? before.dashboard_url : undefined;
}

/** From a pipe, or typed without being shown. */
async function askedKey(): Promise<string> {
  if (!process.stdin.isTTY) return await textOf(process.stdin);
  return (await ask('API key (sk_test_…): ', true)) ?? '';
}

type Who = {
  readonly merchant: string;
  readonly merchant_id: string;
  readonly app_id: string;
  readonly mode: string;
  readonly api_version: string;
  readonly key: string;
  readonly base_url: string;
};

async function whoIs(access: Access): Promise<Who> {
  const profile = await profileOf(access);
  const app = fieldsOf(profile['app']);
  return {
    merchant: String(profile['business_name']),
    merchant_id: String(profile['merchant_id']),
    app_id: String(app['id']),
    mode: String(app['mode']),
    api_version: String(app['api_version']),
    key: maskedKey(access.key),
    base_url: access.baseUrl,
  };
}

async function whoamiVerb(options: Common): Promise<void> {
  const access = accessOf(options);
  printOne({ ...(await whoIs(access)), from: access.from }, options);
}

function logoutVerb(options: Common): void {
  const { current, profiles } = readProfiles();
  const name = profileNamed(options) ?? current;
  if (name === undefined || profiles[name] === undefined)
    throw new Failure(
      'notFound',
      `There is no profile${name === undefined ? '' : ` "${name}"`}. List them: mps profile list`,
    );
  const left = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name));
  writeProfiles({ ...(current !== undefined && current !== name && { current }), profiles: left });
  tell(
    { options },
    `The profile ${name} is deleted. Its key stays valid: revoke it in the dashboard if others know it.`,
  );
  if (options.json) printJson({ deleted: name });
}

function listVerb(options: Common): void {
  const { current, profiles } = readProfiles();
  const rows = Object.entries(profiles).map(([name, { key, base_url }]) => ({
    name,
    current: name === current,
    mode: isLiveKey(key) ? 'live' : 'sandbox',
    key: maskedKey(key),
    base_url,
  }));
  if (options.json) printJson(rows);
  else printTable(rows.map((row) => ({ ...row, current: row.current ? '*' : '' })));
  if (rows.length === 0) tell({ options }, 'There is no profile yet. Make one: mps login');
}

function useVerb(name: string, options: Common): void {
  const { profiles } = readProfiles();
  if (profiles[name] === undefined)
    throw new Failure('notFound', `There is no profile "${name}". List them: mps profile list`);
  writeProfiles({ current: name, profiles });
  tell({ options }, `Commands use the profile ${name} from now on.`);
  if (options.json) printJson({ current: name });
}
