import {
  type Document,
  type Files,
  found,
  literal,
  madeBy,
  type Operation,
  operationsOf,
  type Schema,
} from '../generate/bundle.ts';

/** Path, such as `data.items[].id` → what the contract says of its values, in words. */
export type Kinds = Readonly<Record<string, string>>;

/** The names of an operation's fields and parameters. */
type OperationFields = {
  readonly body: readonly string[];
  readonly query: readonly string[];
  /** Of its successes. */
  readonly answer: Kinds;
  /** Of its failures. */
  readonly failure: Kinds;
};

/** `fields.ts`: operationId → the names that its contract knows. */
export function fieldsFile(document: Document): Files {
  return {
    'fields.ts': `${madeBy}import type { OperationFields } from './versions.ts';

export const fields: Readonly<Record<string, OperationFields>> = ${literal(fieldsIn(document))};
`,
  };
}

export function fieldsIn(document: Document): Readonly<Record<string, OperationFields>> {
  return Object.fromEntries(
    operationsOf(document).map(({ operation }) => [operation.operationId, fieldsOf(document, operation)]),
  );
}

function fieldsOf(document: Document, operation: Operation): OperationFields {
  const { parameters: shared, responses: common } = document.components;
  const answers = (isWanted: (status: string) => boolean) =>
    kindsOf(
      document,
      Object.entries(operation.responses)
        .filter(([status]) => isWanted(status))
        .map(([, response]) => found(response, common).content?.['application/json']?.schema)
        .filter((schema) => schema !== undefined),
    );
  const body = operation.requestBody?.content['application/json']?.schema;
  return {
    body: Object.keys(kindsOf(document, body ? [body] : [])),
    query: (operation.parameters ?? [])
      .map((parameter) => found(parameter, shared))
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name)
      .toSorted(),
    answer: answers((status) => status.startsWith('2')),
    failure: answers((status) => !status.startsWith('2')),
  };
}

/** Longer lists of values, such as all countries, only count as text. */
const mostValues = 16;

type Seen = { readonly types: Set<string>; readonly values: Set<string> };

/** The fields of all these schemas, sorted by path. Fields that merchants name themselves, as in `metadata`, are not among them. */
export function kindsOf(document: Document, schemas: readonly Schema[]): Kinds {
  const seen = new Map<string, Seen>();
  for (const schema of schemas) visit({ document, seen, open: [] }, '', schema);
  seen.delete('');
  const sorted = [...seen].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([path, { types, values }]) => [path, inWords(types, values)]));
}

function inWords(types: ReadonlySet<string>, values: ReadonlySet<string>): string {
  const names = [...types].toSorted().join(' or ') || 'anything';
  const listed = values.size > 0 && values.size <= mostValues;
  return listed ? `${names}: ${[...values].toSorted().join(', ')}` : names;
}

type Visit = {
  readonly document: Document;
  readonly seen: Map<string, Seen>;
  /** The references that are being followed. A schema that contains itself adds no new name. */
  readonly open: readonly string[];
};

function visit(at: Visit, path: string, given: Schema | boolean): void {
  if (typeof given === 'boolean') return;
  const { $ref: pointer, ...schema } = given;
  note(at, path, schema);
  if (pointer !== undefined && !at.open.includes(pointer))
    visit({ ...at, open: [...at.open, pointer] }, path, found(given, at.document.components.schemas));
  for (const parts of [schema.allOf, schema.anyOf, schema.oneOf])
    for (const part of parts ?? []) visit(at, path, part);
  for (const part of [schema.then, schema.else]) if (part) visit(at, path, part);
  visitChildren(at, path, schema);
}

function visitChildren(at: Visit, path: string, { properties = {}, items }: Schema): void {
  for (const [name, child] of Object.entries(properties))
    visit(at, path === '' ? name : `${path}.${name}`, child);
  if (items) visit(at, `${path}[]`, items);
}

function note({ seen }: Visit, path: string, schema: Schema): void {
  const { types, values } = seen.get(path) ?? { types: new Set<string>(), values: new Set<string>() };
  seen.set(path, { types, values });
  for (const type of [schema.type ?? []].flat()) types.add(type);
  for (const value of [...(schema.enum ?? []), ...(schema['x-extensible-enum'] ?? [])])
    if (value !== null) values.add(typeof value === 'string' ? value : JSON.stringify(value));
}
