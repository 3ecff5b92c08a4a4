import { type CsvRow, UnreadableStatement } from './csv-rows.ts';
import type { Mapping } from './mapping.ts';

type Field = keyof Mapping['columns'];
/** In which place of a row a field stands. */
export type Places = ReadonlyMap<Field, number>;

/** The cells of one row by the names of the mapping, and how a wrong one is refused. */
export class Cells {
  readonly #row: CsvRow;
  readonly #places: Places;
  readonly #mapping: Mapping;

  constructor(row: CsvRow, places: Places, mapping: Mapping) {
    this.#row = row;
    this.#places = places;
    this.#mapping = mapping;
  }

  get at(): number {
    return this.#row.at;
  }

  text(field: Field): string {
    const place = this.#places.get(field);
    if (place === undefined) return '';
    const cell = this.#row.cells[place];
    if (cell === undefined)
      throw this.wrong(field, 'the row ends before it: the file is cut off, or a separator is missing');
    return cell.trim();
  }

  /** A text that is stored. A spreadsheet would run a cell that begins with = or @. */
  plain(field: Field): string | null {
    const text = this.text(field);
    if (text === '') return null;
    if (/^[=@]/.test(text)) throw this.wrong(field, 'it is a formula: export the values');
    // Of a long number it keeps the first figures: nothing would match, and a statement is not taken back.
    if (/^\d([.,]\d+)?E\+\d+$/i.test(text))
      throw this.wrong(field, 'a spreadsheet has rounded it: take the file as the provider gave it');
    if (text.length > 140 || /\p{Cc}/u.test(text))
      throw this.wrong(field, 'it is longer than 140 letters, or holds a line break');
    return text;
  }

  wrong(field: Field, words: string): UnreadableStatement {
    const cell = this.#row.cells[this.#places.get(field) ?? -1] ?? '';
    const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
    return new UnreadableStatement(
      `Line ${this.#row.at}, column ${this.#mapping.columns[field] ?? field}, "${shown}": ${words}.`,
    );
  }
}

/** An amount in ten-thousandths. An empty cell is zero. */
export function numberIn(cells: Cells, field: 'amount' | 'in' | 'out', mapping: Mapping): bigint {
  const { decimal = '.', thousands } = mapping;
  // Spreadsheets group by spaces that do not break.
  const text = cells.text(field).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
  if (text === '') return 0n;
  const groups = thousands === undefined ? '' : `|\\d{1,3}(?:[${thousands}]\\d{3})+`;
  const [, sign = '', whole, fraction = ''] =
    new RegExp(`^([+-]?)(\\d{1,14}${groups})(?:[${decimal}](\\d{1,4}))?$`).exec(text) ?? [];
  if (whole === undefined || whole.length > 18)
    throw cells.wrong(field, `it is no amount such as 1234${decimal}50`);
  const bare = whole.replaceAll(/\D/g, '');
  const amount = BigInt(bare) * 10_000n + BigInt(fraction.padEnd(4, '0'));
  return sign === '-' ? -amount : amount;
}

/** The day that a row is of: `2026-01-31`. */
export function dayOf(cells: Cells, format: Mapping['date']): string {
  const text = cells.text('booked_on');
  const pattern = format
    .replaceAll(/[./]/g, '\\$&')
    .replace('YYYY', '(?<year>\\d{4})')
    .replace('MM', '(?<month>\\d{2})')
    .replace('DD', '(?<day>\\d{2})');
  const { year = '', month = '', day = '' } = new RegExp(`^${pattern}$`).exec(text)?.groups ?? {};
  const iso = `${year}-${month}-${day}`;
  if (!isDay(iso)) throw cells.wrong('booked_on', `it is no day as ${format}`);
  return iso;
}

/** Whether a text is a day of the calendar of this century: `2026-01-31`. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
