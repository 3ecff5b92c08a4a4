import { Client } from 'pg';
import { vi } from 'vitest';

/** A statement as the service sent it, with the values of one of its calls. */
export type Sent = { readonly text: string; readonly values: readonly unknown[]; readonly role: string };

type Asked = string | { readonly text?: string; readonly values?: readonly unknown[] };

/** Notes every statement with another text that a role of the modes sends, until it is stopped. */
export function noteStatements(): { readonly sent: ReadonlyMap<string, Sent>; readonly stop: () => void } {
  const sent = new Map<string, Sent>();
  const query: (this: Client, ...asked: unknown[]) => unknown = Reflect.get(Client.prototype, 'query');
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...asked: unknown[]
  ) {
    const [first, second] = asked as [Asked, unknown];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    const values = typeof first === 'string' ? second : first.values;
    const role = this.user ?? '';
    if (/^mps_(sandbox|live)$/.test(role))
      sent.set(`${role} ${text}`, { text, values: Array.isArray(values) ? values : [], role });
    return Reflect.apply(query, this, asked);
  });
  return { sent, stop: () => spy.mockRestore() };
}

const explainable = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/**
 * On how many shards the parts of a statement run at most. Citus says it of each part: of the statement, and of the CTEs and
 * subqueries that it runs before.
 *
 * @returns undefined for what has no plan, such as BEGIN
 */
export async function shardsOf(url: string, sent: Sent): Promise<number | undefined> {
  if (!explainable.test(sent.text)) return undefined;
  const plan = await planOf(url, sent);
  const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
  return Math.max(0, ...tasks);
}

/** The plan of a statement with its values, as the owner would run it in the schema of the role that sent it. */
export async function planOf(url: string, { text, values, role }: Sent): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET search_path = ${role.slice('mps_'.length)}, platform; BEGIN`);
    // Citus plans some statements only with their values.
    const filled = text.replaceAll(/\$(\d+)/g, (_, place: string) => literalOf(values[Number(place) - 1]));
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${filled}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.end();
  }
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return `'{${value.map(elementOf).join(',').replaceAll("'", "''")}}'`;
  return `'${textOf(value).replaceAll("'", "''")}'`;
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return `"${textOf(value).replaceAll(/["\\]/g, '\\$&')}"`;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)).replace(
        /^"(.*)"$/,
        '$1',
      );
}
