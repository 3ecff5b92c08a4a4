import { readConfig } from '../../app/config.ts';
import { citusStatus, distribute } from '../../platform/db/citus/distribute.ts';
import { type Layout, misplacedIn } from '../../platform/db/citus/layout.ts';
import { CannotDistribute } from '../../platform/db/citus/refusal.ts';
import { checkDatabase } from '../../platform/db/migrate.ts';
import { numberIn } from '../support/options.ts';
import { exitCodes, Failure, printJson, printTable, say } from '../support/print.ts';
import { onServer } from '../support/server.ts';

type Options = { readonly json?: true };

export async function distributeVerb({ shards, json }: Options & { readonly shards: string }): Promise<void> {
  const count = numberIn(shards, '--shards', { least: 1, most: 1024 });
  const moved = await onCluster(async ({ url, secretKey }) => {
    await checkDatabase(url, secretKey);
    return await distribute(url, { shards: count, progress: say });
  });
  if (json) printJson({ moved });
  say(
    moved.length === 0
      ? 'Nothing to do: every table is in its place.'
      : `${moved.length} tables were given their place. Start every process of the service again.`,
  );
}

export async function statusVerb({ json }: Options): Promise<void> {
  const layout = await onCluster(({ url }) => citusStatus(url));
  if (json) printJson(layout);
  else printLayout(layout);
  const left = [
    ...misplacedIn(layout).map(({ schema, name, wanted }) => `${schema}.${name} should be ${wanted}`),
    ...layout.functions.map((name) => `${name}() is not the one of a cluster`),
    ...layout.nodes
      .filter(({ isActive }) => !isActive)
      .map(({ name, port }) => `the node ${name}:${port} is not active`),
  ];
  for (const line of left) say(line);
  if (left.length > 0) process.exitCode = exitCodes.checkFailed;
  say(left.length === 0 ? 'Every table is in its place.' : 'Run: npx mps citus distribute');
}

function printLayout({ nodes, tables }: Layout): void {
  printTable(
    nodes.map(({ name, port, isCoordinator, isActive, shards }) => ({
      node: `${name}:${port}`,
      role: isCoordinator ? 'coordinator' : 'worker',
      active: isActive ? 'yes' : 'no',
      shards: String(shards),
    })),
  );
  printTable(
    tables.map(({ schema, name, spread, shards }) => ({
      table: `${schema}.${name}`,
      where: spread,
      shards: spread === 'coordinator' ? '-' : String(shards),
    })),
  );
}

type Work<T> = Parameters<typeof onServer<T>>[0];

async function onCluster<T>(work: Work<T>): Promise<T> {
  if ((await readConfig()).database === undefined)
    throw new Failure('usage', 'The embedded PostgreSQL is one server. Set DATABASE_URL to the coordinator.');
  try {
    return await onServer(work);
  } catch (error) {
    if (!(error instanceof CannotDistribute)) throw error;
    throw new Failure('refused', `${error.message} ${error.remedy}`);
  }
}
