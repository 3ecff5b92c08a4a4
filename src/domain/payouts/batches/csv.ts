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

/** What decoders write for bytes of another encoding: an é of windows-1252, in which spreadsheets save CSV. */
const unreadable = '\uFFFD';

/**
 * The cells of a line of CSV (RFC 4180). A cell in quotes may hold commas, line breaks, and quotes that are doubled. One that begins
 * with a quote and does not end with its other quote gets a line break, which no field of an item may hold: nobody can tell what it is.
 * So does one in which a letter was lost when the file was read: it may be the name of a payee.
 */
function cellsOf(line: string): readonly string[] {
  const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  // The last match is empty, and follows the last cell.
  const own = line.endsWith(',') ? cells : cells.slice(0, -1);
  return own.map((cell) => {
    const text = cell.replace(/,$/, '');
    if (text.includes(unreadable)) return `${text}\n`;
    if (!text.startsWith('"')) return text;
    return /^"([^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : `${text}\n`;
  });
}

/**
 * The lines of CSV as objects, by the names of the header. An empty cell is an absent field. Cells beyond the header get the name
 * of their place, which no contract knows. So do those of a column whose name stands further left, too: nobody can tell which of the
 * two is to be paid. Spreadsheets write a byte order mark before the header.
 */
export function objectsIn(csv: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = linesOf(csv.replace(/^\uFEFF/, ''));
  const names = firstOnes(cellsOf(header));
  return lines.map((line) =>
    Object.fromEntries(
      cellsOf(line).flatMap((cell, at) => (cell === '' ? [] : [[names[at] ?? `column ${at + 1}`, cell]])),
    ),
  );
}

/** Instead of each text that stands further left, too: undefined. A header may have as many cells as a body has bytes. */
function firstOnes(texts: readonly string[]): readonly (string | undefined)[] {
  const seen = new Set<string>();
  return texts.map((text) => {
    if (seen.has(text)) return undefined;
    seen.add(text);
    return text;
  });
}
