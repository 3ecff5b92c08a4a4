import { migrate, status } from '../platform/db/migrate.ts';
import { onServer } from './operator.ts';
import { exitCodes, printJson, printTable, say } from './output.ts';

type Options = { readonly status?: true; readonly json?: true };

/** `mps migrate`: brings the database to head, or says with `--status` what it lacks. Decision 0004. */
export async function migrateVerb(options: Options): Promise<void> {
  await (options.status ? showStatus(options) : bringToHead(options));
}

async function bringToHead({ json }: Options): Promise<void> {
  const ran = await onServer(({ url, secretKey }) => migrate(url, secretKey));
  if (json) printJson({ ran });
  else printTable(ran.map((migration) => ({ migration })));
  say(ran.length === 0 ? 'Nothing to do: the database is at head.' : `${ran.length} migrations ran.`);
}

async function showStatus({ json }: Options): Promise<void> {
  const differences = await onServer(({ url }) => status(url));
  const shown = differences.map(({ schema, file, because }) => ({ migration: `${schema}/${file}`, because }));
  if (json) printJson({ differences: shown });
  else printTable(shown);
  say(
    differences.length === 0
      ? 'The database is at head.'
      : `${differences.length} differ. Run: npx mps migrate`,
  );
  if (differences.length > 0) process.exitCode = exitCodes.checkFailed;
}
