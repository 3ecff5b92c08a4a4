import type { Statement, StatementLine } from '../../money/gateways/statement.ts';
import { Cells, dayOf, numberIn, type Places } from './csv-cells.ts';
import { type CsvRow, csvRows, UnreadableStatement } from './csv-rows.ts';
import { columnNames, type Mapping } from './mapping.ts';

/** A file as its bytes come in, and how the statement is named: CSV does not say. */
export type CsvFile = {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly id: string;
  /** The days that it is about, if they are more than its lines have: a day without payments. */
  readonly from?: string;
  readonly to?: string;
  /** Needed if it has no lines, and only lines say the currency. */
  readonly currency?: string;
};

/**
 * Reads a provider's CSV by a mapping. Every cell that is read must be what the mapping says, so a wrong mapping or a broken file
 * is refused as a whole.
 *
 * @throws UnreadableStatement names the line of the file, the column and what stands there
 *
 * Decision 0106.
 */
export async function readCsv(file: CsvFile, mapping: Mapping): Promise<Statement> {
  const rows = csvRows(textOf(file.bytes, mapping.encoding ?? 'utf-8'), mapping.separator ?? ',');
  const lines: StatementLine[] = [];
  let header: Header | undefined;
  let skipped = 0;
  for await (const row of rows) {
    if (skipped < (mapping.skip ?? 0)) skipped += 1;
    else if (!header) header = { places: placesIn(row, mapping), columns: row.cells.length };
    else {
      refuseWide(row, header);
      const line = lineOf(row, header.places, mapping);
      refuseMixed(row, line, lines[0]);
      lines.push(line);
    }
  }
  if (!header) throw new UnreadableStatement('The file has no header.');
  return statementOf(file, lines, mapping);
}

/** Decodes the bytes, and refuses those that are no text of the encoding. */
async function* textOf(bytes: CsvFile['bytes'], encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of bytes) {
      if (isFirst) refuseUtf16(chunk);
      isFirst = false;
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError)
      throw new UnreadableStatement(
        `The file is not ${encoding}. Save it as UTF-8, or name its encoding in the mapping.`,
      );
    throw error;
  }
}

function refuseUtf16([first, second]: Uint8Array): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new UnreadableStatement('The file is UTF-16. Save it as UTF-8.');
}

function placesIn({ at, cells }: CsvRow, { columns }: Mapping): Places {
  const names = cells.map((cell) => cell.trim());
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) !== place);
  const wanted = columnNames.flatMap((field) => {
    const name = columns[field];
    return name === undefined ? [] : ([[field, name]] as const);
  });
  const absent = wanted.filter(([, name]) => !names.includes(name)).map(([, name]) => name);
  if (absent.length > 0)
    throw new UnreadableStatement(
      `Line ${at}: the header has no column ${absent.join(', ')}. It has: ${names.slice(0, 20).join(', ')}.`,
    );
  if (twice !== undefined && wanted.some(([, name]) => name === twice))
    throw new UnreadableStatement(`Line ${at}: the header has the column ${twice} twice.`);
  return new Map(wanted.map(([field, name]) => [field, names.indexOf(name)]));
}

type Header = { readonly places: Places; readonly columns: number };

/** A separator inside a cell that no quotes hold, as in 1,234.50, moves all cells behind it: another amount would be read. */
function refuseWide({ at, cells }: CsvRow, { columns }: Header): void {
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    throw new UnreadableStatement(
      `Line ${at} has ${cells.length} cells, and the header ${columns} columns. A cell that holds a separator must be in quotes.`,
    );
}

/** A statement covers days of one currency. Of another that stands in its lines, a payment that is missing would never be found. */
function refuseMixed({ at }: CsvRow, { currency }: StatementLine, first: StatementLine | undefined): void {
  if (first && currency !== first.currency)
    throw new UnreadableStatement(
      `Line ${at} is in ${currency}, and the lines above it are in ${first.currency}. Make a file of the lines of each currency, and import each with the same --from and --to.`,
    );
}

/** Of amounts without signs. */
const goesOut: readonly StatementLine['kind'][] = ['refund', 'payout', 'fee'];

function lineOf(row: CsvRow, places: Places, mapping: Mapping): StatementLine {
  const cells = new Cells(row, places, mapping);
  const signed = amountOf(cells, mapping);
  const kind = kindOf(cells, signed, mapping);
  const wentOut = mapping.unsigned === true && goesOut.includes(kind);
  return {
    line: cells.plain('line') ?? String(row.at),
    reference: cells.plain('reference'),
    gatewayReference: cells.plain('gateway_reference'),
    kind,
    amount: wentOut && signed > 0n ? -signed : signed,
    currency: currencyOf(cells, mapping),
    bookedOn: dayOf(cells, mapping.date),
  };
}

function kindOf(cells: Cells, amount: bigint, { kinds }: Mapping): StatementLine['kind'] {
  if (kinds) {
    const word = cells.text('kind');
    return (Object.hasOwn(kinds, word) ? kinds[word] : undefined) ?? 'other';
  }
  return amount > 0n ? 'payment' : 'refund';
}

function currencyOf(cells: Cells, { currency }: Mapping): string {
  if (currency !== undefined) return currency;
  const code = cells.text('currency').toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw cells.wrong('currency', 'it is no currency code such as USD');
  return code;
}

function amountOf(cells: Cells, mapping: Mapping): bigint {
  if (mapping.columns.amount === undefined) {
    const [into, out] = [numberIn(cells, 'in', mapping), numberIn(cells, 'out', mapping)];
    if ((into === 0n) === (out === 0n) && (into !== 0n || !isWaived(cells, mapping)))
      throw cells.wrong('in', 'exactly one of money in and money out must have an amount');
    return into === 0n ? -absolute(out) : into;
  }
  const amount = numberIn(cells, 'amount', mapping);
  if (amount === 0n && !isWaived(cells, mapping)) throw cells.wrong('amount', 'it is no amount');
  return isOut(cells, mapping) ? -absolute(amount) : amount;
}

/** In any case: a debit that is spelt Dr in one file and DR in the mapping must not come in. */
function isOut(cells: Cells, { out = [] }: Mapping): boolean {
  const sign = cells.text('sign').toLowerCase();
  return out.some((word) => word.toLowerCase() === sign);
}

/** A fee that the provider waives, or a line that only informs: it is matched with nothing, and moves no money. */
function isWaived(cells: Cells, mapping: Mapping): boolean {
  const isStated = (['amount', 'in', 'out'] as const).some((field) => cells.text(field) !== '');
  return isStated && mapping.kinds !== undefined && listed.includes(kindOf(cells, 0n, mapping));
}

/** Kinds that are listed with the day, and compared with nothing. */
const listed: readonly StatementLine['kind'][] = ['fee', 'other'];

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function statementOf(file: CsvFile, lines: readonly StatementLine[], mapping: Mapping): Statement {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const [from, to] = [file.from ?? days[0], file.to ?? days.at(-1)];
  if (from === undefined || to === undefined)
    throw new UnreadableStatement('The file has no lines. Name its days: --from and --to.');
  const currency = currencyOfAll(file, lines, mapping);
  return { id: file.id, currency, from, to, opening: null, closing: null, lines };
}

function currencyOfAll(
  { currency: named }: CsvFile,
  [first]: readonly StatementLine[],
  mapping: Mapping,
): string {
  const stated = mapping.currency ?? first?.currency ?? named;
  if (stated === undefined)
    throw new UnreadableStatement('The file has no lines, so no currency. Name it: --currency.');
  if (named !== undefined && named !== stated)
    throw new UnreadableStatement(`The file is in ${stated}, and not in ${named}.`);
  return stated;
}
