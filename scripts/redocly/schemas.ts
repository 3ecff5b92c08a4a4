import {
  type Document,
  follow,
  operationsOf,
  type Path,
  type Placed,
  type Report,
  type Rule,
  type Schema,
} from './document.ts';

/** Every request object is closed, and uses no keyword that validators and generators of test data treat differently. */
export const closedRequests: Rule = (document, report) => {
  for (const { node, at, fragment } of requestSchemas(document)) {
    for (const keyword of ['format', 'readOnly', 'writeOnly', 'unevaluatedProperties', 'unevaluatedItems']) {
      if (keyword in node)
        report(
          [...at, keyword],
          `A request may not have \`${keyword}\`: a pattern or a closed object decides.`,
        );
    }
    if ('discriminator' in node) checkChoice(node, at, report);
    else if (!fragment && (typesOf(node).includes('object') || 'properties' in node))
      checkObject(node, at, report);
  }
};

/** With a `discriminator` the members are closed, not this schema. It needs `type: object`: validators look only at the property. */
function checkChoice(node: Schema, at: Path, report: Report): void {
  if (!typesOf(node).includes('object'))
    report(
      at,
      'A request with a `discriminator` must have `type: object`: without it, values that are no object pass.',
    );
}

/** An object whose names are the caller's own: their form and their number are bounded instead. */
const isMap = (node: Schema): boolean =>
  node.propertyNames !== undefined &&
  node.maxProperties !== undefined &&
  typeof node.additionalProperties === 'object';

function checkObject(node: Schema, at: Path, report: Report): void {
  if (isMap(node)) return;
  if (node.additionalProperties !== false)
    report(at, 'A request object must have `additionalProperties: false`.');
  if (node['x-error-code']?.['additionalProperties'] !== 'UNKNOWN_FIELD') {
    report(at, 'A request object must have `x-error-code: {additionalProperties: UNKNOWN_FIELD}`.');
  }
}

/**
 * Every string is bounded: in a request by its length, in an answer at least by a pattern or a format. Under `not` it is one that is
 * refused.
 */
export const boundedStrings: Rule = (document, report) => {
  const strict = new Set(
    requestSchemas(document)
      .filter(({ inPath }) => !inPath)
      .map(({ node }) => node),
  );
  for (const { node, at } of allSchemas(document)) {
    if (!typesOf(node).includes('string') || isLimited(node) || at.at(-1) === 'not') continue;
    const bounded = strict.has(node) ? isBounded(node.pattern) : 'pattern' in node || 'format' in node;
    if (!bounded)
      report(
        at,
        strict.has(node)
          ? 'A request string needs an upper bound: maxLength or in its pattern.'
          : 'A string needs a bound.',
      );
  }
};

function isLimited(node: Schema): boolean {
  return 'enum' in node || 'const' in node || 'maxLength' in node;
}

/** Every pattern means the same in JavaScript (with `u`), Rust and Python. */
export const safePatterns: Rule = (document, report) => {
  for (const { node, at } of allSchemas(document)) {
    const problem = node.pattern === undefined ? undefined : problemOf(node.pattern);
    if (problem !== undefined) report([...at, 'pattern'], `The pattern ${problem}.`);
  }
};

function problemOf(pattern: string): string | undefined {
  if (!isAnchored(pattern)) return 'is not anchored: ^…$ around all of it';
  if (/\\u[dD][89a-fA-F]/u.test(pattern)) return 'names a surrogate';
  if (/(?<!\\)(?:\\\\)*\\(?:[dDwWsSbBpPxkc0-9]|u\{)/u.test(pattern))
    return 'has an escape that the engines read differently';
  if (/\(\?(?!:)/u.test(pattern)) return 'looks around or names a group';
  return isReadable(pattern) ? undefined : 'is not a regular expression';
}

function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** `^` and `$` hold for the whole pattern only if no `|` stands outside every group. */
function isAnchored(pattern: string): boolean {
  const bare = withoutLiterals(pattern);
  let depth = 0;
  for (const character of bare) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === '|' && depth === 0) return false;
  }
  return bare.startsWith('^') && bare.endsWith('$');
}

function isBounded(pattern: string | undefined): boolean {
  return pattern !== undefined && !/[*+]|\{[0-9]+,\}/u.test(withoutLiterals(pattern));
}

/** The pattern with `x` for escapes and classes, which leaves groups, bars, quantifiers and anchors. */
function withoutLiterals(pattern: string): string {
  return pattern.replace(/\\./gu, 'x').replace(/\[[^\]]*\]/gu, 'x');
}

function typesOf(schema: Schema): readonly string[] {
  return [schema.type ?? []].flat();
}

type RequestSchema = Placed<Schema> & {
  /** A rule between fields (`if`, `then`, a member of `allOf` or `anyOf`), not a whole value. */
  readonly fragment: boolean;
  readonly inPath: boolean;
};

/** Every schema that applies to a request, once each; references are followed. */
export function requestSchemas(document: Document): RequestSchema[] {
  const found = new Map<Schema, RequestSchema>();
  const walk = (schema: Schema, from: Path, fragment: boolean, inPath: boolean): void => {
    const { node, at } = follow(document, 'schemas', schema, from);
    if (found.has(node)) return;
    found.set(node, { node, at, fragment, inPath });
    for (const inner of childrenOf(node, at)) walk(inner.node, inner.at, fragment || inner.fragment, inPath);
  };
  for (const { operation, at: from } of operationsOf(document)) {
    for (const [index, own] of (operation.parameters ?? []).entries()) {
      const { node, at } = follow(document, 'parameters', own, [...from, 'parameters', index]);
      if (node.schema !== undefined) walk(node.schema, [...at, 'schema'], false, node.in === 'path');
    }
    for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
      if (schema !== undefined)
        walk(schema, [...from, 'requestBody', 'content', type, 'schema'], false, false);
    }
  }
  return [...found.values()];
}

/** Every schema of the document, named or of a request, with the schemas inside it. */
function allSchemas(document: Document): Placed<Schema>[] {
  const named = Object.entries(document.components?.schemas ?? {}).map(([name, node]) => ({
    node,
    at: ['components', 'schemas', name],
  }));
  return [...named, ...requestSchemas(document)]
    .flatMap(({ node, at }) => [...within(node, at)])
    .filter(once());
}

function* within(node: Schema, at: Path): Generator<Placed<Schema>> {
  yield { node, at };
  for (const inner of childrenOf(node, at)) yield* within(inner.node, inner.at);
}

function once(): (placed: Placed<Schema>) => boolean {
  const seen = new Set<Schema>();
  return ({ node }) => !seen.has(node) && seen.add(node).has(node);
}

type Child = Placed<Schema> & { readonly fragment: boolean };

function childrenOf(schema: Schema, at: Path): Child[] {
  const { properties, items, additionalProperties, oneOf, allOf, anyOf, not } = schema;
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, node]) =>
      child(node, [...at, 'properties', name], false),
    ),
    ...child(items, [...at, 'items'], false),
    ...child(additionalProperties, [...at, 'additionalProperties'], false),
    ...(oneOf ?? []).flatMap((node, index) => child(node, [...at, 'oneOf', index], false)),
    ...(allOf ?? []).flatMap((node, index) => child(node, [...at, 'allOf', index], true)),
    ...(anyOf ?? []).flatMap((node, index) => child(node, [...at, 'anyOf', index], true)),
    ...child(not, [...at, 'not'], true),
    ...child(schema.if, [...at, 'if'], true),
    ...child(schema.then, [...at, 'then'], true),
    ...child(schema.else, [...at, 'else'], true),
  ];
}

function child(node: Schema | boolean | undefined, at: Path, fragment: boolean): Child[] {
  return typeof node === 'object' ? [{ node, at, fragment }] : [];
}
