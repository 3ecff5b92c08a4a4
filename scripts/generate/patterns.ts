import { type Document, type Files, found, literal, madeBy, operationsOf } from './bundle.ts';

/**
 * `pattern-words.ts`: what each pattern of a request asks for, in words, from `x-pattern-words`. A refusal never shows a regular
 * expression.
 */
export function generatePatternWords(document: Document): Files {
  const words = document['x-pattern-words'] ?? {};
  const patterns = patternsOfRequests(document);
  const silent = [...patterns].filter((pattern) => !Object.hasOwn(words, pattern));
  const unused = Object.keys(words).filter((pattern) => !patterns.has(pattern));
  if (silent.length > 0) throw new Error(`x-pattern-words lacks: ${silent.join('   ')}`);
  if (unused.length > 0) throw new Error(`x-pattern-words has what no request uses: ${unused.join('   ')}`);
  return {
    'pattern-words.ts': `${madeBy}
/** Pattern of a request → what it asks for, as the message of a refusal. */
export const patternWords: { readonly [pattern: string]: string } = ${literal(words)};
`,
  };
}

/** Every pattern that a request can break. */
export function patternsOfRequests(document: Document): ReadonlySet<string> {
  const patterns = new Set<string>();
  const seen = new Set<string>();
  const { schemas, parameters } = document.components;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === 'pattern' && typeof value === 'string') patterns.add(value);
      else if (name === '$ref' && typeof value === 'string') follow(value);
      // A code for a pattern is no pattern.
      else if (!name.startsWith('x-') && !name.startsWith('example')) visit(value);
    }
  };
  const follow = (ref: string): void => {
    if (seen.has(ref)) return;
    seen.add(ref);
    visit(schemas[ref.split('/').at(-1) ?? '']);
  };
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) visit(found(parameter, parameters).schema);
    visit(operation.requestBody?.content['application/json']?.schema);
  }
  return patterns;
}
