/** A statement without its comments. Literals are emptied, so that no word in them is taken for SQL. */
export type Statement = {
  readonly text: string;
  /** What stood between dollar quotes: the body of a function or of a DO. */
  readonly bodies: readonly string[];
  /** What its literals said. */
  readonly literals: readonly string[];
};

const pieces =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$([\s\S]*?)\$\1\$|;|[^-/'"$;]+|[\s\S]/g;

/** Splits a file, or the body of a function, into its statements. */
export function statementsOf(file: string): readonly Statement[] {
  const statements: Statement[] = [];
  let [text, bodies, literals]: [string, string[], string[]] = ['', [], []];
  const end = () => {
    const tidied = text.replaceAll(/\s+/g, ' ').trim();
    if (tidied !== '') statements.push({ text: tidied, bodies, literals });
    [text, bodies, literals] = ['', [], []];
  };
  for (const [piece, , body] of file.matchAll(pieces)) {
    if (piece === ';') end();
    else if (body !== undefined) {
      bodies.push(body);
      text += '$$';
    } else if (piece.startsWith("'")) {
      literals.push(piece.slice(1, -1));
      text += "''";
    } else text += /^(--|\/\*)/.test(piece) ? ' ' : piece;
  }
  end();
  return statements;
}

/** The parts between commas that stand in no parentheses. */
export function partsOf(list: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if (letter === '(' || letter === '[') depth += 1;
    if (letter === ')' || letter === ']') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts.map((part) => part.trim());
}
