import {
  type ErrorCode,
  isMap,
  isNode,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** Where a value stands in a document: `['gateways', 'bank', 'address']`. */
export type Path = readonly (string | number)[];

/** What is wrong with a document, in words that quote no value: a value may be a secret. */
export type Problem = { readonly path: Path; readonly line: number; readonly words: string };

export type YamlDocument = {
  /** Undefined if the text is no YAML. */
  readonly data: unknown;
  /** Those of the text. */
  readonly problems: readonly Problem[];
  /** The line of the value, or of the nearest one around it. */
  readonly lineOf: (path: Path) => number;
};

/** Words of our own: those of the library may quote the text. */
const wordsOf: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'is not indented as YAML asks: each level needs the same number of spaces.',
  DUPLICATE_KEY: 'names something that is there already.',
  MISSING_CHAR: 'lacks a character, such as a closing quote or bracket, or a space after a colon.',
  MULTIPLE_DOCS: 'begins a second document. Write one only.',
  TAB_AS_INDENT: 'is indented with a tab. Use spaces.',
  TAG_RESOLVE_FAILED: 'has a tag. Write plain values.',
};

/** Parses a document in the core schema of YAML 1.2, without tags and aliases. Every problem is found, not only the first. */
export function readYaml(text: string): YamlDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    // With `silent` the library would say nothing of a second document.
    logLevel: 'error',
  });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const lineOf = (path: Path) => lineAt(offsetOf(document.contents, path));
  const problems = [...document.errors, ...document.warnings].map(({ code, pos }) => ({
    path: [],
    line: lineAt(pos[0]),
    words: wordsOf[code] ?? 'is no valid YAML.',
  }));
  visit(document, {
    Alias: (_key, alias) => {
      // A few lines of aliases can stand for a value that fills the memory.
      const words = 'has an alias. Write the value out.';
      problems.push({ path: [], line: lineAt(alias.range?.[0] ?? 0), words });
    },
  });
  return { data: problems.length > 0 ? undefined : document.toJS(), problems, lineOf };
}

/** A key stands where its value is looked for: the value may begin on a later line. */
function offsetOf(contents: ParsedNode | null, path: Path): number {
  let node: unknown = contents;
  let offset = 0;
  for (const step of path) {
    const found = isMap(node) ? inMap(node, step) : isSeq(node) ? inList(node, step) : undefined;
    if (found === undefined) return offset;
    node = found.value;
    offset = found.offset;
  }
  return offset;
}

type Found = { readonly value: unknown; readonly offset: number };

function inMap({ items }: YAMLMap, step: string | number): Found | undefined {
  const pair = items.find(({ key }) => String(key) === String(step));
  return pair && { value: pair.value, offset: startOf(pair.key) };
}

function inList({ items }: YAMLSeq, step: string | number): Found | undefined {
  const item = items[Number(step)];
  return item === undefined ? undefined : { value: item, offset: startOf(item) };
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
