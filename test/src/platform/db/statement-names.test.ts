import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Connection } from '../../../../src/platform/db/connect.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await cloneDatabase();
  pool = new Pool({ connectionString: database.url, max: 1, pipeline: true });
  // A pool says that it has ended before its connections have. Dropping the database may end them first.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const divide = (by: number) => ({ text: 'SELECT 1 / $1::int AS quotient', values: [by] });
const ask = (text: string) => ({ text: `SELECT '${text}' AS answer`, values: [] });

/** The names under which the only connection has prepared the question. */
async function namesOf(connection: Connection, question: string): Promise<readonly unknown[]> {
  const { rows } = await connection.run('SELECT name FROM pg_prepared_statements WHERE statement = $1', [
    ask(question).text,
  ]);
  return rows.map(({ name }) => name);
}

/** Sends the question behind a statement that fails, in one write and one transaction. */
async function failBefore(connection: Connection, question: string): Promise<void> {
  await connection.script('BEGIN');
  await expect(connection.open([divide(0), ask(question)])).rejects.toThrow('division by zero');
  await connection.script('ROLLBACK');
}

async function onTheConnection(work: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = new Connection(await pool.connect(), () => undefined);
  try {
    await work(connection);
  } finally {
    connection.release();
  }
}

test('a statement that was not prepared behind one that failed comes under another name', async () => {
  await onTheConnection(async (connection) => {
    await failBefore(connection, 'fresh');
    await failBefore(connection, 'fresh');
    await connection.open([ask('fresh')]);

    expect(await namesOf(connection, 'fresh')).toEqual([expect.stringMatching(/^[\w-]{22}\.2$/)]);
  });
});

test('a statement that was prepared keeps its name when it fails', async () => {
  await onTheConnection(async (connection) => {
    await connection.open([ask('known')]);
    await failBefore(connection, 'known');
    await connection.open([ask('known')]);

    expect(await namesOf(connection, 'known')).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
  });
});

test('a write with many of a statement that was not prepared leaves one name, not one for each', async () => {
  await onTheConnection(async (connection) => {
    await connection.script('BEGIN');
    const many = Array.from({ length: 25 }, () => ask('many'));
    await expect(connection.open([divide(0), ...many])).rejects.toThrow('division by zero');
    await connection.script('ROLLBACK');
    await connection.open([ask('many')]);

    expect(await namesOf(connection, 'many')).toEqual([expect.stringMatching(/^[\w-]{22}\.1$/)]);
  });
});

test('a statement has no name once it was not prepared 20 times', async () => {
  await onTheConnection(async (connection) => {
    for (let time = 0; time < 20; time += 1) await failBefore(connection, 'unlucky');
    const [{ rows } = { rows: [] }] = await connection.open([ask('unlucky')]);

    expect(rows).toEqual([{ answer: 'unlucky' }]);
    expect(await namesOf(connection, 'unlucky')).toEqual([]);
  });
});

test('a stale statement is prepared anew under another text, also on a connection that a pooler keeps and gives again', async () => {
  const text = 'SELECT * FROM planted WHERE n = $1';
  const answer = async (connection: Connection, n: number) => (await connection.run(text, [n])).rows;
  await onTheConnection(async (connection) => {
    await connection.script('CREATE TEMPORARY TABLE planted AS SELECT 1 AS n');
    expect(await answer(connection, 1)).toEqual([{ n: 1 }]);
    await connection.script(`ALTER TABLE planted ADD COLUMN more text DEFAULT 'new'`);

    const both = [connection.run(text, [1]), connection.run(text, [1])];
    const failed = await Promise.allSettled(both);

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await answer(connection, 1)).toEqual([{ n: 1, more: 'new' }]);
    const { rows } = await connection.run(
      `SELECT statement FROM pg_prepared_statements WHERE starts_with(statement, $1) ORDER BY statement`,
      [text],
    );
    expect(rows).toEqual([{ statement: text }, { statement: `${text} /* 1 */` }]);
  });
});
