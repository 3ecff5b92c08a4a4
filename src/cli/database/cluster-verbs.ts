import type { Command } from 'commander';
import { exitCodes } from '../support/print.ts';

const usualConnections = '60';
const usualShards = '32';

/** What a database needs that is more than one server: `mps pooler …` and `mps citus …`. Decision 0120. */
export function addClusterVerbs(program: Command): void {
  addPoolerVerbs(program);
  const citus = program
    .command('citus')
    .description('Merchants distributed over several PostgreSQL, with Citus.');
  citus
    .command('distribute')
    .description(
      'Distribute the tables of both modes by merchant over the nodes of a Citus cluster; what is distributed stays as it is.',
    )
    .option(
      '--shards <n>',
      'into how many parts the merchants are divided; only the first run decides',
      usualShards,
    )
    .option('--json', 'print one JSON object')
    .action(async (options) => (await import('./citus.ts')).distributeVerb(options));
  citus
    .command('status')
    .description(
      `Show the nodes, and where the tables are; exits with ${exitCodes.checkFailed} if distribute has something left to do.`,
    )
    .option('--json', 'print one JSON object')
    .action(async (options) => (await import('./citus.ts')).statusVerb(options));
}

function addPoolerVerbs(program: Command): void {
  const pooler = program.command('pooler').description('What PgBouncer needs before the database.');
  pooler
    .command('userlist')
    .description(
      'Print the users of PgBouncer, with the verifiers of their passwords, which are derived from SECRET_KEY.',
    )
    .action(async () => (await import('./pooler.ts')).userlistVerb());
  pooler
    .command('ini')
    .description('Print a pgbouncer.ini for the database of DATABASE_URL.')
    .option(
      '--connections <n>',
      'how many connections PgBouncer opens to PostgreSQL at most',
      usualConnections,
    )
    .action(async (options) => (await import('./pooler.ts')).iniVerb(options));
}
