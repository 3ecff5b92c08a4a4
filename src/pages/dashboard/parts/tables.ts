import { isUuid, showId } from '../../../platform/ids.ts';
import { type Child, type Html, html, url } from '../../html.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import type { MerchantVisit } from '../requests/visit.ts';

export type Column<Row> = {
  readonly title: string;
  /** Right-aligned figures. */
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => Child;
};

export type Table<Row> = {
  /** Read by screen readers; not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Shown in place of an empty table. */
  readonly empty: Child;
};

/** A table that turns into cards on a narrow screen: each cell carries its column's title. The first column names the row. */
export function table<Row>({ caption, columns, rows, empty }: Table<Row>): Html {
  if (rows.length === 0) return html`<div class="empty"><p>${empty}</p></div>`;
  return html`<div class="scroll"><table class="rows">
<caption class="hidden">${caption}</caption>
<thead><tr>${columns.map(({ title, isNumber }) => html`<th scope="col"${isNumber === true && html` class="number"`}>${title}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${columns.map((column, at) => cellOf(column, row, at === 0))}</tr>`)}
</tbody></table></div>`;
}

function cellOf<Row>({ title, isNumber, cell }: Column<Row>, row: Row, isFirst: boolean): Html {
  const look = isNumber === true && html` class="number"`;
  return isFirst
    ? html`<th scope="row"${look}>${cell(row)}</th>`
    : html`<td data-label="${title}"${look}>${cell(row)}</td>`;
}

/** Facts of one thing: a term and what it is. Facts that are false or undefined are left out. */
export function facts(entries: readonly (readonly [string, Child] | false | undefined)[]): Html {
  return html`<dl class="facts">${entries.map(
    (entry) =>
      entry !== false &&
      entry !== undefined &&
      entry[1] !== undefined &&
      entry[1] !== null &&
      html`<div><dt>${entry[0]}</dt><dd>${entry[1]}</dd></div>`,
  )}</dl>`;
}

/** The address of the same screen with other parameters; undefined takes one away. */
export function withQuery(
  path: string,
  query: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
): string {
  const next = new URLSearchParams(query);
  next.delete('done');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Downloads the list as it is filtered. It stands inside the region that filters replace: outside it would keep the first filter. The
 * answer says that it is a file: with the attribute `download` a browser would also save the screen that asks a person to sign in. It
 * names the merchant of the screen, so that another one, who was chosen in another tab, is not saved in their place.
 */
export function csvLink(visit: Pick<MerchantVisit, 'path' | 'query' | 'merchantId'>): Html {
  const of = showId('mer', visit.merchantId);
  const to = withQuery(`${visit.path}.csv`, visit.query, { page: undefined, of });
  return html`<p class="buttons"><a class="button quiet" href="${url(to)}">${frameWords.table.csv}</a></p>`;
}

/** The row after which the page begins, as `pager` links to it; undefined for the newest. */
export function pageIn({ query }: { readonly query: URLSearchParams }): string | undefined {
  const page = query.get('page') ?? '';
  return isUuid(page) ? page : undefined;
}

/** Links to the pages of a list before and after this one. */
export function pager(
  visit: { readonly path: string; readonly query: URLSearchParams },
  { older, isFirst }: { readonly older: string | undefined; readonly isFirst: boolean },
): Html | false {
  if (isFirst && older === undefined) return false;
  const to = (page: string | undefined): string => withQuery(visit.path, visit.query, { page });
  return html`<nav class="pager" aria-label="${frameWords.pager.pages}">
${!isFirst && html`<a href="${url(to(undefined))}">${frameWords.pager.first}</a>`}
${older !== undefined && html`<a href="${url(to(older))}" rel="next">${frameWords.pager.older}</a>`}
</nav>`;
}
