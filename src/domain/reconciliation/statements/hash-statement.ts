import { createHash } from 'node:crypto';
import type { Statement, StatementLine } from '../../money/gateways/statement.ts';
import { isFileOfOurs } from './split-files.ts';

/** Of what a statement says, whatever its id is. */
export function hashOf({ id: _id, ...said }: Statement): Buffer {
  const text = JSON.stringify(said, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return createHash('sha256').update(text).digest();
}

/**
 * The hash that the same statement got while readers did not recognise an entry for one of our files; undefined if it has none. A
 * bank that states an entry again and only adds the file's id gets the same hash: the money is the same.
 */
export function formerHashOf(statement: Statement): Buffer | undefined {
  if (!statement.lines.some(({ reference }) => isFileOfOurs(reference))) return undefined;
  return hashOf({ ...statement, lines: statement.lines.map(asReadFormerly) });
}

function asReadFormerly(line: StatementLine): StatementLine {
  if (!isFileOfOurs(line.reference)) return line;
  return { ...line, reference: null, kind: line.kind === 'payout' ? 'other' : line.kind };
}
