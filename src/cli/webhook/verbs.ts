import type { Command } from 'commander';
import { deliveryTerms } from '../../../generated/event-registry.ts';
import { exitCodes } from '../support/print.ts';

const json = ['--json', 'print one JSON object'] as const;
const app = ['--app <id>', 'id of the app, app_… (default: from DATA_DIR/demo.json)'] as const;

const examples = `
Examples:
  npx mps webhook show --app app_…
  npx mps webhook set --url https://shop.example.com/hook --events payment.capture.completed,payment.refund.completed
  npx mps webhook set --events '*'
  npx mps webhook health --json
  npx mps webhook roll-secret
  npx mps webhook pause
`;

/** `mps webhook …`. */
export function addWebhookVerbs(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('Where an app receives events.')
    .addHelpText('after', examples);
  addLooks(webhook);
  addChanges(webhook);
  addSecret(webhook);
}

function addLooks(webhook: Command): void {
  webhook
    .command('show')
    .description(
      "Show an app's webhook settings: URL, events, pause, and until when the previous secret is valid.",
    )
    .option(...app)
    .option(...json)
    .action(async (options) => (await import('./settings.ts')).showWebhookVerb(options));
  webhook
    .command('health')
    .description(
      `Report failures, backlog and the last 24 hours of each receiver; exits with ${exitCodes.checkFailed} if one is failing.`,
    )
    .option(...app)
    .option(...json)
    .action(async (options) => (await import('./health.ts')).webhookHealthVerb(options));
}

function addChanges(webhook: Command): void {
  webhook
    .command('set')
    .description('Set the webhook URL and the events of an app; deliveries already queued keep their URL.')
    .option(...app)
    .option('--url <url>', 'public https, port 443 or 8443, or an address of EGRESS_ALLOW')
    .option('--clear-url', 'remove the URL of the app; notification URLs still receive')
    .option('--events <a,b|*|default|none>', 'which events; "default": captures, completed and declined')
    .option(...json)
    .action(async (options) => (await import('./settings.ts')).setWebhookVerb(options));
  webhook
    .command('pause')
    .description(
      'Hold back all deliveries of an app, to notification URLs and replays included; nothing is lost.',
    )
    .option(...app)
    .option(...json)
    .action(async (options) => (await import('./settings.ts')).pauseWebhookVerb(options));
  webhook
    .command('resume')
    .description('Send what a pause held back, in the original order.')
    .option(...app)
    .option(...json)
    .action(async (options) => (await import('./settings.ts')).resumeWebhookVerb(options));
}

function addSecret(webhook: Command): void {
  webhook
    .command('roll-secret')
    .description(
      `Create a new webhook secret, shown only once; the previous one stays valid for ${deliveryTerms.rotationHours} hours.`,
    )
    .option(...app)
    .option('--now', 'only the new secret is valid, from now on')
    .option(
      '--again',
      'replace the newest secret, lost before any receiver had it; the previous one stays valid',
    )
    .option('--end-previous', 'create no secret; make the previous one invalid at once')
    .option(...json)
    .action(async (options) => (await import('./settings.ts')).rollSecretVerb(options));
}
