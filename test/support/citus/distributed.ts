import { openDatabases } from '../../../src/platform/db/database.ts';
import type { TestDatabase } from '../service/database.ts';
import { type Nodes, startNodes } from './nodes.ts';
import { at, makeDatabase, once } from './servers.ts';

const secretKey = 'the secret key of a cluster';

/** A database of a cluster of its own, migrated and distributed. */
export async function aDistributedDatabase(): Promise<TestDatabase & { readonly nodes: Nodes }> {
  const nodes = await startNodes();
  const url = at(nodes.url, 'payments');
  await makeDatabase(nodes.url, { name: 'payments', secretKey });
  // No test has its sandbox emptied because midnight comes.
  await once(
    url,
    `INSERT INTO sandbox.resets (night) SELECT (now() AT TIME ZONE 'UTC')::date + after FROM generate_series(0, 1) AS after ON CONFLICT DO NOTHING`,
  );
  const databases = openDatabases({ url, secretKey, report: () => undefined, patience: 8 });
  return {
    url,
    secretKey,
    databases,
    nodes,
    asOwner: (text, values) => once(url, text, values),
    close: async () => {
      await databases.close();
      await nodes.stop();
    },
  };
}
