import { type Difference, migrate, status } from '../../platform/db/migrate.ts';
import { exitCodes, printJson, printTable, say } from '../support/print.ts';
import { onServer } from '../support/server.ts';

type Options = { readonly status?: true; readonly json?: true };

/** `mps migrate`: runs the migrations that the database lacks, or lists them with `--status`. Decision 0004. */
export async function migrateVerb(options: Options): Promise<void> {
  await (options.status ? showStatus(options) : runMigrations(options));
}

async function runMigrations({ json }: Options): Promise<void> {
  const ran = await onServer(({ url, secretKey }) => migrate(url, secretKey, undefined, say));
  if (json) printJson({ ran });
  else printTable(ran.map((migration) => ({ migration })));
  say(
    ran.length === 0
      ? 'Nothing to do: the database is at the newest migration.'
      : `${ran.length} migrations ran.`,
  );
}

async function showStatus({ json }: Options): Promise<void> {
  const differences = await onServer(({ url }) => status(url));
  const shown = differences.map(({ schema, file, because }) => ({ migration: `${schema}/${file}`, because }));
  if (json) printJson({ differences: shown });
  else printTable(shown);
  say(adviceFor(differences));
  if (differences.length > 0) process.exitCode = exitCodes.checkFailed;
}

function adviceFor(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'The database is at the newest migration.';
  if (differences.every(({ because }) => because === 'unknown'))
    return 'A newer release has migrated this database. This release runs on it as it is.';
  return `${differences.length} migrations differ. Run: npx mps migrate`;
}
