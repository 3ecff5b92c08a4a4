import type { Command } from 'commander';
import { exitCodes } from '../../support/print.ts';
import { youngestDays } from './age.ts';

const examples = `
Examples:
  npx mps archive write --folder /archives --before 2024-01-01 --dry-run
  npx mps archive write --folder /archives --before 2024-01-01
  npx mps archive check --folder /archives
  npx mps archive find --folder /archives --merchant mer_… txn_…
`;

/** `mps archive …`: old payments of live, in files. Decision 0132. */
export function addArchiveVerbs(program: Command): void {
  const archive = program
    .command('archive')
    .description('Old payments of live, moved from the database to files that can be read again.')
    .addHelpText('after', examples);
  const write = archive
    .command('write')
    .description(
      'Move payments that were over before a day to files. It may run while the service does, and more than once.',
    )
    .requiredOption('--before <day>', `UTC, at least ${youngestDays} days ago`)
    .option('--dry-run', 'only count them')
    .option('--json', 'print one JSON object');
  inFolder(write).action(async (options) => (await import('./run.ts')).writeVerb(options));
  const find = archive
    .command('find')
    .description(
      'Print the rows of an archived checkout or payment, as JSON. Amounts are in ten-thousandths.',
    )
    .argument('<id>', 'chk_… or txn_…')
    .option('--merchant <id>', 'whose it is, mer_… (default: from DATA_DIR/demo.json)');
  inFolder(find).action(async (id, options) => (await import('./run.ts')).findVerb(id, options));
  const check = archive
    .command('check')
    .description(
      `Read every file, and compare it with what the database looks for in it; exits with ${exitCodes.checkFailed} if something is wrong.`,
    )
    .option('--json', 'print one JSON object');
  inFolder(check).action(async (options) => (await import('./run.ts')).checkVerb(options));
}

function inFolder(command: Command): Command {
  return command.requiredOption('--folder <path>', 'where the files are');
}
