import { type Document, type Path, type Placed, type Report, type Rule, type Schema } from './document.ts';
import { successes } from './operations.ts';

/** No shape that a generator of clients drops, or makes code of that does not compile or refuses a valid answer. */
export const generators: Rule = (document, report) => {
  for (const [name, node] of Object.entries(document.components?.schemas ?? {})) {
    const at = ['components', 'schemas', name];
    checkNamed(node, at, report);
    for (const part of partsOf(node, at)) checkPart(part, report);
    checkBooleans(node, at, report);
  }
  checkLinks(document, report);
};

/** Where a named schema is a reference or null, generators make a type of it that holds neither. */
function checkNamed(node: Schema, at: Path, report: Report): void {
  const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  if (choices.some(({ type }) => type === 'null'))
    report(at, 'A named schema is not a choice with null: say `null` where the schema is used.');
}

function checkPart({ node, at }: Placed<Schema>, report: Report): void {
  if (typeof node['const'] === 'boolean')
    report(
      [...at, 'const'],
      `A value that is always ${node['const']} is \`not: {const: ${!node['const']}}\`.`,
    );
  if (node.pattern !== undefined && String(node['format']).startsWith('date'))
    report(
      [...at, 'pattern'],
      'A time has no `pattern`: clients test it against the time that they have parsed.',
    );
  if (node.enum !== undefined && at.length > 3)
    report(
      [...at, 'enum'],
      'A list of values is a named schema, so that its type has the same name everywhere.',
    );
  if (node.properties === undefined) return;
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not'])
    if (keyword in node)
      report([...at, keyword], 'Rules between fields stand under `then`, where generators skip them.');
}

/** The schemas that generators make types of; not those of rules. */
function* partsOf(node: Schema, at: Path): Generator<Placed<Schema>> {
  yield { node, at };
  const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = node;
  const inner: [unknown, Path][] = [
    ...Object.entries(properties).map(([name, child]): [unknown, Path] => [child, ['properties', name]]),
    [items, ['items']],
    [additionalProperties, ['additionalProperties']],
    ...Object.entries({ allOf, anyOf, oneOf }).flatMap(([keyword, members]) =>
      members.map((child, index): [unknown, Path] => [child, [keyword, index]]),
    ),
  ];
  for (const [child, path] of inner) if (isSchema(child)) yield* partsOf(child, [...at, ...path]);
}

/** Some readers expect an object for every property, in the schemas of rules too. */
function checkBooleans(node: unknown, at: Path, report: Report): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const place = [...at, Array.isArray(node) ? Number(key) : key];
    if (typeof value === 'boolean' && at.at(-1) === 'properties')
      report(place, 'A property has a schema, not `true`: any value is `{}`.');
    else checkBooleans(value, place, report);
  }
}

/** The meta-schema wants texts; a body that is made of an answer is read differently by each tool. */
function checkLinks(document: Document, report: Report): void {
  for (const { response, at } of successes(document)) {
    for (const [name, link] of Object.entries(response.links ?? {}))
      checkLink(link, [...at, 'links', name], report);
  }
}

function checkLink(link: { parameters?: Record<string, unknown> }, at: Path, report: Report): void {
  if ('requestBody' in link) report(at, 'A link has no `requestBody`: describe what to send.');
  for (const [name, value] of Object.entries(link.parameters ?? {})) {
    if (typeof value !== 'string')
      report([...at, 'parameters', name], 'The value is a text: an expression, or a constant in quotes.');
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
