import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

export type Fields = Readonly<Record<string, unknown>>;

/** A line of a file, as it stands in the row of a report. */
export type Place = { readonly file: string; readonly line: number };

/** A part of a file that is parsed by itself, so that an edit elsewhere in the file does not parse it again. */
type Piece = { readonly value: unknown };

type Origin = { readonly piece: Piece; readonly line: number; readonly keys: ReadonlyMap<string, number> };

/** Where each mapping and list was read: lines count from the first line of its piece. */
const origins = new WeakMap<object, Origin>();

/** `file` and text of a piece → the piece. */
const parsed = new Map<string, Piece>();

/** A mistake in a document. Its message is a sentence for whoever wrote it. */
export class Unreadable extends Error {}

/** A document with the line of each of its parts. */
export class Source {
  readonly file: string;
  readonly root: Fields;
  /** Piece → its first line. */
  readonly #lines = new Map<Piece, number>();
  /** Path of a section, such as `components/schemas` → key → line. */
  readonly #sections = new Map<object, Map<string, number>>();

  constructor(file: string, text: string) {
    this.file = file;
    const root: Record<string, unknown> = {};
    const { headings, cuts } = piecesOf(text);
    for (const { path, line } of headings) this.#section(root, path, line);
    for (const { path, text: part, line } of cuts) {
      const piece = this.#piece(part, line);
      this.#lines.set(piece, line);
      const into = this.#section(root, path, line);
      const keys = this.#sections.get(into) ?? new Map<string, number>();
      this.#sections.set(into, keys);
      for (const [key, child] of Object.entries(fieldsOf(piece.value))) {
        into[key] = child;
        keys.set(key, line + this.#keyLine(piece, key));
      }
    }
    this.root = root;
  }

  #piece(text: string, line: number): Piece {
    const known = parsed.get(`${this.file}\n${text}`);
    if (known !== undefined) return known;
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    const [error] = document.errors;
    if (error !== undefined) {
      const at = error.linePos?.[0].line ?? 1;
      // The parser counts from the beginning of the piece.
      const said = error.message.split('\n', 1)[0]?.replace(/ at line [0-9]+, column [0-9]+:?$/u, '');
      throw new Unreadable(`${this.file}:${line + at - 1}: ${said ?? ''}`);
    }
    const piece: { value: unknown } = { value: undefined };
    piece.value = plain(document.contents, 1, { piece, lineOf: (offset) => lines.linePos(offset).line });
    parsed.set(`${this.file}\n${text}`, piece);
    return piece;
  }

  /** The mapping of a section; made, with its line, when its heading is read. */
  #section(root: Record<string, unknown>, path: readonly string[], line: number): Record<string, unknown> {
    let section = root;
    for (const key of path) {
      const keys = this.#sections.get(section) ?? new Map<string, number>();
      this.#sections.set(section, keys);
      const child = section[key];
      const next = isFields(child) ? child : {};
      if (next !== child) {
        section[key] = next;
        keys.set(key, line);
      }
      section = next;
    }
    return section;
  }

  #keyLine(piece: Piece, key: string): number {
    return ((isFields(piece.value) && origins.get(piece.value)?.keys.get(key)) || 1) - 1;
  }

  /** Whether the part was read from this document. */
  has(part: object): boolean {
    const origin = origins.get(part);
    return this.#sections.has(part) || (origin !== undefined && this.#lines.has(origin.piece));
  }

  /** The line of a key of a part, or else of the part itself. */
  line(part: object, key?: string | number): number {
    const own = key === undefined ? undefined : this.#sections.get(part)?.get(String(key));
    if (own !== undefined) return own;
    const origin = origins.get(part);
    const first = origin === undefined ? undefined : this.#lines.get(origin.piece);
    if (origin === undefined || first === undefined) return 1;
    return first - 1 + ((key === undefined ? undefined : origin.keys.get(String(key))) ?? origin.line);
  }
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The entries of a mapping; of anything else, none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

type Reading = { readonly piece: Piece; readonly lineOf: (offset: number) => number };

/** The value of a node. The line of a mapping or list under a key is the line of the key. */
function plain(node: Node | null | undefined, line: number, reading: Reading): unknown {
  if (isAlias(node)) throw new Unreadable(`an alias in line ${line}: the contract has no anchors`);
  if (isMap(node)) return plainMap(node, line, reading);
  if (isSeq(node)) {
    const lines = node.items.map((item) => reading.lineOf(startOf(item, 0)));
    const list = node.items.map((item, index) => plain(asNode(item), lines[index] ?? line, reading));
    origins.set(list, {
      piece: reading.piece,
      line,
      keys: new Map(lines.map((at, index) => [String(index), at])),
    });
    return list;
  }
  return isScalar(node) ? node.value : undefined;
}

function plainMap(node: Node, line: number, reading: Reading): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const keys = new Map<string, number>();
  for (const { key, value } of isMap(node) ? node.items : []) {
    const name = String(isScalar(key) ? key.value : key);
    const at = reading.lineOf(startOf(key, 0));
    keys.set(name, at);
    fields[name] = plain(asNode(value), at, reading);
  }
  origins.set(fields, { piece: reading.piece, line, keys });
  return fields;
}

function asNode(value: unknown): Node | undefined {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value) ? value : undefined;
}

function startOf(value: unknown, otherwise: number): number {
  return asNode(value)?.range?.[0] ?? otherwise;
}

type Heading = { readonly path: readonly string[]; readonly line: number };
type Cut = Heading & { readonly text: string };

/**
 * Cuts a document where the entries of `paths`, `webhooks` and of each list of components begin. Each piece is YAML by
 * itself. Nothing else can begin a line that near to the margin: every value of such an entry is indented further.
 */
function piecesOf(text: string): { headings: Heading[]; cuts: Cut[] } {
  const headings: Heading[] = [];
  const cuts: { path: string[]; lines: string[]; line: number }[] = [];
  let section: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const indent = /^ *(?=[^\s#])/.exec(line)?.[0].length;
    section = sectionAt(section, indent);
    const key = /^ *([A-Za-z]+): *(#.*)?$/.exec(line)?.[1];
    if (isSection(section, indent, key)) {
      section = [...section, key ?? ''];
      headings.push({ path: section, line: index + 1 });
    } else if (indent === section.length * 2) {
      cuts.push({ path: section, lines: [line], line: index + 1 });
    } else cuts.at(-1)?.lines.push(line);
  }
  return {
    headings,
    cuts: cuts.map(({ path, lines, line }) => ({ path, text: lines.join('\n'), line })),
  };
}

/** What begins at the margin ends the section before it. */
function sectionAt(section: string[], indent: number | undefined): string[] {
  if (indent === 0) return [];
  return indent === 2 && section[0] === 'components' ? ['components'] : section;
}

function isSection(section: readonly string[], indent: number | undefined, key = ''): boolean {
  if (indent === 0) return ['paths', 'webhooks', 'components'].includes(key);
  return indent === 2 && section[0] === 'components' && key !== '';
}
