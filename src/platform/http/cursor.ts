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

type Asked = { readonly cursor?: string | undefined; readonly limit: number };

/** Where a page begins and how many rows to query: one more than it shows, to know whether there are more. */
export function rowsOf({ cursor, limit }: Asked): {
  readonly after: string | undefined;
  readonly rows: number;
} {
  return { after: cursor === undefined ? undefined : readCursor(cursor), rows: limit + 1 };
}

/** The page of the first `limit` rows of a query by `rowsOf`, which asks for one more. */
export function pageOf<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit;
  return {
    items: shown.map((row) => show(row)),
    next_cursor: more && last ? showCursor(last.id) : null,
    has_more: more,
  };
}
