import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The keywords in the schemas of requests that decide what is valid. */
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
  /** If present, `oneOf` lists whole objects rather than rules between fields. */
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
  /** Undefined if the operation takes no body. */
  readonly body: Schema | undefined;
};

/** The part of the bundled contract that is about requests. */
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>> };
type DocumentedOperation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
};

export const contractFile = resolve(import.meta.dirname, '../../generated/openapi.json');
const document: Document = JSON.parse(readFileSync(contractFile, 'utf8'));

/** Read from the contract itself, not from the modules generated for the service, so that a wrong one is found. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, documented]) => {
    const whole: DocumentedOperation = JSON.parse(JSON.stringify(documented, dereferenced));
    const { operationId, parameters = [], requestBody } = whole;
    const body = requestBody?.content['application/json'].schema;
    return { id: operationId, method: method.toUpperCase(), path, parameters, body };
  }),
);

/** Replacer for JSON.stringify that resolves `$ref`. Keywords beside a reference override those of its target. */
function dereferenced(key: string, value: unknown): unknown {
  if (key === 'responses' || key === 'examples') return undefined;
  const pointer: unknown = Reflect.get(Object(value), '$ref');
  if (typeof pointer !== 'string') return value;
  let target: unknown = document;
  for (const step of pointer.split('/').slice(1)) target = Reflect.get(Object(target), step);
  return { ...Object(target), ...Object(value), $ref: undefined };
}
