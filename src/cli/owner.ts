import { resetOwner } from '../domain/people/team/owners.ts';
import { ApiError } from '../platform/errors.ts';
import { randomBase58 } from '../platform/ids.ts';
import { isMailAddress } from '../platform/mail.ts';
import { onDatabases } from './support/operator.ts';
import { merchantOf, nameIn, noMerchant, type OfMerchant } from './support/options.ts';
import { Failure, printOne, say } from './support/print.ts';

type Options = OfMerchant & {
  readonly email: string;
  readonly name: string;
  readonly withoutFactor?: true;
  readonly json?: true;
};

/** `mps owner reset`: for the first owner of a merchant, and for one who cannot sign in. Decisions 0057 and 0093. */
export async function resetOwnerVerb(options: Options): Promise<void> {
  const { email, withoutFactor = false } = options;
  const name = nameIn(options.name, '--name');
  if (!isMailAddress(email)) throw new Failure('usage', '--email takes an address such as name@example.com.');
  const password = randomBase58(16);
  await onDatabases(async (operator) => {
    const of = { merchantId: merchantOf(operator, options), by: operator.by };
    const { addresses, port } = operator.config;
    const deps = {
      platform: operator.databases.platform,
      address: addresses.dashboard ?? `http://localhost:${port}`,
    };
    await resetOwner(deps, of, { email, name, password, withoutFactor });
  }).catch(explained);
  printOne({ email: email.toLowerCase(), password }, options);
  say('The password is shown this once. All sessions of the owner have ended.');
}

function explained(error: unknown): never {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') throw noMerchant();
  throw error;
}
