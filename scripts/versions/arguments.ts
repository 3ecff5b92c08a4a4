import {
  type Document,
  type Files,
  found,
  literal,
  madeBy,
  type Operation,
  operationsOf,
} from '../generate/bundle.ts';
import { type Kinds, kindsOf } from './fields.ts';

/** `arguments.ts`: operationId → what a caller gives it, for those who type calls instead of writing them. */
export function argumentsFile(document: Document): Files {
  const entries = operationsOf(document).map(({ path, operation }) => [
    operation.operationId,
    argumentsOf(document, path, operation),
  ]);
  return {
    'arguments.ts': `${madeBy}
/** What a caller gives an operation. A kind is a type in words, with its values if there are few: \`string: card, cash\`. */
export type Arguments = {
  readonly summary: string;
  readonly path: readonly string[];
  /** Parameter → its kind. */
  readonly query: Readonly<Record<string, string>>;
  /** Field, such as \`customer.name\` or \`items[].amount\` → its kind. */
  readonly body: Readonly<Record<string, string>>;
  /** The media types of the body. */
  readonly media: readonly string[];
  /** What must be there: fields of the body, and parameters. */
  readonly required: readonly string[];
  /** Its answer is a page of a list. */
  readonly isList: boolean;
};

export const operationArguments = ${literal(Object.fromEntries(entries))} as const satisfies Readonly<Record<string, Arguments>>;
`,
  };
}

function argumentsOf(document: Document, path: string, operation: Operation) {
  const { parameters: shared, schemas } = document.components;
  const query = (operation.parameters ?? [])
    .map((parameter) => found(parameter, shared))
    .filter((parameter) => parameter.in === 'query');
  const content = operation.requestBody?.content ?? {};
  const body = content['application/json']?.schema;
  return {
    summary: operation.summary,
    path: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query: Object.fromEntries(query.map(({ name, schema }) => [name, kindOf(document, schema)])),
    body: kindsOf(document, body ? [body] : []),
    media: Object.keys(content),
    required: [
      ...query.filter(({ required }) => required === true).map(({ name }) => name),
      ...(body ? (found(body, schemas).required ?? []) : []),
    ],
    isList: query.some(({ name }) => name === 'cursor'),
  };
}

function kindOf(document: Document, schema: Parameters<typeof kindsOf>[1][number]): string {
  const kinds: Kinds = kindsOf(document, [{ properties: { it: schema } }]);
  return kinds['it'] ?? 'anything';
}
