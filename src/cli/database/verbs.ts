import type { Command } from 'commander';
import { exitCodes } from '../support/print.ts';
import { addArchiveVerbs } from './archive/verbs.ts';

const json = ['--json', 'print one JSON object'] as const;

/** `mps ledger`, `migrate`, `secrets`, `seed` and `archive`. */
export function addDatabaseVerbs(program: Command): void {
  program
    .command('ledger')
    .description('The double-entry ledger.')
    .command('audit')
    .description(
      `Recompute the ledger of both modes; exits with ${exitCodes.checkFailed} if something does not add up, with ${exitCodes.notFinished} if it could not read everything.`,
    )
    .option(...json)
    .action(async (options) => (await import('./ledger.ts')).auditLedgerVerb(options));
  program
    .command('migrate')
    .description('Bring the database to the newest migration.')
    .option('--status', `only report what differs; exits with ${exitCodes.checkFailed} if something does`)
    .option(...json)
    .action(async (options) => (await import('./migrate.ts')).migrateVerb(options));
  program
    .command('secrets')
    .description('What is sealed with SECRET_KEY.')
    .command('rotate')
    .description(
      `Seal everything anew with SECRET_KEY, while the service runs; exits with ${exitCodes.checkFailed} if something opens with no key.`,
    )
    .option(
      '--status',
      `only count what is sealed with another key; exits with ${exitCodes.checkFailed} if something is`,
    )
    .option('--shared', 'the services of other databases on the server have both keys too')
    .option(...json)
    .action(async (options) => (await import('./secrets.ts')).rotateSecretsVerb(options));
  program
    .command('seed')
    .description('Create the demo merchant of DATA_DIR/demo.json, unless there is one.')
    .option(...json)
    .action(async (options) => (await import('./seed.ts')).seedVerb(options));
  addArchiveVerbs(program);
}
