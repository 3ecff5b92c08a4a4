import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The keywords of a request's schema that decide what is valid. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly not?: Schema;
  /** Then `oneOf` is of whole objects, not of rules. */
  readonly discriminator?: object;
};

export type Place = 'path' | 'query' | 'header';

export type Parameter = {
  readonly name: string;
  readonly in: Place;
  readonly required?: boolean;
  readonly schema: Schema;
};

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Undefined: it takes none. */
  readonly body: Schema | undefined;
};

/** What the bundle says, as far as a request is concerned. */
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>> };
type DocumentedOperation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
};

export const contractFile = resolve(import.meta.dirname, '../../generated/openapi.json');
const document: Document = JSON.parse(readFileSync(contractFile, 'utf8'));

/** Read anew from the contract, and apart from what the service is built from. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, documented]) => {
    const whole: DocumentedOperation = JSON.parse(JSON.stringify(documented, dereferenced));
    const { operationId, parameters = [], requestBody } = whole;
    const body = requestBody?.content['application/json'].schema;
    return { id: operationId, method: method.toUpperCase(), path, parameters, body };
  }),
);

/** Puts in place what is referred to, for JSON.stringify. Keywords beside a reference come last. */
function dereferenced(key: string, value: unknown): unknown {
  if (key === 'responses' || key === 'examples') return undefined;
  const pointer: unknown = Reflect.get(Object(value), '$ref');
  if (typeof pointer !== 'string') return value;
  let target: unknown = document;
  for (const step of pointer.split('/').slice(1)) target = Reflect.get(Object(target), step);
  return { ...Object(target), ...Object(value), $ref: undefined };
}
