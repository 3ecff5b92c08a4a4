import {
  type Document,
  type Files,
  found,
  literal,
  madeBy,
  type Operation,
  operationsOf,
  type Response,
  type Schema,
} from './bundle.ts';

type Failure = { status: number; retryable: boolean; message: string; remedy: string };
type Row = [at: string, keyword: string, code: string, which?: string];

/** `error-catalogue.ts`: what each code means, and for each operation the codes of the rules that a request can break. */
export function generateErrors(document: Document): Files {
  const catalogue = Object.fromEntries(catalogueOf(document));
  const rows = errorRowsIn(document);
  for (const code of Object.values(rows)
    .flat()
    .map((row) => row[2])) {
    if (!(code in catalogue))
      throw new Error(`x-error-code names ${code}, which no failure schema declares.`);
  }
  const text = `${madeBy}
/** Code → its one status and its texts: \`message\` is sent in the answer, \`remedy\` is shown on the page of errors. */
export const errorCatalogue = ${literal(catalogue)} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** Instance path (\`*\` is any index, or a name that the caller chose), keyword and code. \`which\` tells rules of one place apart: the pattern, or the missing field. */
export type ErrorRow = readonly [at: string, keyword: string, code: ErrorCode, which?: string];

/** operationId → rows of \`x-error-code\` in the document's order, unknown fields last. The first row that matches gives the code. */
export const errorRows: { readonly [operationId: string]: readonly ErrorRow[] } = ${literal(rows)};
`;
  return { 'error-catalogue.ts': text };
}

/** operationId → its rows. */
export function errorRowsIn(document: Document): Record<string, Row[]> {
  return Object.fromEntries(
    operationsOf(document).map(({ operation }) => [operation.operationId, rowsOf(document, operation)]),
  );
}

/** The codes of all failures that operations declare, by status, then the codes that belong to no operation. */
export function catalogueOf(document: Document): Map<string, Failure> {
  const catalogue = new Map<string, Failure>();
  const responses = operationsOf(document)
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .filter(([status]) => !status.startsWith('2'))
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  for (const [status, response] of responses) {
    for (const schema of codeSchemas(document, response)) addCodes(catalogue, status, schema);
  }
  const unrouted = Object.entries(document['x-unrouted-failures'] ?? {});
  for (const [code, { status, retryable = false, description }] of unrouted) {
    addCode(catalogue, code, { status, retryable, ...words(description) });
  }
  return catalogue;
}

function addCodes(catalogue: Map<string, Failure>, declared: string, schema: Schema): void {
  for (const code of schema['x-extensible-enum'] ?? []) {
    const status = schema['x-status']?.[code] ?? Number(declared.replace('XX', '00'));
    const retryable = schema['x-retryable']?.includes(code) ?? false;
    addCode(catalogue, code, { status, retryable, ...words(schema['x-enumDescriptions']?.[code]) });
  }
}

function addCode(catalogue: Map<string, Failure>, code: string, failure: Failure): void {
  const known = catalogue.get(code);
  if (known !== undefined && known.status !== failure.status) {
    throw new Error(`${code} is declared under ${known.status} and ${failure.status}.`);
  }
  if (known === undefined) catalogue.set(code, failure);
}

/** The first sentence is the message, the rest the remedy. */
function words(description = ''): { message: string; remedy: string } {
  const [message = '', ...remedy] = description.split(/(?<=[.!?])\s+(?=\S)/u);
  return { message, remedy: remedy.join(' ') };
}

/** The schemas of the field `code` in a failure's body; follows `$ref` and the members of `allOf`, `oneOf` and `anyOf`. */
function codeSchemas(document: Document, response: Response): Schema[] {
  const { schemas, responses } = document.components;
  const within = (schema: Schema): Schema[] => {
    const { properties, allOf, oneOf, anyOf } = found(schema, schemas);
    const code = properties?.['code'];
    const own = typeof code === 'object' ? [found(code, schemas)] : [];
    return [...own, ...[...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])].flatMap(within)];
  };
  const body = found(response, responses).content?.['application/json']?.schema;
  return body === undefined ? [] : within(body);
}

/** The rules of a request that have a code of their own. */
export function rowsOf(document: Document, operation: Operation): Row[] {
  const { schemas, parameters } = document.components;
  const rows = (operation.parameters ?? []).flatMap((parameter) => {
    const { name, in: place, schema } = found(parameter, parameters);
    return walk(schema, `/${place}/${place === 'header' ? name.toLowerCase() : name}`, schemas);
  });
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body !== undefined) rows.push(...walk(body, '/requestBody', schemas));
  return once(distinguish(once(rows))).toSorted(
    (a, b) => Number(a[2] === 'UNKNOWN_FIELD') - Number(b[2] === 'UNKNOWN_FIELD'),
  );
}

function walk(
  schema: Schema | boolean,
  at: string,
  schemas: Record<string, Schema>,
  seen: readonly string[] = [],
): Row[] {
  if (typeof schema === 'boolean' || seen.includes(schema.$ref ?? '')) return [];
  const path = schema.$ref === undefined ? seen : [...seen, schema.$ref];
  const own = Object.entries(schema['x-error-code'] ?? {}).flatMap(([keyword, code]) => {
    const which = causesOf(schema, keyword);
    return which.length === 0
      ? [[at, keyword, code] satisfies Row]
      : which.map((one): Row => [at, keyword, code, one]);
  });
  return [
    ...own,
    ...partsOf(schema, at, schemas).flatMap(([child, place]) => walk(child, place, schemas, path)),
  ];
}

/** What tells errors of this keyword apart: the pattern, or the missing field. */
function causesOf(schema: Schema, keyword: string): readonly string[] {
  if (keyword === 'pattern') return [schema.pattern ?? ''];
  if (keyword === 'required') return schema.required ?? [];
  return keyword === 'dependentRequired' ? Object.values(schema.dependentRequired ?? {}).flat() : [];
}

/** The schemas inside a schema, each with the path of the value that it applies to. */
function partsOf(
  schema: Schema,
  at: string,
  schemas: Record<string, Schema>,
): (readonly [Schema | boolean, string])[] {
  const { $ref, properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const sides = [schema.then, schema.else].filter((side) => side !== undefined);
  return [
    ...($ref === undefined ? [] : [[found(schema, schemas), at] as const]),
    ...Object.entries(properties).map(([name, child]) => [child, `${at}/${name}`] as const),
    ...[items, additionalProperties].flatMap((inner) =>
      typeof inner === 'object' ? [[inner, `${at}/*`] as const] : [],
    ),
    ...[...allOf, ...anyOf, ...oneOf, ...sides].map((part) => [part, at] as const),
  ];
}

function once(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

/** Keeps `which` only where the rules of one place and keyword have different codes. */
function distinguish(rows: readonly Row[]): Row[] {
  const place = ([at, keyword]: Row): string => `${keyword} ${at}`;
  const places = Map.groupBy(rows, place);
  return rows.map((row) =>
    new Set(places.get(place(row))?.map(([, , code]) => code)).size > 1 ? row : [row[0], row[1], row[2]],
  );
}
