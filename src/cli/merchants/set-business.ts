import { setBusiness } from '../../domain/merchants/accounts/operator-changes.ts';
import { nameIn } from '../support/options.ts';
import { Failure, say } from '../support/print.ts';
import { countryIn, emailIn } from './create.ts';
import { change, type StandingOptions } from './standing.ts';

type Options = StandingOptions & {
  readonly name?: string;
  readonly email?: string;
  readonly country?: string;
};

/** `mps merchant set`: changes what a merchant is registered as. Decision 0057. */
export async function setMerchantVerb(options: Options): Promise<void> {
  const { name, email, country } = options;
  const wanted = {
    ...(name !== undefined && { business_name: nameIn(name, '--name') }),
    ...(email !== undefined && { email: emailIn(email) }),
    ...(country !== undefined && { country: countryIn(country) }),
  };
  if (Object.keys(wanted).length === 0)
    throw new Failure('usage', 'Say what to change: --name, --email or --country.');
  const changed = await change(options, (platform, of, reason) => setBusiness(platform, of, wanted, reason));
  say(changed ? 'Changed.' : 'Nothing was different before.');
}
