import type { Report } from './queries.ts';

/**
 * What a cell shows. `text` and the texts of `object` were typed by somebody; everything else was made by the service. JSON Lines has
 * an object as it is, and CSV has its JSON.
 */
type Cell =
  | string
  | number
  | null
  | { readonly text: string | null }
  | { readonly object: Readonly<Record<string, string>> | null };

/** The columns of a report: name → cell. The order of the names is the order of the columns. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** A spreadsheet takes a cell that begins so for a formula, and may run it. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Where lists are separated by semicolons, as in France, a cell also begins behind each semicolon, whatever quotes stand around it. */
const formulaWithin = /([;\t])(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const quoted = /[",\r\n]/;

/** Before a CSV for spreadsheets: Excel takes a file without it for one in the code page of the machine. */
export const byteOrderMark = '\uFEFF';

/** The line of names that a CSV begins with; nothing in JSON Lines, where each line has the names. */
export function headOf(format: Report['format'], columns: Readonly<Record<string, unknown>>): string {
  return format === 'csv' ? `${Object.keys(columns).join(',')}\r\n` : '';
}

/**
 * The columns of a CSV as its first line names them, since another release may have begun it. One that this release does not know stays
 * empty.
 *
 * @param head undefined: nothing is written yet, or each line has the names
 *
 * Decision 0053.
 */
export function asBegun<Row>(columns: Columns<Row>, head: string | undefined): Columns<Row> {
  if (head === undefined) return columns;
  return Object.fromEntries(head.split(',').map((name) => [name, columns[name] ?? (() => null)]));
}

/**
 * One row as a line. In CSV (RFC 4180), text that somebody typed and a spreadsheet would take for a formula gets an apostrophe in front;
 * JSON Lines has every text as it is.
 *
 * Decision 0084.
 */
export function lineOf<Row>(format: Report['format'], columns: Columns<Row>, row: Row): string {
  if (format === 'csv')
    return `${Object.values(columns)
      .map((of) => csvCell(of(row)))
      .join(',')}\r\n`;
  const shown = Object.entries(columns).map(([name, of]) => [name, valueOf(of(row))]);
  return `${JSON.stringify(Object.fromEntries(shown))}\n`;
}

function valueOf(cell: Cell): string | number | Readonly<Record<string, string>> | null {
  if (typeof cell !== 'object' || cell === null) return cell;
  return 'object' in cell ? cell.object : cell.text;
}

function csvCell(cell: Cell): string {
  const value = valueOf(cell);
  if (value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof cell === 'object' ? harmless(text) : text;
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function harmless(text: string): string {
  const within = text.replaceAll(formulaWithin, "$1'");
  return formula.test(text) ? `'${within}` : within;
}
