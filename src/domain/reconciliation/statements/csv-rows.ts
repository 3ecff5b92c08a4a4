/** A file that cannot be read, in words for the operator. */
export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement';
}

const limits = { rows: 250_000, columns: 200, cell: 2000 } as const;

/** A row of a CSV file, and the line of the file on which it begins. */
export type CsvRow = { readonly at: number; readonly cells: readonly string[] };

/**
 * Reads CSV (RFC 4180) as it comes in, so that a file of any size takes no more memory than a row. Lines end with CR LF or LF. A
 * cell in quotes may hold separators, line breaks and doubled quotes. Empty lines are left out.
 *
 * @throws UnreadableStatement the text is no CSV, or has more rows, columns or letters than a statement has
 */
export async function* csvRows(
  chunks: AsyncIterable<string> | Iterable<string>,
  separator: string,
): AsyncGenerator<CsvRow> {
  const reader = new RowReader(separator);
  let rows = 0;
  for await (const chunk of chunks)
    for (const letter of chunk) {
      const row = reader.take(letter);
      if (row === undefined) continue;
      rows += 1;
      if (rows > limits.rows)
        throw new UnreadableStatement(
          `The file has more than ${limits.rows} rows. Split it: a statement for each day.`,
        );
      yield row;
    }
  const last = reader.end();
  if (last) yield last;
}

type Place = 'start' | 'bare' | 'quoted' | 'quote in quoted';

/** A row that grows letter by letter. */
class RowReader {
  readonly #separator: string;
  #place: Place = 'start';
  #cell: string[] = [];
  #cells: string[] = [];
  #line = 1;
  #began = 1;
  #isAfterCr = false;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** @returns the row that the letter ends, if it ends one that is not empty */
  take(letter: string): CsvRow | undefined {
    if (letter === '\n') this.#line += 1;
    if (this.#place === 'quoted') {
      if (letter === '"') this.#place = 'quote in quoted';
      else this.#add(letter);
      return undefined;
    }
    if (this.#isAfterCr && letter !== '\n')
      throw this.#refusal('A CR stands alone. Let each line end with LF or CR LF.');
    this.#isAfterCr = letter === '\r';
    if (letter === this.#separator) {
      this.#endCell();
      return undefined;
    }
    if (letter === '\n') return this.#endRow();
    if (letter !== '\r') this.#open(letter);
    return undefined;
  }

  end(): CsvRow | undefined {
    if (this.#place === 'quoted') throw this.#refusal('A quote is opened and never closed.');
    return this.#endRow();
  }

  #open(letter: string): void {
    if (letter === '"' && this.#place === 'start') this.#place = 'quoted';
    else if (letter === '"' && this.#place === 'quote in quoted') {
      this.#place = 'quoted';
      this.#add(letter);
    } else if (letter === '"' || this.#place === 'quote in quoted')
      throw this.#refusal('A quote stands inside a cell. Put the cell in quotes, and double the quote.');
    else {
      this.#place = 'bare';
      this.#add(letter);
    }
  }

  #add(letter: string): void {
    if (this.#cell.length >= limits.cell)
      throw this.#refusal(`A cell has more than ${limits.cell} letters. Is a quote never closed?`);
    if (letter < ' ' && letter !== '\t' && letter !== '\n' && letter !== '\r')
      throw this.#refusal('It holds control characters: it is no text, or in another encoding.');
    this.#cell.push(letter);
  }

  #endCell(): void {
    if (this.#cells.length >= limits.columns)
      throw this.#refusal(`It has more than ${limits.columns} columns. Is the separator right?`);
    this.#cells.push(this.#cell.join(''));
    this.#cell = [];
    this.#place = 'start';
  }

  #endRow(): CsvRow | undefined {
    const isEmpty = this.#cells.length === 0 && this.#cell.length === 0 && this.#place === 'start';
    const at = this.#began;
    this.#began = this.#line;
    if (isEmpty) return undefined;
    this.#endCell();
    const row = { at, cells: this.#cells };
    this.#cells = [];
    return row;
  }

  #refusal(words: string): UnreadableStatement {
    return new UnreadableStatement(`Line ${this.#line}: ${words}`);
  }
}
