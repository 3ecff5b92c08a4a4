import { migrate, status } from '../../platform/db/migrate.ts';
import { onServer } from '../support/operator.ts';
import { exitCodes, printJson, printTable, say } from '../support/output.ts';

type Options = { readonly status?: true; readonly json?: true };

/** `mps migrate`: runs the migrations that the database lacks, or lists them with `--status`. Decision 0004. */
export async function migrateVerb(options: Options): Promise<void> {
  await (options.status ? showStatus(options) : runMigrations(options));
}

async function runMigrations({ json }: Options): Promise<void> {
  const ran = await onServer(({ url, secretKey }) => migrate(url, secretKey));
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
  say(
    differences.length === 0
      ? 'The database is at the newest migration.'
      : `${differences.length} migrations differ. Run: npx mps migrate`,
  );
  if (differences.length > 0) process.exitCode = exitCodes.checkFailed;
}
