import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FoundRows, WantedRows } from '../../../platform/http/cursor.ts';
import { firstIdOf, lastId, timeOf } from '../../../platform/ids.ts';
import type { TransactionFilters } from './list-queries.ts';
import type { Transaction } from './queries.ts';
import {
  foundAmongNewest,
  foundById,
  foundByIndex,
  foundByWholeIndex,
  lastOfNewest,
  oldestTransaction,
  sampleRows,
} from './search-queries.ts';
import { patternWithout, phonePatternsOf, type Term, termOf } from './search-term.ts';

/** How many rows a search reads before it asks the index: a frequent term fills the page from them. */
const first = 1500;
/** How many more it reads where the index does not help. Then the page is short, and its cursor goes on from there. */
const mostRead = 8000;
/** How many places of the list are sampled. */
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
  { search: text, ...filters }: TransactionFilters & { readonly search: string },
  { after = lastId, rows }: WantedRows,
): Promise<Found> {
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

/** Asks the index down to where the term becomes frequent. From there the rows themselves fill the page sooner. */
async function amongOlder(search: Search, { after, rows }: Wanted): Promise<Found> {
  if (search.term.words.length === 0) return walk(search, { after, rows }, mostRead);
  const { dense, ...seen } = await sample(search, after);
  const found: Found = { rows: await probe(search, { after, rows, downTo: dense, ...seen }) };
  if (dense === undefined || found.rows.length === rows) return found;
  return joined(found, await walk(search, { after: dense, rows: rows - found.rows.length }, mostRead));
}

/** Reads the next rows that pass the filters, one after the other. */
async function walk(
  { db, merchantId, filters, term }: Search,
  { after, rows: wanted }: Wanted,
  most: number,
): Promise<Found> {
  const given = { ...filters, merchantId, after, most };
  const { part, phones } = term;
  const rows = await foundAmongNewest(db, { ...given, part, phones, rows: wanted });
  if (rows.length === wanted) return { rows };
  const [last] = await lastOfNewest(db, given);
  return last === undefined ? { rows } : { rows, resume: last.id };
}

type Sample = {
  /** Where the term becomes frequent, if it does. */
  readonly dense: string | undefined;
  /** Those that many rows have. */
  readonly frequentWords: readonly string[];
  /** Whether the merchant has much of the table. */
  readonly isLarge: boolean;
};

async function sample(search: Search, after: string): Promise<Sample> {
  const { db, merchantId, term } = search;
  const [oldest] = await oldestTransaction(db, { merchantId });
  const seen = await sampleBetween(search, after, oldest?.id ?? after);
  const frequentWords = term.words.filter((_, nth) => (seen.having[nth] ?? 0) >= frequent * seen.rows);
  const isLarge = (seen.share ?? 0) >= large;
  if (seen.between === undefined) return { dense: undefined, frequentWords, isLarge };
  // Once more between the two places, so that the walk begins close to where it is frequent.
  const closer = await sampleBetween(search, ...seen.between);
  return { dense: closer.between?.[0] ?? seen.between[0], frequentWords, isLarge };
}

/** `between`: a place before the term becomes frequent, and the first one where it is. */
async function sampleBetween({ db, merchantId, term }: Search, after: string, downTo: string) {
  const [until, from] = [timeOf(after).getTime(), timeOf(downTo).getTime()];
  const step = (until - from) / samples;
  const below = Array.from({ length: samples }, (_, nth) => firstIdOf(until - step * (nth + 1)));
  const positions = [after, ...below];
  const { part, phones, words } = term;
  const [seen] = await sampleRows(db, { merchantId, part, phones, positions, words });
  if (seen === undefined) throw new Error('a statement of aggregates returned no row');
  if (seen.dense === null) return { ...seen, between: undefined };
  const [before = after, place = downTo] = positions.slice(Math.max(seen.dense - 2, 0));
  return { ...seen, between: [before, place] as const };
}

type Probe = Wanted & { readonly downTo: string | undefined } & Omit<Sample, 'dense'>;

function probe(
  { db, merchantId, filters, term }: Search,
  { after, rows, downTo, frequentWords, isLarge }: Probe,
): Promise<readonly Transaction[]> {
  if (downTo === after) return Promise.resolve([]);
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

/** The spans of the index between two ids: each is the ids with the same first five digits. */
function spans(from: string, to: string): readonly string[] {
  const [low, high] = [Number.parseInt(from.slice(0, 5), 16), Number.parseInt(to.slice(0, 5), 16)];
  return Array.from({ length: high - low + 1 }, (_, nth) => (low + nth).toString(16).padStart(5, '0'));
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
