import type { FieldError } from '../../../platform/errors.ts';

/** The values of a line by the names of the header, or why nobody can tell what it says. */
export type CsvLine = { readonly values: Readonly<Record<string, string>> } | { readonly error: FieldError };

/**
 * The lines of CSV (RFC 4180). A line break in quotes belongs to its cell: a name that holds one must not become a payout of its
 * own. A quote opens a cell only at its beginning.
 */
function linesOf(csv: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  let inQuotes = false;
  let mayOpen = true;
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv[at];
    const isBreak = sign === '\n' && !inQuotes;
    const turns: boolean = sign === '"' && (inQuotes || mayOpen);
    if (turns) inQuotes = !inQuotes;
    if (isBreak) {
      lines.push(csv.slice(start, at).replace(/\r$/, ''));
      start = at + 1;
    }
    // A second quote right after one that closes is a doubled quote.
    mayOpen = turns || isBreak || sign === ',';
  }
  return start < csv.length ? [...lines, csv.slice(start).replace(/\r$/, '')] : lines;
}

/** The cells of a line as they are written: one in quotes may hold commas, line breaks, and quotes that are doubled. */
function cellsOf(line: string): readonly string[] {
  const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  // The last match is empty, and follows the last cell.
  const own = line.endsWith(',') ? cells : cells.slice(0, -1);
  return own.map((cell) => cell.replace(/,$/, ''));
}

const isWhole = (cell: string): boolean => !cell.startsWith('"') || /^"([^"]|"")*"$/.test(cell);

function textOf(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

/** What decoders write for bytes of another encoding: an é of windows-1252, in which spreadsheets save CSV. */
const lostLetter = '\uFFFD';

/**
 * The lines of CSV as objects, by the names of the header. An empty cell is an absent field. Cells beyond the header get the name
 * of their place, which no contract knows. So do those of a column whose name stands further left, too: nobody can tell which of the
 * two is to be paid. Spreadsheets write a byte order mark before the header.
 */
export function linesIn(csv: string): readonly CsvLine[] {
  const [header = '', ...lines] = linesOf(csv.replace(/^\uFEFF/, ''));
  const names = firstOnes(cellsOf(header));
  return lines.map((line) => {
    const cells = cellsOf(line);
    const error = errorIn(cells, names);
    return error ? { error } : { values: Object.fromEntries(valuesIn(cells, names)) };
  });
}

/** More than a header has names: a line of more values is refused for those beyond it. Half a million would stop all other calls. */
const mostValues = 40;

function valuesIn(cells: readonly string[], names: Names): readonly (readonly [string, string])[] {
  const values: (readonly [string, string])[] = [];
  for (const [at, cell] of cells.entries()) {
    if (values.length === mostValues) break;
    const text = textOf(cell);
    if (text !== '') values.push([nameAt(names, at), text]);
  }
  return values;
}

type Names = readonly (string | undefined)[];

const nameAt = (names: Names, at: number): string => names[at] ?? `column ${at + 1}`;

/** Why a line must not be guessed at: a payee may have another name, or the money may come from another balance. */
function errorIn(cells: readonly string[], names: Names): FieldError | undefined {
  const open = cells.findIndex((cell) => !isWhole(cell));
  if (open !== -1)
    return patternError(nameAt(names, open), 'has a quote that is not closed, or text after it');
  const lost = cells.findIndex((cell) => cell.includes(lostLetter));
  if (lost !== -1)
    return patternError(nameAt(names, lost), 'has lost a letter: save the file as CSV in UTF-8');
  if (cells.length >= names.length) return undefined;
  const message = `has ${cells.length} cells, fewer than the header`;
  return { instancePath: '', keyword: 'minItems', params: { limit: names.length }, message };
}

function patternError(name: string, message: string): FieldError {
  return { instancePath: `/${name}`, keyword: 'pattern', params: {}, message };
}

/** Instead of each text that stands further left, too: undefined. A header may have as many cells as a body has bytes. */
function firstOnes(texts: readonly string[]): Names {
  const seen = new Set<string>();
  return texts.map((text) => {
    if (seen.has(text)) return undefined;
    seen.add(text);
    return text;
  });
}
