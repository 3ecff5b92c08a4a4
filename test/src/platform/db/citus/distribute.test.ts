import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { citusStatus, distribute } from '../../../../../src/platform/db/citus/distribute.ts';
import { misplacedIn } from '../../../../../src/platform/db/citus/layout.ts';
import { CannotDistribute } from '../../../../../src/platform/db/citus/refusal.ts';
import { migrate } from '../../../../../src/platform/db/migrate.ts';
import { ownFiles } from '../../../../../src/platform/db/migrations/files.ts';
import { isOnCluster, missingCitus, type Nodes, startNodes } from '../../../../support/citus/nodes.ts';
import { at, once, register } from '../../../../support/citus/servers.ts';
import { cloneDatabase } from '../../../../support/service/database.ts';

const secretKey = 'the secret key of a cluster';
/** The migration that a cluster needs; the later ones run on the cluster. */
const before = '0058';

/** A table as the next release might make it, in a release that also replaces a function of a cluster. */
const newer = `CREATE TABLE parcels (
  merchant_id uuid,
  id uuid,
  transaction_id uuid NOT NULL,
  number bigint NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),                         -- a comment; with a semicolon
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT parcel_number UNIQUE (merchant_id, number),
  CONSTRAINT parcel_of FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX parcels_of ON parcels (merchant_id, transaction_id);
COMMENT ON TABLE parcels IS 'A parcel.';
CREATE TRIGGER append_only BEFORE UPDATE ON parcels FOR EACH STATEMENT EXECUTE FUNCTION append_only();
ALTER TABLE transactions ADD COLUMN parcel_id uuid;
CREATE OR REPLACE FUNCTION wait_for_earlier() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN RETURN NEW; END $$;
DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT (merchant_id, id, transaction_id, number) ON parcels TO %I', current_setting('mps.role'));
END $$;
`;

const stopped = () => {
  throw new Error('stopped after a table');
};

it.skipIf(isOnCluster)('a server without Citus says what is missing', async () => {
  const database = await cloneDatabase();
  try {
    await expect(citusStatus(database.url)).rejects.toThrow(CannotDistribute);
    await expect(distribute(database.url, { shards: 4, progress: () => undefined })).rejects.toThrow(
      'This database is no Citus cluster.',
    );
  } finally {
    await database.close();
  }
});

describe.skipIf(missingCitus !== '')(`a cluster of three nodes${missingCitus}`, () => {
  let nodes: Nodes;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    nodes = await startNodes();
    folder = await mkdtemp(join(tmpdir(), 'payments-citus-migrations-'));
    const workers = await once(nodes.url, 'SELECT nodeport FROM pg_dist_node WHERE groupid <> 0');
    const servers = [
      nodes.url,
      ...workers.map(({ nodeport }) => nodes.url.replace(/:\d+\//, `:${String(nodeport)}/`)),
    ];
    for (const server of servers) await once(server, 'CREATE DATABASE payments');
    await register(servers, 'payments');
    url = at(nodes.url, 'payments');
    await cp(ownFiles, join(folder, 'migrations'), { recursive: true });
  }, 120_000);

  afterAll(async () => {
    await nodes?.stop();
    await rm(folder, { recursive: true });
  }, 60_000);

  /** The folder of migrations, without those of the modes that begin with a later number. */
  async function upTo(last: string): Promise<URL> {
    const some = join(folder, `up-to-${last}`);
    await cp(join(folder, 'migrations'), some, { recursive: true });
    const files = await readdir(join(some, 'mode'));
    for (const file of files.filter((name) => name.slice(0, 4) > last)) await rm(join(some, 'mode', file));
    return pathToFileURL(`${some}/`);
  }

  const merchant = randomUUID();
  /** Books 1.00 for the merchant, as the owner. */
  const post = () =>
    once(
      url,
      `SELECT number FROM sandbox.ledger_post($1, now(), '{payment.captured}', ARRAY[gen_random_uuid()], '{NULL}', '{1,1}',
        '{gateway_clearing,pending}', '{USD,USD}', '{-10000,10000}')`,
      [merchant],
    );
  const booked = () =>
    once(
      url,
      `SELECT (SELECT count(*)::int FROM sandbox.ledger_journals WHERE merchant_id = $1) AS journals,
        (SELECT count(*)::int FROM sandbox.ledger_entries WHERE merchant_id = $1) AS entries,
        (SELECT balance::text FROM sandbox.ledger_balances WHERE merchant_id = $1 AND code = 'pending') AS pending`,
      [merchant],
    );

  it('is distributed by merchant, and a second time there is nothing to do', async () => {
    await migrate(url, secretKey, await upTo(before));
    await once(url, 'INSERT INTO sandbox.merchant_states (merchant_id) VALUES ($1)', [merchant]);
    await post();
    await expect(distribute(url, { shards: 4, progress: stopped })).rejects.toThrow('stopped');

    await expect(migrate(url, secretKey, await upTo(before))).rejects.toThrow('mps citus distribute');

    const moved = await distribute(url, { shards: 4, progress: () => undefined });
    const again = await distribute(url, { shards: 4, progress: () => undefined });

    expect(moved.length).toBeGreaterThan(120);
    expect(again).toEqual([]);
  }, 300_000);

  it('has the rows that it had before, counts them once, and goes on from there', async () => {
    expect(await booked()).toEqual([{ journals: 1, entries: 2, pending: '10000' }]);
    expect(await post()).toEqual([{ number: '2' }]);
    expect(await booked()).toEqual([{ journals: 2, entries: 4, pending: '20000' }]);
  });

  it('keeps no rows of merchants on the node that plans', async () => {
    const left = await once(
      url,
      `SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition WHERE pg_relation_size(logicalrelid) > 0`,
    );

    expect(left).toEqual([]);
  });

  it('takes newer migrations: new tables get their place, and its functions come back', async () => {
    const stops = join(folder, 'migrations', 'mode', '9001-stops.sql');
    await writeFile(join(folder, 'migrations', 'mode', '9000-parcels.sql'), newer);
    await writeFile(stops, 'SELECT 1 / 0;\n');
    await once(url, 'ALTER DATABASE payments RESET citus.max_adaptive_executor_pool_size');
    await expect(migrate(url, secretKey, pathToFileURL(`${join(folder, 'migrations')}/`))).rejects.toThrow(
      'division by zero',
    );
    const halfway = await citusStatus(url);
    await rm(stops);
    await migrate(url, secretKey, pathToFileURL(`${join(folder, 'migrations')}/`));
    const layout = await citusStatus(url);

    expect(halfway.functions).not.toContain('sandbox.wait_for_earlier');
    expect(misplacedIn(layout)).toEqual([]);
    expect(layout.functions).toEqual([]);
    expect(layout.tables.find(({ schema, name }) => schema === 'live' && name === 'parcels')).toMatchObject({
      spread: 'distributed',
      shards: 4,
    });
    expect(await once(url, 'SHOW citus.max_adaptive_executor_pool_size')).toEqual([
      { 'citus.max_adaptive_executor_pool_size': '1' },
    ]);
    // Citus names the column with a default when it sends a row on.
    const rights = `SELECT has_column_privilege('mps_live', 'live.parcels', 'made_at', 'INSERT') AS given`;
    expect(await once(url, rights)).toEqual([{ given: true }]);
    expect(
      layout.nodes.map(({ isCoordinator, isActive, shards }) => [isCoordinator, isActive, shards > 0]),
    ).toEqual([
      [true, true, false],
      [false, true, true],
      [false, true, true],
    ]);
  }, 300_000);

  it('says what is missing when someone made a table beside the migrations', async () => {
    await once(url, 'CREATE TABLE live.stray (merchant_id uuid PRIMARY KEY)');

    expect(misplacedIn(await citusStatus(url)).map(({ schema, name }) => `${schema}.${name}`)).toEqual([
      'live.stray',
    ]);
    expect((await distribute(url, { shards: 4, progress: () => undefined })).map(({ name }) => name)).toEqual(
      ['stray'],
    );
  }, 60_000);
});
