/** The cells of a line of CSV (RFC 4180). A cell in quotes may hold commas, and quotes that are doubled. */
function cellsOf(line: string): readonly string[] {
  const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  // The last match is empty, and follows the last cell.
  const own = line.endsWith(',') ? cells : cells.slice(0, -1);
  return own.map((cell) => {
    const text = cell.replace(/,$/, '');
    return /^".*"$/.test(text) && text.length > 1 ? text.slice(1, -1).replaceAll('""', '"') : text;
  });
}

/**
 * The lines of CSV as objects, by the names of the header. An empty cell is an absent field. Cells beyond the header get the name
 * of their place, which no contract knows. Spreadsheets write a byte order mark before the header.
 */
export function objectsIn(csv: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = csv
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  const names = cellsOf(header);
  return lines.map((line) =>
    Object.fromEntries(
      cellsOf(line).flatMap((cell, at) => (cell === '' ? [] : [[names[at] ?? `column ${at + 1}`, cell]])),
    ),
  );
}
