import { type Db, inTransactionAcrossMerchants } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Statement } from '../../money/gateways/statement.ts';
import { isDay } from './csv-cells.ts';
import { UnreadableStatement } from './csv-rows.ts';
import { formerHashOf, hashOf } from './hash-statement.ts';
import {
  findSayingAcrossMerchants,
  findStatementAcrossMerchants,
  insertLinesAcrossMerchants,
  insertStatementAcrossMerchants,
} from './queries.ts';
import { splitFiles } from './split-files.ts';

export type Imported = { readonly statementId: string; readonly lines: number; readonly isNew: boolean };

/** The gateway and id of a statement are taken, and it says something else. */
export class StatementChanged extends Error {
  override name = 'StatementChanged';
}

const linesAtOnce = 2000;

/**
 * Takes a statement once, however often and by how many at once it is handed in: by its id, and by what it says. A line that stands
 * for a file of payouts is stored as a line for each of them.
 *
 * @returns the statement; `isNew` false: it was taken before, and nothing was changed
 * @throws StatementChanged    another statement of the gateway has its id
 * @throws UnreadableStatement its lines contradict it or each other
 *
 * Decision 0106.
 */
export async function importStatement(
  db: Db,
  { gateway, by }: { readonly gateway: string; readonly by: string },
  statement: Statement,
): Promise<Imported> {
  refuseContradictions(statement);
  const days = daysOf(statement);
  const hash = hashOf(statement);
  const formerHash = formerHashOf(statement);
  return await inTransactionAcrossMerchants(db, async (tx) => {
    const statementId = newId();
    const { id: name, lines: stated, ...rest } = statement;
    const former = formerHash && (await findSayingAcrossMerchants(tx, { gateway, hash: formerHash }));
    if (former) return { statementId: former.id, lines: former.lines, isNew: false };
    const lines = await splitFiles(tx, gateway, stated);
    const row = { ...rest, ...days, id: statementId, gateway, name, hash, lines: lines.length, by };
    // Waits for another import of the same statement until that one has committed.
    if (!(await insertStatementAcrossMerchants(tx, row))) {
      const known = await findStatementAcrossMerchants(tx, { gateway, name, hash });
      if (!known || !hash.equals(known.hash))
        throw new StatementChanged(
          `The statement ${name} of ${gateway} was imported before, and said something else. Nothing was changed.`,
        );
      return { statementId: known.id, lines: known.lines, isNew: false };
    }
    for (let at = 0; at < lines.length; at += linesAtOnce) {
      const some = lines.slice(at, at + linesAtOnce);
      await insertLinesAcrossMerchants(tx, { gateway, statementId }, some);
    }
    return { statementId, lines: lines.length, isNew: true };
  });
}

const mostDays = 400;

/** Some banks state the day on which they made the statement, and not those that it is about: its lines say these. */
function daysOf({ from, to, lines }: Statement): { readonly from: string; readonly to: string } {
  const days = [from, to, ...lines.map(({ bookedOn }) => bookedOn)].toSorted();
  const [first = from, last = to] = [days[0], days.at(-1)];
  if (Date.parse(last) - Date.parse(first) > mostDays * 24 * 3600 * 1000)
    throw new UnreadableStatement(`A statement from ${first} to ${last} has more than ${mostDays} days.`);
  return { from: first, to: last };
}

function refuseContradictions(statement: Statement): void {
  const { from, to, lines } = statement;
  if (!isDay(from) || !isDay(to) || from > to)
    throw new UnreadableStatement(`A statement from ${from} to ${to} has no days.`);
  const seen = new Set<string>();
  for (const { line, bookedOn } of lines) {
    if (seen.has(line)) throw new UnreadableStatement(`Two lines have the id ${line}.`);
    if (!isDay(bookedOn)) throw new UnreadableStatement(`Line ${line} is of ${bookedOn}, which is no day.`);
    seen.add(line);
  }
  refuseMissingLines(statement);
}

function refuseMissingLines({ opening, closing, currency, lines }: Statement): void {
  if (opening === null || closing === null) return;
  const own = lines.filter((line) => line.currency === currency);
  const sum = own.reduce((total, { amount }) => total + amount, 0n);
  if (closing - opening !== sum)
    throw new UnreadableStatement(
      `The lines sum to ${sum}, and the balances differ by ${closing - opening} ten-thousandths: lines are missing.`,
    );
}
