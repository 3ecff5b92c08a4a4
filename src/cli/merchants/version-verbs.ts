import type { Command } from 'commander';
import { apiVersions } from '../../app/release.ts';
import { hoursToGoBack, mostDays } from '../../domain/merchants/accounts/terms.ts';
import { exitCodes } from '../support/print.ts';

const json = ['--json', 'print one JSON object'] as const;
const of = ['--app <id>', 'id of the app, app_… (default: from DATA_DIR/demo.json)'] as const;
const to = ['--to <date>', `the version: ${apiVersions.supported.join(', ')}`] as const;

/** `mps version …`. */
export function addVersionVerbs(program: Command): void {
  const version = program
    .command('version')
    .description('The API version that an app is pinned to.')
    .addHelpText(
      'after',
      '\nExamples:\n  npx mps version rehearse --app app_… --to 2026-01-01\n  npx mps version pin --app app_… --to 2026-01-01\n',
    );
  version
    .command('rehearse')
    .description(
      `Say which changes of later versions touch what an app used; exits with ${exitCodes.checkFailed} if one does. It changes nothing.`,
    )
    .option(...of)
    .requiredOption(...to)
    .option('--days <n>', `how many days of its traffic count, 1 to ${mostDays}`, '30')
    .option(...json)
    .action(async (options) => (await import('./versions.ts')).rehearseVerb(options));
  version
    .command('pin')
    .description(`Move an app to a later version, or back within ${hoursToGoBack} hours.`)
    .option(...of)
    .requiredOption(...to)
    .option(...json)
    .action(async (options) => (await import('./versions.ts')).pinVerb(options));
}
