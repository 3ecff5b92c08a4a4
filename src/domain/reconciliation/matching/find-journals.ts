import type { Tx } from '../../../platform/db/database.ts';
import {
  type Clearing,
  type Cursor,
  findByGatewayReferenceAcrossMerchants,
  findBySourceAcrossMerchants,
  findClearingAcrossMerchants,
  findJournalsOfAcrossMerchants,
  findSourcesOfAcrossMerchants,
} from './clearing-queries.ts';
import { findStatedAcrossMerchants, type UnmatchedLine } from './line-queries.ts';

/** What a line of each kind may be about. */
const movements: Readonly<Record<UnmatchedLine['kind'], readonly string[]>> = {
  payment: ['payment.captured', 'payment.unwanted'],
  refund: ['refund.completed'],
  payout: ['payout.completed'],
  return: ['payout.returned', 'dispute.lost', 'dispute.reinstated'],
  fee: [],
  other: [],
};

/** One text for one journal. */
export const nameOf = ({ merchant, number }: Pick<Clearing, 'merchant' | 'number'>): string =>
  `${merchant}:${number}`;

/**
 * Finds the journal that each line is about: by our id, or by the gateway's reference of the transaction or of its payment. Never by
 * the amount alone, since two payments may have the same one. Only among several journals that the reference fits does the amount
 * decide, and then whether a line has stated the journal already.
 *
 * @returns journals in the order of the lines; undefined: the service knows none
 *
 * Decision 0106.
 */
export async function findJournals(
  tx: Tx,
  gateway: string,
  lines: readonly UnmatchedLine[],
): Promise<readonly (Clearing | undefined)[]> {
  const candidates = await candidatesOf(tx, gateway, lines);
  const several = candidates.filter(({ length }) => length > 1).flat();
  const taken = new Set((await findStatedAcrossMerchants(tx, several)).map(nameOf));
  return lines.map((line, at) => {
    const [best] = (candidates[at] ?? []).toSorted(
      (a, b) => rank(b, line, taken) - rank(a, line, taken) || (a.number < b.number ? -1 : 1),
    );
    if (best) taken.add(nameOf(best));
    return best;
  });
}

/**
 * Finds another journal for lines of which each states one that another line has stated, too: one that the references fit as well, that
 * has the amount of the line, and that no line is about. It may have been booked after the line was looked up.
 *
 * @returns journals in the order of the lines; undefined: there is no other
 */
export async function findOtherJournals(
  tx: Tx,
  gateway: string,
  lines: readonly UnmatchedLine[],
): Promise<readonly (Clearing | undefined)[]> {
  const candidates = await candidatesOf(tx, gateway, lines);
  const taken = new Set((await findStatedAcrossMerchants(tx, candidates.flat())).map(nameOf));
  return lines.map((line, at) => {
    const [other] = (candidates[at] ?? [])
      .filter((journal) => isAmountOf(journal, line) && !taken.has(nameOf(journal)))
      .toSorted((a, b) => (a.number < b.number ? -1 : 1));
    if (other) taken.add(nameOf(other));
    return other;
  });
}

/** Money of a lost dispute that comes back may be stated before it is booked: until then, the line is not about the loss. */
function canBe({ kind, amount }: UnmatchedLine, journal: Clearing): boolean {
  const isOpposite = kind === 'return' && amount < 0n !== journal.amount < 0n;
  return movements[kind].includes(journal.movement) && !isOpposite;
}

function isAmountOf(journal: Clearing, line: UnmatchedLine): boolean {
  return journal.amount === line.amount && journal.currency === line.currency;
}

function rank(journal: Clearing, line: UnmatchedLine, taken: ReadonlySet<string>): number {
  return (isAmountOf(journal, line) ? 2 : 0) + (taken.has(nameOf(journal)) ? 0 : 1);
}

async function candidatesOf(
  tx: Tx,
  gateway: string,
  lines: readonly UnmatchedLine[],
): Promise<readonly (readonly Clearing[])[]> {
  const fitting = (line: UnmatchedLine, journals: readonly Clearing[] = []): readonly Clearing[] =>
    journals.filter((one) => one.gateway === gateway && canBe(line, one));
  const ids = lines.flatMap(({ reference_id: id }) => id ?? []);
  const named = Map.groupBy(await findBySourceAcrossMerchants(tx, unique(ids)), ({ sourceId }) => sourceId);
  const direct = lines.map((line) => fitting(line, named.get(line.reference_id ?? '')));
  const rest = lines.filter((_line, at) => direct[at]?.length === 0);
  if (rest.length === 0) return direct;
  const relatives = await relativesOf(tx, gateway, rest, [...named.values()].flat());
  return lines.map((line, at) => {
    const found = direct[at] ?? [];
    return found.length > 0
      ? found
      : fitting(line, [
          ...new Set(referencesOf(line).flatMap((reference) => relatives.get(reference) ?? [])),
        ]);
  });
}

/** What may name a transaction: the gateway's reference, or whatever the rail sent in place of our id. */
function referencesOf(line: UnmatchedLine): readonly string[] {
  return [line.gateway_reference, line.reference_id ?? line.reference].filter((text) => text !== null);
}

/** Journals of the transactions that lines name, and of their refunds and disputes; by what names them. */
async function relativesOf(
  tx: Tx,
  gateway: string,
  lines: readonly UnmatchedLine[],
  named: readonly Clearing[],
): Promise<ReadonlyMap<string, readonly Clearing[]>> {
  const references = unique(lines.flatMap(referencesOf));
  const known = await findByGatewayReferenceAcrossMerchants(tx, gateway, references);
  const byOurId = named
    .filter(({ movement }) => movements.payment.includes(movement))
    .map(({ merchant, sourceId: id }) => ({ merchant, id, reference: id }));
  const transactions = [...known, ...byOurId];
  const sources = await findSourcesOfAcrossMerchants(tx, transactions);
  const journals = await findBySourceAcrossMerchants(tx, unique(sources.map(({ sourceId }) => sourceId)));
  const bySource = Map.groupBy(journals, ({ sourceId }) => sourceId);
  const byTransaction = Map.groupBy(sources, ({ of }) => of);
  const found = new Map<string, Clearing[]>();
  for (const { id, reference } of transactions) {
    const own = (byTransaction.get(id) ?? []).flatMap(({ sourceId }) => bySource.get(sourceId) ?? []);
    found.set(reference, [...(found.get(reference) ?? []), ...own]);
  }
  return found;
}

/** Of a page of a day's journals: those that no line is about, and where the next page begins. */
export async function findUnstated(
  tx: Tx,
  {
    gateway,
    ...page
  }: { readonly gateway: string; readonly day: string; readonly after: Cursor | undefined },
): Promise<{ readonly unstated: readonly Clearing[]; readonly next: Cursor | undefined }> {
  const { keys, next } = await findJournalsOfAcrossMerchants(tx, page);
  const stated = new Set((await findStatedAcrossMerchants(tx, keys)).map(nameOf));
  const unstated = await findClearingAcrossMerchants(
    tx,
    keys.filter((key) => !stated.has(nameOf(key))),
  );
  return { unstated: unstated.filter((journal) => journal.gateway === gateway), next };
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
