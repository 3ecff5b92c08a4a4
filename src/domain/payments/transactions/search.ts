import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FoundRows, WantedRows } from '../../../platform/http/cursor.ts';
import { firstIdOf, lastId, timeOf } from '../../../platform/ids.ts';
import { type TransactionFilters, withinPeriod } from './list-queries.ts';
import type { Transaction } from './queries.ts';
import {
  foundAmongNewest,
  foundAndLast,
  foundById,
  foundByIndex,
  foundByWholeIndex,
  oldestTransaction,
  sampleRows,
} from './search-queries.ts';
import { patternWithout, phonePatternsOf, type Term, termOf } from './search-term.ts';

/** How many rows a search reads before it asks the index: a frequent term fills the page from them. */
const first = 1500;
/** How many more it reads where the index does not help. Then the page is short, and its cursor goes on from there. */
const mostRead = 8000;
/** How many places of the list are sampled, with 4 rows each. */
const samples = 128;
/** A word that more than a fifth of the rows have slows the index down more than it narrows the search. */
const frequent = 0.2;
/** From this share of the table on, the index is not asked for the merchant's rows only. */
const large = 0.3;

type Search = {
  readonly db: Db;
  readonly merchantId: MerchantId;
  readonly filters: TransactionFilters;
  readonly term: Term;
};

/** From where to look, and how many rows to find. */
type Wanted = { readonly after: string; readonly rows: number };

type Found = FoundRows<Transaction>;

/**
 * The transactions that have `text` in their reference or in the customer's name, email or phone, or that belong to the id that
 * it is. Newest first, and complete: a page that would cost too much is short, and its cursor goes on where the search stopped.
 *
 * Decision 0051.
 */
export async function searchTransactions(
  db: Db,
  merchantId: MerchantId,
  { search: text, ...asked }: TransactionFilters & { readonly search: string },
  from: WantedRows,
): Promise<Found> {
  const { filters, page } = await withinPeriod(db, merchantId, { filters: asked, page: from });
  const { after = lastId, rows } = page;
  const search = { db, merchantId, filters, term: termOf(text) };
  const found = await byText(search, { after, rows });
  const { id } = search.term;
  if (id === null) return found;
  const own = await foundById(db, { ...filters, merchantId, id, after, rows });
  return withOwn(found, own, rows);
}

async function byText(search: Search, { after, rows }: Wanted): Promise<Found> {
  const newest = await walk(search, { after, rows }, first);
  if (newest.resume === undefined) return newest;
  const rest = { after: newest.resume, rows: rows - newest.rows.length };
  return joined(newest, await amongOlder(search, rest));
}

/** Asks the index down to where the sample has found two rows: so it returns few that the page has no place for. */
async function amongOlder(search: Search, { after, rows }: Wanted): Promise<Found> {
  if (search.term.words.length === 0) return walk(search, { after, rows }, mostRead);
  const seen = await sample(search, after);
  const found: Found = { rows: await probe(search, { after, rows, ...seen }) };
  if (seen.downTo === undefined || found.rows.length === rows) return found;
  return joined(found, await walk(search, { after: seen.downTo, rows: rows - found.rows.length }, mostRead));
}

/** Reads the next rows that pass the filters, one after the other. */
async function walk(
  { db, merchantId, filters, term }: Search,
  { after, rows: wanted }: Wanted,
  most: number,
): Promise<Found> {
  const { part, phones } = term;
  const given = { ...filters, merchantId, after, most, part, phones };
  const full = await foundAmongNewest(db, { ...given, rows: wanted });
  if (full.length === wanted) return { rows: full };
  // Once more, with the last row that was read: until now it may have become another, as when a newer payment was decided.
  const read = await foundAndLast(db, given);
  const rows = read.filter(({ is_found }) => is_found).map(({ is_found: _f, is_last: _l, ...row }) => row);
  const last = read.find(({ is_last }) => is_last);
  return rows.length >= wanted || last === undefined
    ? { rows: rows.slice(0, wanted) }
    : { rows, resume: last.id };
}

type Sample = {
  /** The second row that the sample found. */
  readonly downTo: string | undefined;
  /** Those that many rows have. */
  readonly frequentWords: readonly string[];
  /** Whether the merchant has much of the table. */
  readonly isLarge: boolean;
};

async function sample(search: Search, after: string): Promise<Sample> {
  const { db, merchantId, term } = search;
  const [oldest] = await oldestTransaction(db, { merchantId });
  // Closer together among the newer rows, where most terms are found.
  const positions = positionsBetween(after, oldest?.id ?? after, 2);
  const { second, having, rows, share } = await sampleAt(search, positions);
  const frequentWords = term.words.filter((_, nth) => (having[nth] ?? 0) >= frequent * rows);
  const isLarge = (share ?? 0) >= large;
  if (second === null) return { downTo: undefined, frequentWords, isLarge };
  // Once more from the position before: all rows may be found from there on.
  const before = positions[positions.findLastIndex((position) => position > second) - 1] ?? after;
  const closer = await sampleAt(search, positionsBetween(before, second, 1));
  return { downTo: closer.second ?? second, frequentWords, isLarge };
}

/** In the order of the list. The distance between two grows with this power. */
function positionsBetween(after: string, downTo: string, power: number): readonly string[] {
  const [until, from] = [timeOf(after).getTime(), timeOf(downTo).getTime()];
  const below = (nth: number) => firstIdOf(until - (until - from) * (nth / samples) ** power);
  return [after, ...Array.from({ length: samples - 1 }, (_, nth) => below(nth + 1))];
}

async function sampleAt({ db, merchantId, term }: Search, positions: readonly string[]) {
  const { part, phones, words } = term;
  const [seen] = await sampleRows(db, { merchantId, part, phones, words, positions });
  if (seen === undefined) throw new Error('a statement of aggregates returned no row');
  return seen;
}

type Probe = Wanted & Sample;

function probe(
  { db, merchantId, filters, term }: Search,
  { after, rows, downTo, frequentWords, isLarge }: Probe,
): Promise<readonly Transaction[]> {
  const { part, phones } = term;
  const pattern = patternWithout(term, frequentWords);
  const range = { after, downTo: downTo ?? firstIdOf(0), rows };
  const asked = {
    ...filters,
    ...range,
    merchantId,
    part,
    phones,
    pattern,
    phonePatterns: phonePatternsOf(term),
  };
  if (downTo !== undefined) {
    const places = spans(downTo, after).map((span) => merchantId + span);
    return foundByIndex(db, { ...asked, places });
  }
  return isLarge ? foundByWholeIndex(db, asked) : foundByIndex(db, { ...asked, places: [merchantId] });
}

/** The fewest spans of the index that together hold all ids between the two. Each is the ids with the same first digits. */
function spans(from: string, to: string): readonly string[] {
  const found: string[] = [];
  const add = (span: number, digits: number) => found.push(span.toString(16).padStart(digits, '0'));
  let [low, high] = [Number.parseInt(from.slice(0, 6), 16), Number.parseInt(to.slice(0, 6), 16)];
  for (const digits of [6, 5]) {
    for (; low <= high && low % 16 !== 0; low += 1) add(low, digits);
    for (; low <= high && high % 16 !== 15; high -= 1) add(high, digits);
    [low, high] = [Math.ceil(low / 16), Math.floor(high / 16)];
  }
  for (; low <= high; low += 1) add(low, 4);
  return found;
}

function joined(newer: Found, older: Found): Found {
  return { ...older, rows: [...newer.rows, ...older.rows] };
}

/** Adds the rows that belong to the id. Those below `resume` come with a later page. */
function withOwn(found: Found, own: readonly Transaction[], rows: number): Found {
  const { resume } = found;
  const here = own.filter(({ id }) => resume === undefined || id >= resume);
  const all = new Map([...found.rows, ...here].map((row) => [row.id, row]));
  const sorted = [...all.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return sorted.length < rows && resume !== undefined
    ? { rows: sorted, resume }
    : { rows: sorted.slice(0, rows) };
}
