import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

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
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly maxProperties?: number;
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
  /** The service refuses card numbers in this text, which no other keyword can say. */
  readonly 'x-no-card-number'?: boolean;
};

export type Place = 'path' | 'query' | 'header';

export type Parameter = {
  readonly name: string;
  readonly in: Place;
  readonly required?: boolean;
  readonly schema: Schema;
};

/** Leads from an answer to another call. Values beginning with `$` are runtime expressions. */
export type Link = {
  readonly name: string;
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** Its schemas still hold references into `components`. */
type DeclaredHeader = { readonly name: string; readonly required: boolean; readonly schema: object };

/** An answer as the contract declares it. */
export type Declared = {
  readonly headers: readonly DeclaredHeader[];
  /** Of the JSON; undefined if the answer has none. */
  readonly schema: object | undefined;
  /** The media types of a download, which is no JSON. */
  readonly media: readonly string[];
  readonly links: readonly Link[];
};

export type Operation = {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  /** Called without a key. */
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  /** Undefined if the operation takes no body. */
  readonly body: Schema | undefined;
  readonly needsBody: boolean;
  /** The largest body that it takes, in bytes. */
  readonly bodyLimit: number;
  /** By status; `5XX` stands for several. */
  readonly answers: Readonly<Record<string, Declared>>;
  /** The codes of failures that only this and a few other operations have. */
  readonly codes: readonly string[];
};

export type Contract = {
  readonly operations: readonly Operation[];
  /** `components.schemas`. */
  readonly schemas: Readonly<Record<string, object>>;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};
type DocumentedOperation = {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
  readonly 'x-errors'?: readonly string[];
  readonly 'x-largest-body'?: { readonly bytes: number };
};
type DocumentedLink = Partial<Link> & { readonly requestBody?: unknown };
type DocumentedAnswer = {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  readonly links?: Readonly<Record<string, unknown>>;
};

export const contractFile = resolve(import.meta.dirname, '../../generated/openapi.json');

/** Reads the contract itself, not the modules generated for the service, so that a wrong one is found. */
export function contractIn(file: string): Contract {
  const text = readFileSync(file, 'utf8');
  const document: Document = file.endsWith('.json') ? JSON.parse(text) : parse(text);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) =>
      operationOf(document, { path, method }, documented),
    ),
  );
  return { operations, schemas: document.components.schemas };
}

/** Bytes, where the operation says nothing else. */
const usualBodyLimit = 256 * 1024;

/** The contract of the newest version. */
export const newest: Contract = contractIn(contractFile);
export const operations: readonly Operation[] = newest.operations;

function operationOf(
  document: Document,
  { path, method }: { readonly path: string; readonly method: string },
  documented: object,
): Operation {
  const whole: DocumentedOperation = JSON.parse(JSON.stringify(documented, dereferencedIn(document)));
  const { operationId, parameters = [], requestBody } = whole;
  const answers: Readonly<Record<string, unknown>> = Reflect.get(documented, 'responses');
  return {
    id: operationId,
    tag: whole.tags?.[0] ?? '',
    method: method.toUpperCase(),
    path,
    isPublic: whole.security?.length === 0,
    parameters,
    body: requestBody?.content['application/json'].schema,
    needsBody: requestBody?.required === true,
    bodyLimit: whole['x-largest-body']?.bytes ?? usualBodyLimit,
    answers: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, declared(document, answer)]),
    ),
    codes: whole['x-errors'] ?? [],
  };
}

function declared(document: Document, answer: unknown): Declared {
  const { headers = {}, content, links = {} }: DocumentedAnswer = found(document, answer);
  return {
    headers: Object.entries(headers).map(([name, header]) => {
      const { required = false, schema = {} }: Partial<DeclaredHeader> = found(document, header);
      return { name, required, schema };
    }),
    schema: content?.['application/json']?.schema,
    media: Object.keys(content ?? {}).filter((type) => type !== 'application/json'),
    links: Object.entries(links).map(([name, link]) => {
      const { operationId = '', parameters = {}, requestBody }: DocumentedLink = found(document, link);
      return { name, operationId, parameters, body: requestBody };
    }),
  };
}

/** The object itself, or the one that its `$ref` names. */
function found(document: Document, value: unknown): object {
  const pointer: unknown = Reflect.get(Object(value), '$ref');
  if (typeof pointer !== 'string') return Object(value);
  let target: unknown = document;
  for (const step of pointer.split('/').slice(1)) target = Reflect.get(Object(target), step);
  return found(document, { ...Object(target), ...Object(value), $ref: Reflect.get(Object(target), '$ref') });
}

/** Replacer for JSON.stringify that resolves `$ref`. Keywords beside a reference override those of its target. */
function dereferencedIn(document: Document): (key: string, value: unknown) => unknown {
  return (key, value) => {
    if (key === 'responses' || key === 'examples') return undefined;
    return typeof Reflect.get(Object(value), '$ref') === 'string' ? found(document, value) : value;
  };
}
