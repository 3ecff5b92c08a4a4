import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPage, readCursor, showCursor, showPage } from '../../../../src/platform/http/cursor.ts';

const invalid = expect.objectContaining({ code: 'INVALID_CURSOR' }) as Error;

describe('a cursor', () => {
  it('is read back as the id it was made from', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(readCursor(showCursor(id))).toBe(id);
      }),
    );
  });

  it('is a position for every text that matches the contract’s pattern', () => {
    const digits = fc.stringMatching(/^[0-9a-f]{32}$/);

    fc.assert(
      fc.property(digits, (hex) => {
        expect(readCursor(`cur_${hex}`).replaceAll('-', '')).toBe(hex);
      }),
    );
  });

  it.each([
    '',
    'cur_',
    `cur_${'0'.repeat(31)}`,
    `cur_${'A'.repeat(32)}`,
    `CUR_${'0'.repeat(32)}`,
    `cur_${'0'.repeat(32)}\n`,
  ])('is not %j', (text) => {
    expect(() => readCursor(text)).toThrow(invalid);
  });

  it('keeps the order of ids, so that a page begins where the last one ended', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        expect(showCursor(a) < showCursor(b)).toBe(a < b);
      }),
    );
  });
});

describe('the pages of a list', () => {
  it('contain every row once and in order, within the limit, and link to the next page', async () => {
    const lists = fc.uniqueArray(fc.uuid(), { maxLength: 40 });

    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 12 }), async (ids, limit) => {
        const rows = ids.toSorted().toReversed();

        expect(await walk(rows, limit)).toEqual(rows);
      }),
    );
  });

  it('end without a cursor when the last row just fits', () => {
    const rows = [{ id: '00000000-0000-0000-0000-000000000001' }];

    expect(showPage({ rows, limit: 1 }, (row) => row.id)).toEqual({
      items: [rows[0]?.id],
      next_cursor: null,
      has_more: false,
    });
  });

  it('are one empty page when there are no rows', () => {
    expect(showPage({ rows: [], limit: 25 }, (row: { id: string }) => row)).toEqual({
      items: [],
      next_cursor: null,
      has_more: false,
    });
  });
});

/** All items that a caller receives by following `next_cursor` to the end. */
async function walk(ids: readonly string[], limit: number): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const found = await findPage({ cursor, limit }, async ({ after, rows }) =>
      ids
        .filter((id) => after === undefined || id < after)
        .slice(0, rows)
        .map((id) => ({ id })),
    );
    const page = showPage(found, ({ id }) => id);
    seen.push(...page.items);
    if (page.items.length > limit || page.has_more !== (page.next_cursor !== null))
      throw new Error('a broken page');
    if (page.next_cursor === null) return seen;
    cursor = page.next_cursor;
  }
}
