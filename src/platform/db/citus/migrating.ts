import type { Client } from 'pg';
import { allowTriggers, grantDefaults, keepSettings, place } from './distribute.ts';
import { putFunction } from './functions.ts';
import { layoutOf, misplacedIn } from './layout.ts';

/**
 * Runs the text of a migration where merchants are distributed. A table gets its place as soon as it is made: a foreign key can
 * only point to a table that is distributed if its own table is, too. A function of clusters that the text replaces comes back with it:
 * calls go on while later migrations run. Inside the transaction of the migration.
 */
export async function runDistributed(client: Client, text: string): Promise<void> {
  await allowTriggers(client);
  for (const statement of statementsIn(text)) {
    if (!/^\s*CREATE TABLE /m.test(statement)) {
      await client.query(statement);
      continue;
    }
    // At first on this node only: Citus refuses the foreign keys of a table that is not distributed.
    await client.query('SET LOCAL citus.enable_ddl_propagation = off');
    await client.query(statement);
    await client.query('SET LOCAL citus.enable_ddl_propagation = on');
    await placeAll(client);
  }
  const { functions } = await layoutOf(client);
  for (const name of functions.filter((missing) => isIn(text, missing))) await putFunction(client, name);
}

function isIn(text: string, qualified: string): boolean {
  return text.includes(`FUNCTION ${qualified.replace(/^.*\./, '')}(`);
}

/**
 * Citus sends a function to the nodes with the text that came with it, so statements come one by one. Each ends with `;` at the end of a
 * line, outside a text in dollar quotes. There is no parser here: a line after which it is not sure goes to the next statement.
 */
function statementsIn(text: string): readonly string[] {
  const statements: string[] = [];
  let lines: string[] = [];
  let quoted = false;
  for (const line of text.split('\n')) {
    lines.push(line);
    if ((line.match(/\$\w*\$/g)?.length ?? 0) % 2 === 1) quoted = !quoted;
    if (quoted || !line.replace(/\s*-- [^']*$/, '').endsWith(';')) continue;
    statements.push(lines.join('\n'));
    lines = [];
  }
  return lines.join('').trim() === '' ? statements : [...statements, lines.join('\n')];
}

/** After the last migration: mends what a migration has made or replaced in another way, and applies the settings of this release. */
export async function finishDistributed(client: Client): Promise<void> {
  await keepSettings(client);
  await allowTriggers(client);
  await placeAll(client);
  await grantDefaults(client);
  for (const name of (await layoutOf(client)).functions) await putFunction(client, name);
}

/**
 * A table with rows that is not in its place: a run of `mps citus distribute` was stopped. Only that moves such a table, since it keeps
 * triggers from counting the rows again.
 */
export async function leftByDistribute(client: Client): Promise<string | undefined> {
  for (const { schema, name } of misplacedIn(await layoutOf(client))) {
    const { rowCount } = await client.query(`SELECT FROM ${schema}.${name} LIMIT 1`);
    if (rowCount !== 0) return `${schema}.${name}`;
  }
  return undefined;
}

async function placeAll(client: Client): Promise<void> {
  for (const table of misplacedIn(await layoutOf(client))) await place(client, table);
}
