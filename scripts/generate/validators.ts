import {
  type Document,
  type Documents,
  type Files,
  found,
  madeBy,
  type Operation,
  operationsOf,
  type Schema,
} from './bundle.ts';
import { compiled } from './compile.ts';
import { closed, closedDefinitions, rewritten } from './rewrite.ts';

/** operationId or event type → status, or '' where there is only one → name of the function. */
type Index = Record<string, Record<string, string>>;

/** One file of validators: function name → schema, and which operation or event uses which. Equal schemas share a function. */
type Validators = { readonly schemas: Map<string, Schema>; readonly index: Index };

/** Of requests, answers and events, and of answers without a field that the contract does not name. */
const kinds = ['params', 'body', 'answers', 'events', 'closed'] as const;
type Kind = (typeof kinds)[number];

/**
 * `validators/*.js`, with a function for each request, answer and event, and `validators/index.json`, which says which to use.
 *
 * @param wanted which files are made; compiling them takes seconds
 */
export function generateValidators({ openapi, webhooks }: Documents, wanted: readonly Kind[] = kinds): Files {
  const ours = definitionsOf(openapi);
  const made = {
    params: { ...paramsOf(openapi), definitions: ours, incoming: true, formats: 'full' },
    body: { ...bodiesOf(openapi), definitions: ours, incoming: true, formats: 'full' },
    answers: { ...answersOf(openapi, rewritten), definitions: ours, incoming: false, formats: 'fast' },
    events: { ...eventsOf(webhooks), definitions: definitionsOf(webhooks), incoming: false, formats: 'full' },
    closed: {
      ...answersOf(openapi, (schema) => closed(schema, openapi.components.schemas)),
      definitions: closedDefinitions(openapi.components.schemas),
      incoming: false,
      formats: 'full',
    },
  } as const;
  const { params, body, answers, events, closed: twins } = made;
  const index = {
    params: flat(params.index),
    body: flat(body.index),
    answers: answers.index,
    events: flat(events.index),
    closed: twins.index,
  };
  const files = wanted.flatMap((kind): [string, string][] => [
    [`validators/${kind}.js`, compiled(made[kind].schemas, made[kind].definitions, made[kind])],
    [`validators/${kind}.d.ts`, declared],
  ]);
  return { ...Object.fromEntries(files), 'validators/index.json': `${JSON.stringify(index, null, 2)}\n` };
}

function definitionsOf(document: Document): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [name, rewritten(schema)]),
  );
}

const declared = `${madeBy}import type { ValidateFunction } from 'ajv';

export const functions: Readonly<Record<string, ValidateFunction>>;
`;

/** One schema for all parameters of an operation, so that paths of errors read `/query/limit`. Node gives header names in lower case. */
function paramsOf(document: Document): Validators {
  const validators = empty();
  for (const { operation } of operationsOf(document)) {
    const parameters = (operation.parameters ?? []).map((parameter) =>
      found(parameter, document.components.parameters),
    );
    const places = [...new Set(parameters.map((parameter) => parameter.in))].map((place) => {
      const here = parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, ...rest }) => ({ ...rest, name: place === 'header' ? name.toLowerCase() : name }));
      const required = here.filter((parameter) => parameter.required).map(({ name }) => name);
      const properties = Object.fromEntries(here.map(({ name, schema }) => [name, rewritten(schema)]));
      return [place, { type: 'object', required, properties }] as const;
    });
    if (places.length === 0) continue;
    const schema = {
      type: 'object',
      required: places.map(([place]) => place),
      properties: Object.fromEntries(places),
    };
    add(validators, operation.operationId, '', schema, `${operation.operationId}Params`);
  }
  return validators;
}

function bodiesOf(document: Document): Validators {
  const validators = empty();
  for (const { operation } of operationsOf(document)) {
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (schema === undefined) continue;
    const required = operation.requestBody?.required === true ? ['requestBody'] : [];
    const whole = { type: 'object', required, properties: { requestBody: rewritten(schema) } };
    add(validators, operation.operationId, '', whole, `${operation.operationId}Body`);
  }
  return validators;
}

function answersOf(document: Document, rewrite: (schema: Schema) => Schema): Validators {
  const validators = empty();
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const schema = found(response, document.components.responses).content?.['application/json']?.schema;
      if (schema === undefined) continue;
      add(validators, operation.operationId, status, rewrite(schema), nameOf(schema, operation, status));
    }
  }
  return validators;
}

/** Only implemented events have a validator: no other can be recorded. */
function eventsOf(document: Document): Validators {
  const validators = empty();
  for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
    const schema = post.requestBody?.content['application/json']?.schema;
    const isImplemented = post['x-event']?.implemented === true;
    if (schema !== undefined && isImplemented)
      add(validators, type, '', rewritten(schema), nameOf(schema, post, ''));
  }
  return validators;
}

function nameOf(schema: Schema, operation: Operation, status: string): string {
  return schema.$ref?.split('/').at(-1) ?? `${operation.operationId}${status}`;
}

function empty(): Validators & { known: Map<string, string> } {
  return { schemas: new Map(), index: {}, known: new Map() };
}

function add(
  validators: ReturnType<typeof empty>,
  user: string,
  status: string,
  schema: Schema,
  wanted: string,
): void {
  const text = JSON.stringify(schema);
  const name = validators.known.get(text) ?? wanted;
  validators.known.set(text, name);
  validators.schemas.set(name, schema);
  (validators.index[user] ??= {})[status] = name;
}

function flat(index: Index): Record<string, string> {
  return Object.fromEntries(Object.entries(index).map(([user, names]) => [user, names[''] ?? '']));
}
