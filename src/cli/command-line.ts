import type { Command } from 'commander';
import { ConfigError } from '../app/config.ts';
import { startProblem } from '../app/database/start-problems.ts';
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
import { addSignatureVerbs } from './signature.ts';
import { exitCodes, explainBug, explainForeseen, told } from './support/print.ts';
import { createProgram } from './support/program.ts';
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
  const program = createProgram();
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

/** Says what went wrong and what to do. Returns the exit code. */
export function explain(error: unknown): number {
  const code = explainForeseen(error);
  if (code !== undefined) return code;
  if (error instanceof ConfigError) return told(error.message, exitCodes.usage);
  if (error instanceof ApiError) return told(error.message, exitCodes.refused);
  const problem = startProblem(error);
  return problem === undefined ? explainBug(error) : told(problem.words, exitCodes[problem.kind]);
}
