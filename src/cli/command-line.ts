import type { Command } from 'commander';
import { addRestoreVerbs } from './backup/restore-verbs.ts';
import { addBackupVerbs } from './backup/verbs.ts';
import { addClusterVerbs } from './database/cluster-verbs.ts';
import { addDatabaseVerbs } from './database/verbs.ts';
import { addDisputeVerbs } from './disputes/verbs.ts';
import { addGatewayVerbs } from './gateways/verbs.ts';
import { addIntegratorVerbs } from './integrators/verbs.ts';
import { addAppVerbs } from './merchants/app-verbs.ts';
import { addMerchantVerbs } from './merchants/verbs.ts';
import { addVersionVerbs } from './merchants/version-verbs.ts';
import { addCapitalVerbs, addPayoutVerbs, addSettleVerbs } from './money-verbs.ts';
import { addPlanVerbs } from './plan-verbs.ts';
import { addReconcileVerbs } from './reconcile/verbs.ts';
import { addSignatureVerbs } from './signature.ts';
import { createProgram } from './support/program.ts';
import { addWebhookVerbs } from './webhook/verbs.ts';

const json = ['--json', 'print one JSON object'] as const;

/** The groups of verbs, in the order of the help. */
const groups: readonly ((program: Command) => void)[] = [
  addIntegratorVerbs,
  addMerchantVerbs,
  addAppVerbs,
  addPlanVerbs,
  addVersionVerbs,
  addOwnerVerbs,
  addWebhookVerbs,
  addPayoutVerbs,
  addSettleVerbs,
  addDisputeVerbs,
  addGatewayVerbs,
  addCapitalVerbs,
  addReconcileVerbs,
  addClusterVerbs,
  addBackupVerbs,
  addRestoreVerbs,
  addDatabaseVerbs,
];

/**
 * The whole command line. A test compares the table of commands in README.md with it. These are descriptions: a verb loads what it does
 * when it runs.
 */
export function commandLine(): Command {
  const program = createProgram();
  for (const add of groups) add(program);
  program
    .command('config')
    .description('The settings in the environment.')
    .command('check')
    .description('Print every setting, with secrets masked; exits with 8 if one is wrong.')
    .option(...json)
    .action(async (options) => (await import('./config.ts')).checkConfigVerb(options));
  addSignatureVerbs(program);
  return program;
}

/** `mps owner …`. */
function addOwnerVerbs(program: Command): void {
  program
    .command('owner')
    .description('Owners of merchants, who sign in to the dashboard.')
    .command('reset')
    .description('Make a person an owner, or give an owner a new password, which is shown only once.')
    .option('--merchant <id>', 'id of the merchant, mer_… (default: from DATA_DIR/demo.json)')
    .requiredOption('--email <address>', 'the address with which they sign in')
    .option('--name <name>', 'their name, if they have no account yet', 'Owner')
    .option('--without-factor', 'also remove their second factor')
    .option('--json', 'print one JSON object')
    .action(async (options) => (await import('./owner.ts')).resetOwnerVerb(options));
}
