import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';

const names = new Map<string, string>();
const mostNames = 2000;

/** How often the name of a text was sent on a connection and not prepared. */
const left = new WeakMap<PoolClient, Map<string, number>>();
const mostLeft = 20;

/**
 * The name under which a statement is prepared: a hash of its text, the same on every connection until it is left there.
 *
 * @returns undefined: unnamed, which bounds memory. Past 2,000 texts new ones are, and so is one whose name a connection left 20 times.
 */
export function nameOn(client: PoolClient, text: string): string | undefined {
  const name = nameOf(text);
  const times = left.get(client)?.get(text) ?? 0;
  if (times === 0 || name === undefined) return name;
  return times < mostLeft ? `${name}.${times}` : undefined;
}

/**
 * After an error: leaves a name on a connection if PostgreSQL did not prepare its statement, for example since an earlier one in the same
 * write had failed. PgBouncer has noted the name, and ends a connection on which it comes again.
 *
 * @param used the name that it was sent under: of many in one write, the first leaves it
 */
export function leaveUnlessPrepared(client: PoolClient, text: string, used: string | undefined): void {
  if (used === undefined || used !== nameOn(client, text) || isPrepared(client, used)) return;
  const known = left.get(client) ?? new Map<string, number>();
  known.set(text, (known.get(text) ?? 0) + 1);
  left.set(client, known);
}

/** How often a text was made anew. */
const renewals = new Map<string, number>();

/** The text to prepare for a statement: its own, or with a comment once it was made anew. */
export function textNow(text: string): string {
  const times = renewals.get(text);
  return times === undefined ? text : `${text} /* ${times} */`;
}

/**
 * After a migration has made a statement stale: lets all connections prepare it anew, under another text. To drop the connection is
 * not enough behind a pooler. It keeps the one to PostgreSQL, with the statement by its text, and may give that one again and again.
 *
 * @param used the text that was stale: of many that find it at the same time, one makes it anew
 */
export function makeAnew(text: string, used: string): void {
  if (textNow(text) === used) renewals.set(text, (renewals.get(text) ?? 0) + 1);
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/** The driver knows, and has no public way to say it. */
function isPrepared(client: PoolClient, name: string): boolean {
  const connection: unknown = Reflect.get(client, 'connection');
  const prepared: unknown =
    typeof connection === 'object' && connection && Reflect.get(connection, 'parsedStatements');
  return typeof prepared === 'object' && prepared !== null && name in prepared;
}
