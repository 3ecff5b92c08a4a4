import { randomUUID } from 'node:crypto';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import type { Role } from '../../../../src/domain/people/roles/roles.ts';
import { hashPassword } from '../../../../src/domain/people/users/passwords.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { type Client, clientOf } from './client.ts';

/** A service with its dashboard, a merchant, and the people who work for them. */
export type Office = {
  readonly app: App;
  readonly merchant: CreatedMerchant;
  /** A signed-in member of the merchant; one for each role. */
  readonly as: (role: Role) => Promise<Client>;
  /** A signed-in owner of another merchant. */
  readonly stranger: () => Promise<Client>;
  /** A signed-in operator of the platform. */
  readonly operator: () => Promise<Client>;
  /** Creates a person without signing them in. */
  readonly aPerson: (wanted?: WantedPerson) => Promise<Person>;
  /** A browser in which nobody is signed in. */
  readonly aBrowser: () => Client;
  readonly stop: () => Promise<void>;
};

type WantedPerson = {
  readonly email?: string;
  readonly role?: Role;
  readonly merchantId?: string;
  readonly isOperator?: boolean;
};
type Person = { readonly userId: string; readonly email: string; readonly password: string };

/** Made once: hashing takes its time by design. */
const password = 'a long enough sentence';
let hashed: Promise<string> | undefined;

export async function openOffice(
  wanted: Pick<
    NonNullable<Parameters<typeof startApp>[0]>,
    'role' | 'releases' | 'languages' | 'connectGateways'
  > = {},
): Promise<Office> {
  const app = await startApp(wanted);
  const merchant = await app.aMerchant();
  const known = new Map<string, Promise<Client>>();
  const once = (name: string, make: () => Promise<Client>): Promise<Client> => {
    const made = known.get(name) ?? make();
    known.set(name, made);
    return made;
  };
  const aPerson = (about: WantedPerson = {}) => insertPerson(app, about);
  const signedIn = async (about: WantedPerson): Promise<Client> => {
    const { email } = await aPerson(about);
    const client = clientOf(app.baseUrl);
    await client.signIn(email, password);
    return client;
  };
  return {
    app,
    merchant,
    aPerson,
    as: (role) => once(role, () => signedIn({ role, merchantId: merchant.merchantId })),
    stranger: () =>
      once('stranger', async () => {
        const other = await app.aMerchant({ businessName: 'Other Shop' });
        return await signedIn({ role: 'owner', merchantId: other.merchantId });
      }),
    operator: () => once('operator', () => signedIn({ isOperator: true })),
    aBrowser: () => clientOf(app.baseUrl),
    stop: app.stop,
  };
}

async function insertPerson({ database }: App, about: WantedPerson): Promise<Person> {
  const { email = `${randomUUID()}@people.test`, role, merchantId, isOperator = false } = about;
  const userId = newId();
  hashed ??= hashPassword(password);
  await database.asOwner(
    `INSERT INTO platform.users (id, email, name, password_hash, email_verified_at, is_operator) VALUES ($1, $2, $3, $4, now(), $5)`,
    [userId, email, 'Tariro Moyo', await hashed, isOperator],
  );
  if (role !== undefined)
    await database.asOwner(
      `INSERT INTO platform.memberships (user_id, merchant_id, role) VALUES ($1, $2, $3)`,
      [userId, merchantId, role],
    );
  return { userId, email, password };
}
