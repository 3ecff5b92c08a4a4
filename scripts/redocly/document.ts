/** The parts of a document that the rules read. Anything may be missing, since rules also see documents with mistakes. */
export type Document = {
  info?: { version?: string };
  security?: unknown[];
  tags?: { name: string }[];
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: { [Kind in keyof Kinds]?: Record<string, Kinds[Kind]> };
  'x-registry-version'?: string;
  'x-rate-limits'?: Record<string, RateLimit>;
  'x-greatest-amounts'?: Record<string, unknown>;
  'x-delivery'?: Record<string, unknown>;
  'x-unrouted-failures'?: Record<string, { status?: number; description?: string }>;
};

export type RateLimit = { limit?: number; window?: number };

export type Operation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, Response>;
  'x-origin'?: string;
  'x-permission'?: string;
  'x-key-kinds'?: string[];
  'x-mode'?: string;
  'x-feature'?: string;
  'x-kyc'?: number;
  'x-platform-billing'?: string;
  'x-second-factor'?: string;
  'x-rate-limit'?: RateLimit & { bucket?: string };
  'x-errors'?: string[];
  'x-event'?: {
    group?: string;
    implemented?: boolean;
    triggerSource?: string;
    subject?: string;
    table?: string;
    toNotificationUrl?: boolean;
  };
  'x-badges'?: { name: string; color?: string }[];
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
};

export type Schema = {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  description?: string;
  required?: string[];
  properties?: Record<string, Schema | boolean>;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  maxProperties?: number;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  enum?: unknown[];
  pattern?: string;
  'x-origin'?: string;
  'x-error-code'?: Record<string, string>;
  'x-extensible-enum'?: string[];
  'x-enumDescriptions'?: Record<string, string>;
  'x-retryable'?: string[];
  'x-status'?: Record<string, number>;
};

export type Content = Record<string, { schema?: Schema; examples?: Record<string, Example> }>;
export type Example = { $ref?: string; value?: unknown };
type Parameter = {
  $ref?: string;
  name?: string;
  in?: string;
  schema?: Schema;
  examples?: Record<string, Example>;
};
export type Response = {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Content;
  links?: Record<string, { operationId?: string; parameters?: Record<string, unknown> }>;
};
type Kinds = { schemas: Schema; responses: Response; parameters: Parameter; examples: Example };

/** The keys that lead from the root of the document to a place in it. */
export type Path = readonly (string | number)[];
export type Report = (at: Path, message: string) => void;
export type Source = { readonly file: string; readonly text: string };
export type Rule = (document: Document, report: Report, source: Source) => void;
export type Placed<T> = { readonly node: T; readonly at: Path };

/** The component that a local `$ref` names, with its path, or the node itself. References to other files are not followed. */
export function follow<Kind extends keyof Kinds>(
  document: Document,
  kind: Kind,
  node: Kinds[Kind],
  at: Path,
): Placed<Kinds[Kind]> {
  const name = node.$ref?.startsWith(`#/components/${kind}/`) ? nameOf(node) : undefined;
  const target = name === undefined ? undefined : document.components?.[kind]?.[name];
  return target === undefined || name === undefined
    ? { node, at }
    : { node: target, at: ['components', kind, name] };
}

/** The last part of a reference: the component's name. */
export function nameOf(node: { $ref?: string }): string | undefined {
  return node.$ref?.split('/').at(-1);
}

export type PlacedOperation = {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly at: Path;
};

/** The operations under `paths`, which integrators call. */
export function operationsOf(document: Document): PlacedOperation[] {
  return placed('paths', document.paths);
}

/** The operations under `webhooks`, which integrators answer. */
export function eventsOf(document: Document): PlacedOperation[] {
  return placed('webhooks', document.webhooks);
}

function placed(root: string, paths: Record<string, Record<string, Operation>> = {}): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      operation,
      at: [root, path, method],
    })),
  );
}

export function isSecured(document: Document, operation: Operation): boolean {
  return (operation.security ?? document.security ?? []).length > 0;
}

export function isWrite(method: string): boolean {
  return method !== 'get';
}

/** The JSON media type of a body. */
export function jsonOf(content: Content | undefined): Content[string] | undefined {
  return content?.['application/json'];
}
