import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import type { Exchange } from './mobile-money-operator.ts';

/** The published OpenAPI document of the API, version 1.2. It is not in this repository: whoever has it names it here. */
const path = env['GSMA_OPENAPI'];

export const missingDocument = path === undefined ? 'GSMA_OPENAPI names no document' : undefined;

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: object;
};
type Operation = {
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly $ref: string };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': { schema: object } } }>
  >;
};
type Document = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Operation>> & { parameters?: Operation['parameters'] }>
  >;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly requestBodies: Readonly<Record<string, { content: { 'application/json': { schema: object } } }>>;
  };
};

/** Compares exchanges with the document. @returns what breaks it, in words */
export function openPublished(): (exchange: Exchange) => readonly string[] {
  const document = parse(readFileSync(path ?? '', 'utf8')) as Document;
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  formats.default(ajv);
  ajv.addSchema(modern(document) as object, 'published');
  const compiled = new Map<string, ValidateFunction>();
  const breaks = (where: string, schema: object, value: unknown): string[] => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(absolute(schema) as object);
    compiled.set(key, validate);
    return validate(value) ? [] : [`${where}: ${ajv.errorsText(validate.errors)}`];
  };
  return (exchange) => {
    const found = templateOf(document, exchange);
    if (!found) return [`${exchange.method} ${exchange.path} is not in the document`];
    const { template, item, operation } = found;
    const where = `${exchange.method} ${template} ${exchange.status}`;
    const named = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
      ({ $ref }) => document.components.parameters[$ref.split('/').at(-1) ?? ''],
    );
    const headers = named.flatMap((parameter) => (parameter?.in === 'header' ? [parameter] : []));
    const body = document.components.requestBodies[operation.requestBody?.$ref.split('/').at(-1) ?? ''];
    const answer = operation.responses[exchange.status]?.content?.['application/json'].schema;
    return [
      ...unknownHeaders(exchange, headers).map((name) => `${where}: no header ${name}`),
      ...headers.flatMap(({ name, schema }) => {
        const value = exchange.requestHeaders[name.toLowerCase()];
        return value === undefined ? [] : breaks(`${where} ${name}`, schema, value);
      }),
      ...(body
        ? breaks(`${where} request`, body.content['application/json'].schema, exchange.requestBody)
        : []),
      ...(answer
        ? breaks(`${where} answer`, answer, exchange.responseBody)
        : [`${where} is not in the document`]),
    ];
  };
}

function unknownHeaders({ requestHeaders }: Exchange, known: readonly Parameter[]): string[] {
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  return Object.keys(requestHeaders).filter((name) => name.startsWith('x-') && !names.has(name));
}

function templateOf({ paths }: Document, { method, path: asked }: Exchange) {
  const bare = asked.split('?')[0] ?? '';
  for (const [template, item] of Object.entries(paths)) {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const operation = item[method.toLowerCase()];
    // `/accounts/{accountId}/balance` has as many parts as nothing that is asked here.
    if (operation && pattern.test(bare)) return { template, item, operation };
  }
  return undefined;
}

/** OpenAPI 3.0 has the older form of an exclusive minimum. */
function modern(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modern);
  if (typeof value !== 'object' || value === null) return value;
  const { exclusiveMinimum, minimum, ...rest } = value as Record<string, unknown>;
  const bound =
    exclusiveMinimum === true ? { exclusiveMinimum: minimum } : minimum === undefined ? {} : { minimum };
  return { ...Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, modern(each)])), ...bound };
}

function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' && typeof each === 'string' ? [key, `published${each}`] : [key, absolute(each)],
    ),
  );
}
