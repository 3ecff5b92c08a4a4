import { type Client, DatabaseError } from 'pg';
import { OwnerLacksRight } from './refusals.ts';

/** What the login of DATABASE_URL needs, and what gives it. The names are quoted already. */
const rights = {
  roles: {
    need: 'create the roles mps_platform, mps_sandbox and mps_live, or change them',
    give: (user: string) => [
      `ALTER ROLE ${user} CREATEROLE;`,
      `And if the three roles are there already: GRANT mps_platform, mps_sandbox, mps_live TO ${user} WITH ADMIN OPTION;`,
    ],
  },
  schemas: {
    need: 'create schemas in the database',
    give: (user: string, database: string) => [`GRANT CREATE ON DATABASE ${database} TO ${user};`],
  },
} as const;

const insufficientPrivilege = '42501';

/** @throws OwnerLacksRight if PostgreSQL refuses `work` because the login lacks the right */
export async function needing<T>(
  right: keyof typeof rights,
  client: Client,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== insufficientPrivilege) throw error;
    const { need, give } = rights[right];
    const user = client.escapeIdentifier(client.user ?? '');
    const database = client.escapeIdentifier(client.database ?? '');
    throw new OwnerLacksRight({ cause: error, user, need, give: give(user, database) });
  }
}
