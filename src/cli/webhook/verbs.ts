import type { Command } from 'commander';
import { listAppsVerb } from './apps.ts';
import { webhookHealthVerb } from './health.ts';
import {
  pauseWebhookVerb,
  resumeWebhookVerb,
  rollSecretVerb,
  setWebhookVerb,
  showWebhookVerb,
} from './settings.ts';

const json = ['--json', 'print one JSON object'] as const;
const app = ['--app <id>', 'app_… (default: of DATA_DIR/demo.json)'] as const;

const examples = `
Examples:
  npx mps webhook show --app app_…
  npx mps webhook set --url https://shop.example.com/hook --events payment.capture.completed,payment.refund.completed
  npx mps webhook set --events '*'
  npx mps webhook health --json
  npx mps webhook roll-secret
  npx mps webhook pause
`;

/** `mps app …` and `mps webhook …`. */
export function addWebhookVerbs(program: Command): void {
  program
    .command('app')
    .description('apps: one integration of a merchant, in the sandbox or live')
    .command('list')
    .description('the apps, and where each receives events')
    .option('--merchant <id>', 'mer_…: of this one only')
    .option('--limit <n>', 'how many at most', '100')
    .option(...json)
    .action(listAppsVerb);
  const webhook = program
    .command('webhook')
    .description('where an app receives events')
    .addHelpText('after', examples);
  addLooks(webhook);
  addChanges(webhook);
  addSecret(webhook);
}

function addLooks(webhook: Command): void {
  webhook
    .command('show')
    .description('URL, subscription, pause, and until when a previous secret counts')
    .option(...app)
    .option(...json)
    .action(showWebhookVerb);
  webhook
    .command('health')
    .description(
      'how each receiver does: failures, what is due, counts of 24 hours; exit code 8 when one is failing',
    )
    .option(...app)
    .option(...json)
    .action(webhookHealthVerb);
}

function addChanges(webhook: Command): void {
  webhook
    .command('set')
    .description('set URL and subscription; what is queued already goes where it was to go')
    .option(...app)
    .option('--url <url>', 'public https, port 443 or 8443, or an address of EGRESS_ALLOW')
    .option('--clear-url', 'the app receives nothing')
    .option('--events <a,b|*|default|none>', 'which events; default: captures, completed and declined')
    .option(...json)
    .action(setWebhookVerb);
  webhook
    .command('pause')
    .description(
      'send nothing that this app signs: its URL, the notification URLs of its checkouts, replays. It waits; nothing is lost',
    )
    .option(...app)
    .option(...json)
    .action(pauseWebhookVerb);
  webhook
    .command('resume')
    .description('send what waited, in its order')
    .option(...app)
    .option(...json)
    .action(resumeWebhookVerb);
}

function addSecret(webhook: Command): void {
  webhook
    .command('roll-secret')
    .description(
      'make a new secret, shown once; the previous one counts for 24 hours, so each delivery has two v1',
    )
    .option(...app)
    .option('--now', 'only the new one counts, at once')
    .option('--again', 'the newest got lost before a receiver had it: replace it, the previous one counts on')
    .option('--end-previous', 'make none: the previous one ends now')
    .option(...json)
    .action(rollSecretVerb);
}
