import { Command } from 'commander';
import { registryVersion } from '../../../generated/event-registry.ts';
import { release } from '../../app/release.ts';
import { exitCodeWords } from './print.ts';

/** `mps` without its verbs. */
export function createProgram(): Command {
  return new Command('mps')
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
}
