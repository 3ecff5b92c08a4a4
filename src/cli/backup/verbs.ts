import type { Command } from 'commander';
import { exitCodes } from '../support/print.ts';

const examples = `
Examples:
  npx mps backup age --server payments
  npx mps backup check --server payments --database payments --metrics-file /var/lib/node_exporter/mps_backup_check.prom
  npx mps backup check --server payments --database payments --until 2026-11-26T04:30:00Z
`;

/** `mps backup …`. */
export function addBackupVerbs(program: Command): void {
  const backup = program
    .command('backup')
    .description('The backups that Barman makes of the database.')
    .addHelpText('after', examples);
  const age = backup
    .command('age')
    .description(
      `Say how old the last backup and the newest archived WAL are; exits with ${exitCodes.checkFailed} if one is too old.`,
    );
  ofBackups(age).action(async (options) => (await import('./age.ts')).backupAgeVerb(options));
  const check = backup
    .command('check')
    .description(
      `Restore the last good backup to a temporary server, replay the WAL, and check migrations, ledger, events and SECRET_KEY; exits with ${exitCodes.checkFailed} if something is wrong. It never touches the live server.`,
    )
    .option('--until <moment>', 'restore this moment, such as 2026-11-26T04:30:00Z (default: the newest)')
    .option('--folder <path>', 'where the copy is made and removed again (default: the temporary folder)')
    .option('--programs <path>', 'the folder of postgres (default: that of the embedded PostgreSQL)')
    .option('--database <name>', 'the database of the service (default: that of DATABASE_URL, else postgres)')
    .option(
      '--owner <name>',
      'a superuser of the server (default: the login of DATABASE_URL, else postgres)',
    );
  ofBackups(check).action(async (options) => (await import('./check.ts')).checkBackupVerb(options));
}

function ofBackups(command: Command): Command {
  return command
    .requiredOption('--server <name>', "Barman's name of the server")
    .option('--barman <path>', 'the program', 'barman')
    .option('--config <path>', "Barman's configuration file (default: its own)")
    .option('--max-age <time>', 'how old the last backup may be', '26h')
    .option('--max-wal-age <time>', 'how old the newest archived WAL may be', '15m')
    .option('--metrics-file <path>', 'write the result for the textfile collector of node_exporter')
    .option('--json', 'print one JSON object');
}
