import type { Command } from 'commander';
import { resetOwner } from '../domain/people/users/owners.ts';
import { ApiError } from '../platform/errors.ts';
import { randomBase58 } from '../platform/ids.ts';
import { isMailAddress } from '../platform/mail.ts';
import { onDatabases } from './support/operator.ts';
import { merchantOf, noMerchant, type OfMerchant } from './support/options.ts';
import { Failure, printOne, say } from './support/print.ts';

type Options = OfMerchant & {
  readonly email: string;
  readonly name: string;
  readonly withoutFactor?: true;
  readonly json?: true;
};

/** `mps owner …`. */
export function addOwnerVerbs(program: Command): void {
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
    .action(resetOwnerVerb);
}

/** `mps owner reset`: for the first owner of a merchant, and for one who cannot sign in. Decisions 0057 and 0093. */
async function resetOwnerVerb(options: Options): Promise<void> {
  const { email, name, withoutFactor = false } = options;
  if (!isMailAddress(email)) throw new Failure('usage', '--email takes an address such as name@example.com.');
  const password = randomBase58(16);
  await onDatabases(async (operator) => {
    const of = { merchantId: merchantOf(operator, options), by: operator.by };
    await resetOwner(operator.databases.platform, of, { email, name, password, withoutFactor });
  }).catch(explained);
  printOne({ email: email.toLowerCase(), password }, options);
  say('The password is shown this once. All sessions of the owner have ended.');
}

function explained(error: unknown): never {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') throw noMerchant();
  throw error;
}
