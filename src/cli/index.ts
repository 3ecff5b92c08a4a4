#!/usr/bin/env node
import { Command, Option } from 'commander';
import { registryVersion } from '../../generated/event-registry.ts';
import { ConfigError } from '../app/config.ts';
import { startProblem } from '../app/database/start-problems.ts';
import { release } from '../app/release.ts';
import { ApiError } from '../platform/errors.ts';
import { addBackupVerbs } from './backup/verbs.ts';
import { addCapitalVerbs } from './capital.ts';
import { checkConfigVerb } from './config.ts';
import { addClusterVerbs } from './database/citus.ts';
import { addDatabaseVerbs } from './database/verbs.ts';
import { addDisputeVerbs } from './disputes/verbs.ts';
import { addGatewayVerbs } from './gateways/verbs.ts';
import { addIntegratorVerbs } from './integrators/verbs.ts';
import { addAppVerbs } from './merchants/app-verbs.ts';
import { addMerchantVerbs } from './merchants/verbs.ts';
import { addVersionVerbs } from './merchants/version-verbs.ts';
import { addOwnerVerbs } from './owner.ts';
import { addPayoutVerbs } from './payouts.ts';
import { addReconcileVerbs } from './reconcile/verbs.ts';
import { signVerb, verifyVerb } from './signature.ts';
import { exitCodes, exitCodeWords, explainBug, explainForeseen, told } from './support/print.ts';
import { addWebhookVerbs } from './webhook/verbs.ts';

const json = ['--json', 'print one JSON object'] as const;

/** The groups of verbs, in the order of the help. */
const groups: readonly ((program: Command) => void)[] = [
  addIntegratorVerbs,
  addMerchantVerbs,
  addAppVerbs,
  addVersionVerbs,
  addOwnerVerbs,
  addWebhookVerbs,
  addPayoutVerbs,
  addDisputeVerbs,
  addGatewayVerbs,
  addCapitalVerbs,
  addReconcileVerbs,
  addClusterVerbs,
  addBackupVerbs,
  addDatabaseVerbs,
];

/** The whole command line. A test compares the table of commands in README.md with it. */
export function commandLine(): Command {
  const program = new Command('mps')
    .description('The Merchant Payments Service on the command line.')
    .version(
      `merchant-payments ${release}, API version ${registryVersion}`,
      '-V, --version',
      'print the versions of this release and its API',
    )
    .addHelpText(
      'before',
      'Examples:\n  npx mps listen --forward-to http://localhost:4000/webhooks\n  npx mps trigger payment.capture.completed\n  npx mps call listTransactions status=completed\n  npx mps merchant create --json\n  npx mps ledger audit\n  npx mps config check\n  npx mps verify --header "$SIGNATURE" < body.json\n',
    )
    .addHelpText(
      'after',
      `\nCommands that take --key call a running service. The others use the database of DATABASE_URL, or else the embedded one in DATA_DIR.\nExit codes: ${exitCodeWords()}.`,
    )
    .showSuggestionAfterError()
    .exitOverride();
  for (const add of groups) add(program);
  program
    .command('config')
    .description('The settings in the environment.')
    .command('check')
    .description('Print every setting, with secrets masked; exits with 8 if one is wrong.')
    .option(...json)
    .action(checkConfigVerb);
  addSignatureVerbs(program);
  return program;
}

function addSignatureVerbs(program: Command): void {
  const secret = [
    '--secret <secret>',
    'webhook secret of the app (default: from DATA_DIR/demo.json)',
  ] as const;
  const file = ['--secret-file <path>', 'a file that holds the secret'] as const;
  program
    .command('sign')
    .description('Print the Service-Signature of the body on standard input.')
    .addOption(new Option(...secret).env('MPS_WEBHOOK_SECRET'))
    .option(...file)
    .option('--timestamp <seconds>', 'Unix time to sign for (default: now)')
    .option(...json)
    .action(signVerb);
  program
    .command('verify')
    .description(
      'Check a Service-Signature against the body on standard input; exits with 8 if it is refused.',
    )
    .requiredOption('--header <value>', 'the Service-Signature header of the request')
    .addOption(new Option(...secret).env('MPS_WEBHOOK_SECRET'))
    .option(...file)
    .option('--timestamp <seconds>', 'Unix time to check for (default: now)')
    .option(...json)
    .action(verifyVerb);
}

/** Says what went wrong and what to do. Returns the exit code. */
export function explain(error: unknown): number {
  const code = explainForeseen(error);
  if (code !== undefined) return code;
  if (error instanceof ConfigError) return told(error.message, exitCodes.usage);
  if (error instanceof ApiError) return told(error.message, exitCodes.refused);
  const problem = startProblem(error);
  return problem === undefined ? explainBug(error) : told(problem.words, exitCodes[problem.kind]);
}

if (import.meta.main) {
  try {
    await commandLine().parseAsync();
  } catch (error) {
    process.exitCode = explain(error);
  }
}
