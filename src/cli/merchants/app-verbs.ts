import type { Command } from 'commander';
import { values } from '../../../generated/values.ts';
import { apiVersions } from '../../app/release.ts';
import { usualLimits } from '../../domain/merchants/access/limits.ts';
import { keyKinds, mostHours } from '../../domain/merchants/keys/key-format.ts';

const json = ['--json', 'print one JSON object'] as const;
const of = ['--app <id>', 'id of the app, app_… (default: from DATA_DIR/demo.json)'] as const;
const features = values.Feature.join(', ');
const { limit, window } = usualLimits.default;
const named = ['<key>', 'id of the key, key_…, or the key in full'] as const;
const usualHours = '24';

const examples = `
Examples:
  npx mps key list --app app_…
  npx mps key create --kind restricted --permissions checkout:write,transactions:read
  npx mps key roll key_… --keep-hours 48
  npx mps key revoke key_…
`;

/** `mps app …` and `mps key …`. */
export function addAppVerbs(program: Command): void {
  const app = program
    .command('app')
    .description("Apps: a merchant's integrations, each in the sandbox or live.");
  app
    .command('list')
    .description('List the apps and where each receives events.')
    .option('--merchant <id>', 'only the apps of this merchant, mer_…')
    .option('--limit <n>', 'the most to list', '100')
    .option(...json)
    .action(async (options) => (await import('./apps.ts')).listAppsVerb(options));
  app
    .command('show')
    .description("Show an app's settings: features, rate limit, API version and webhooks.")
    .option(...of)
    .option(...json)
    .action(async (options) => (await import('./apps.ts')).showAppVerb(options));
  addAppChanges(app);
  const key = program.command('key').description('API keys of an app.').addHelpText('after', examples);
  addKeyLists(key);
  addKeyChanges(key);
}

function addAppChanges(app: Command): void {
  app
    .command('create')
    .description('Create another app of a merchant, in the sandbox or live; its keys are shown only once.')
    .option('--merchant <id>', 'id of the merchant, mer_… (default: from DATA_DIR/demo.json)')
    .option('--name <name>', 'the name of the app', 'New App')
    .option('--live', 'a live app instead of a sandbox app; the merchant needs KYC tier 1')
    .option('--features <a,b|none>', `${features} (default: all; with --live none)`)
    .option('--rate-limit <n>', `requests admitted in any ${window} seconds`, String(limit))
    .option('--webhook-url <url>', 'where the app receives events')
    .option('--events <a,b|*>', 'which events (default: captures, completed and declined)')
    .option(...json)
    .action(async (options) => (await import('./apps.ts')).createAppVerb(options));
  app
    .command('set')
    .description('Switch features of an app, set its rate limit, or pin it to an API version.')
    .option(...of)
    .option('--features <a,b|none>', `all that are on afterwards: ${features}`)
    .option('--enable <a,b>', 'features to switch on')
    .option('--disable <a,b>', 'features to switch off')
    .option('--rate-limit <n>', `requests of a key admitted in any ${window} seconds`)
    .option(
      '--api-version <date>',
      `the version of its answers and events: ${apiVersions.supported.join(', ')}`,
    )
    .option(...json)
    .action(async (options) => (await import('./apps.ts')).setAppVerb(options));
}

function addKeyLists(key: Command): void {
  key
    .command('list')
    .description('List the keys of an app: kind, permissions, and until when each is valid.')
    .option(...of)
    .option(...json)
    .action(async (options) => (await import('./keys.ts')).listKeysVerb(options));
  key
    .command('create')
    .description('Create another key of an app, shown only once.')
    .option(...of)
    .option('--kind <kind>', keyKinds.join(', '), 'secret')
    .option(
      '--permissions <a,b|default|none>',
      'of a restricted key (default: to read everything, and checkout:write)',
    )
    .option(...json)
    .action(async (options) => (await import('./keys.ts')).createKeyVerb(options));
}

function addKeyChanges(key: Command): void {
  key
    .command('set')
    .description('Choose the permissions of a restricted key.')
    .argument(...named)
    .requiredOption('--permissions <a,b|default|none>', 'all that it has afterwards')
    .option(...json)
    .action(async (id, options) => (await import('./keys.ts')).setKeyVerb(id, options));
  key
    .command('roll')
    .description(
      `Create a key that replaces another, shown only once; the previous one stays valid for ${usualHours} hours.`,
    )
    .argument(...named)
    .option('--keep-hours <n>', `how long the previous key stays valid, 0 to ${mostHours}`, usualHours)
    .option('--now', 'revoke the previous key at once')
    .option(...json)
    .action(async (id, options) => (await import('./keys.ts')).rollKeyVerb(id, options));
  key
    .command('revoke')
    .description('Make a key invalid, in every running process within a second.')
    .argument(...named)
    .option(...json)
    .action(async (id, options) => (await import('./keys.ts')).revokeKeyVerb(id, options));
}
