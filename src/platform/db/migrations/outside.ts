import type { Client } from 'pg';
import { withPatience } from './patience.ts';
import { type Step, stepsIn } from './statements.ts';

type File = { readonly schema: string; readonly text: string };

/**
 * Runs a file statement by statement, without BEGIN, for what must not or cannot hold its locks until the end of the file. When
 * a crash ends it halfway, it starts from the top again; every statement can run twice.
 */
export async function runOutside(client: Client, { schema, text }: File, role: string): Promise<void> {
  const steps = stepsIn(text);
  const path = [schema, ...(await extensionSchemas(client)), 'pg_temp'].join(', ');
  await client.query(`SET search_path = ${path}; SET mps.role = '${role}'; SET statement_timeout = 0`);
  try {
    for (const step of steps) await runStep(client, schema, step);
  } finally {
    await client.query('RESET search_path; RESET mps.role; RESET statement_timeout; RESET lock_timeout');
  }
}

/** Where the owner has created extensions: an index may need an operator class of one. */
async function extensionSchemas(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ schema: string }>(
    `SELECT DISTINCT quote_ident(nspname) AS schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE nspname <> 'pg_catalog'`,
  );
  return rows.map(({ schema }) => schema);
}

async function runStep(client: Client, schema: string, step: Step): Promise<void> {
  await client.query(`SET lock_timeout = '${step.waits ? 0 : '1s'}'`);
  if (step.builds !== undefined) await dropInvalid(client, schema, step.builds);
  try {
    for (;;) {
      const { rowCount } = await withPatience(() => client.query(step.text));
      if (!step.repeats || rowCount === 0) return;
    }
  } catch (error) {
    // An INVALID unique index still refuses rows, so it must not stay behind.
    if (step.builds !== undefined) await dropInvalid(client, schema, step.builds);
    throw error;
  }
}

/** A build that failed or was killed leaves an index that costs every write and serves no read. */
async function dropInvalid(client: Client, schema: string, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [`${schema}.${index}`],
  );
  if (rowCount === 1) await client.query(`DROP INDEX CONCURRENTLY ${schema}.${index}`);
}
