#!/usr/bin/env node
import { Command, Option } from 'commander';
import { checkConfigVerb } from './config.ts';
import { auditLedgerVerb } from './database/ledger.ts';
import { migrateVerb } from './database/migrate.ts';
import { seedVerb } from './database/seed.ts';
import { createMerchantVerb } from './merchant.ts';
import { resetSandboxVerb } from './sandbox.ts';
import { signVerb, verifyVerb } from './signature.ts';
import { explain } from './support/output.ts';
import { addWebhookVerbs } from './webhook/verbs.ts';

const json = ['--json', 'print one JSON object'] as const;

function verbs(): Command {
  const program = new Command('mps')
    .description('Merchant Payments Service, from the command line.')
    .addHelpText(
      'before',
      'Examples:\n  npx mps merchant create --json\n  npx mps ledger audit\n  npx mps config check\n  npx mps verify --header "$SIGNATURE" < body.json\n',
    )
    .addHelpText(
      'after',
      '\nThe verbs work on DATABASE_URL, else on the embedded database of DATA_DIR.\nExit codes: 0 done, 1 bug, 2 usage, 3 authentication, 4 not found, 5 refused, 7 network, 8 check failed.',
    )
    .showSuggestionAfterError()
    .exitOverride();
  addMerchantVerbs(program);
  addWebhookVerbs(program);
  program
    .command('ledger')
    .description('the double-entry ledger')
    .command('audit')
    .description('recompute it in both modes; exit code 8 when something does not add up')
    .option(...json)
    .action(auditLedgerVerb);
  program
    .command('migrate')
    .description('bring the database to the newest migration')
    .option('--status', 'only say what differs; exit code 8 when something does')
    .option(...json)
    .action(migrateVerb);
  program
    .command('seed')
    .description('make the demo merchant of DATA_DIR/demo.json, if there is none')
    .option(...json)
    .action(seedVerb);
  program
    .command('sandbox')
    .description("a merchant's sandbox, over HTTP")
    .command('reset')
    .description('delete all that the merchant has in it; apps and keys stay')
    .option('--key <key>', 'a secret test key (default: of DATA_DIR/demo.json)')
    .option('--base-url <url>', 'where the service is (default: of DATA_DIR/demo.json)')
    .option(...json)
    .action(resetSandboxVerb);
  program
    .command('config')
    .description('the environment')
    .command('check')
    .description('every setting, secrets masked; exit code 8 when something is wrong')
    .option(...json)
    .action(checkConfigVerb);
  addSignatureVerbs(program);
  return program;
}

function addSignatureVerbs(program: Command): void {
  const secret = ['--secret <secret>', 'of the app (default: of DATA_DIR/demo.json)'] as const;
  const file = ['--secret-file <path>', 'a file that holds the secret'] as const;
  program
    .command('sign')
    .description('print the Service-Signature of the body on standard input')
    .addOption(new Option(...secret).env('MPS_WEBHOOK_SECRET'))
    .option(...file)
    .option('--timestamp <seconds>', 'Unix time to sign for (default: now)')
    .option(...json)
    .action(signVerb);
  program
    .command('verify')
    .description(
      'check a Service-Signature against the body on standard input; exit code 8 when it is refused',
    )
    .requiredOption('--header <value>', 'the Service-Signature that came')
    .addOption(new Option(...secret).env('MPS_WEBHOOK_SECRET'))
    .option(...file)
    .option('--timestamp <seconds>', 'Unix time to check for (default: now)')
    .option(...json)
    .action(verifyVerb);
}

function addMerchantVerbs(program: Command): void {
  const merchant = program.command('merchant').description('merchants and their first app');
  merchant
    .command('create')
    .description('make a merchant, an app and its keys; they are shown once')
    .option('--name <name>', 'how customers know the merchant', 'New Merchant')
    .option('--email <address>', 'of the owner', 'owner@example.test')
    .option('--country <code>', 'two letters', 'ZW')
    .option('--kyc-tier <0|1|2>', 'approved level (default: 1; with --live it has to be said)')
    .option('--features <a,b|none>', 'payouts, payment_links, refunds (default: all; with --live none)')
    .option('--rate-limit <n>', 'requests admitted in any 60 seconds', '60')
    .option('--totp', 'enrol the merchant in one-time codes')
    .option('--webhook-url <url>', 'where the app receives events')
    .option('--events <a,b|*>', 'which events (default: captures, completed and declined)')
    .option('--live', 'a live app instead of a sandbox app')
    .option(...json)
    .action(createMerchantVerb);
}

try {
  await verbs().parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}
