import { ApiError } from '../errors.ts';
import { dashed } from '../ids.ts';

export type Page<Item> = {
  readonly items: Item[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

const pattern = /^cur_[0-9a-f]{32}$/;

/** A cursor is only the id of the last row shown: it grants no access. */
export function showCursor(id: string): string {
  return `cur_${id.replaceAll('-', '')}`;
}

/**
 * @returns the id after which the next page begins
 * @throws INVALID_CURSOR only if it does not match the contract's pattern; an unknown id is still a position between two rows
 */
export function readCursor(cursor: string): string {
  if (!pattern.test(cursor)) throw new ApiError('INVALID_CURSOR');
  return dashed(cursor.slice(4));
}

/** What a caller asks for: the contract has checked both. */
type Asked = { readonly cursor?: string | undefined; readonly limit: number };

/** Where a page begins, as the id of the row before it, and how many rows to find. */
export type WantedRows = { readonly after: string | undefined; readonly rows: number };

/** `resume` is set if a search stopped before the page was full: the id after which it goes on. */
export type FoundRows<Row> = { readonly rows: readonly Row[]; readonly resume?: string };

/** The rows of one page, and one more if there is a next page. */
export type FoundPage<Row> = FoundRows<Row> & { readonly limit: number };

/**
 * Finds the rows of one page of a list.
 *
 * @param find queries the rows after an id, newest first; it is asked for one more than the page shows
 * @throws INVALID_CURSOR
 *
 * Spec: "General conventions".
 */
export async function findPage<Row>(
  { cursor, limit }: Asked,
  find: (wanted: WantedRows) => Promise<readonly Row[] | FoundRows<Row>>,
): Promise<FoundPage<Row>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const found = await find({ after, rows: limit + 1 });
  return 'rows' in found ? { ...found, limit } : { rows: found, limit };
}

/** The page as an answer shows it. */
export function showPage<Row extends { readonly id: string }, Item>(
  { rows, limit, resume }: FoundPage<Row>,
  show: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const after = rows.length > limit ? last?.id : resume;
  return {
    items: shown.map((row) => show(row)),
    next_cursor: after === undefined ? null : showCursor(after),
    has_more: after !== undefined,
  };
}
