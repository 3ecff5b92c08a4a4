import {
  type Document,
  OpenAPIRouter,
  type Operation,
  type ParsedRequest,
  type Request,
} from 'openapi-backend';

/** An incoming call. */
export type Incoming = {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Already parsed: openapi-backend's own parser would parse a JSON string a second time. */
  readonly body?: unknown;
};

type Node = {
  readonly next: Map<string, Node>;
  readonly operations: Map<string, Operation>;
  any: Node | undefined;
};

/** Computed once per operation: where its path parameters are, and how to convert its query parameters. */
type Plan = {
  readonly places: readonly { readonly index: number; readonly name: string }[];
  readonly query: ReadonlyMap<string, (text: string) => unknown>;
};

const incoming = Symbol('incoming');
const parsed = Symbol('parsed');

/** openapi-backend copies these symbol properties with the rest of the request, and ignores them. */
type Carrier = Request & { readonly [incoming]?: Incoming; [parsed]?: ParsedRequest };

/** A request for `handleRequest` without body and headers, so that openapi-backend does not parse and copy them. */
export function carried(request: Incoming): Request {
  const carrier: Carrier = { method: request.method, path: request.path, headers: {}, [incoming]: request };
  return carrier;
}

/** Routes with a trie instead of regular expressions. A literal segment beats a parameter, without backtracking. */
export class Router extends OpenAPIRouter {
  readonly #root = newNode();
  readonly #operations: Operation[];
  readonly #byId = new Map<string, Operation>();
  readonly #plans = new Map<Operation, Plan>();

  constructor(definition: Document) {
    super({ definition, ignoreTrailingSlashes: false });
    this.#operations = super.getOperations();
    for (const operation of this.#operations) {
      this.#byId.set(operation.operationId ?? '', operation);
      this.#plans.set(operation, planOf(operation));
      nodeAt(this.#root, operation.path).operations.set(operation.method, operation);
    }
  }

  override getOperations(): Operation[] {
    return this.#operations;
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.#byId.get(operationId);
  }

  /** The methods of a path, for 405 and `Allow`. Undefined means 404. */
  find(path: string): ReadonlyMap<string, Operation> | undefined {
    let at: Node | undefined = this.#root;
    for (const segment of segmentsOf(path))
      at = at?.next.get(segment) ?? (segment === '' ? undefined : at?.any);
    return at === undefined || at.operations.size === 0 ? undefined : at.operations;
  }

  override matchOperation(request: Request): Operation | undefined;
  override matchOperation(request: Request, strict: boolean): Operation;
  override matchOperation(request: Request, strict = false): Operation | undefined {
    const operations = this.find(request.path);
    const method = request.method.toLowerCase();
    const operation = operations?.get(method) ?? (method === 'head' ? operations?.get('get') : undefined);
    if (operation !== undefined || !strict) return operation;
    throw new Error(operations === undefined ? '404-notFound' : '405-methodNotAllowed');
  }

  /** openapi-backend calls this four times per request, so the result is cached on the request. */
  override parseRequest(request: Request, operation?: Operation): ParsedRequest {
    const carrier: Carrier = request;
    if (operation === undefined) return unparsed;
    carrier[parsed] ??= this.#parse(carrier[incoming] ?? request, operation);
    return carrier[parsed];
  }

  /** @throws URIError the path, or the value of a declared query parameter, has invalid percent-encoding */
  #parse({ method, path, headers, body }: Incoming, operation: Operation): ParsedRequest {
    const { places, query } = this.#plans.get(operation) ?? planOf(operation);
    const params: Record<string, string> = {};
    if (places.length > 0) {
      const segments = segmentsOf(path);
      for (const { index, name } of places) params[name] = decodeURIComponent(segments[index] ?? '');
    }
    const values = readQuery(path, query);
    return { method, path, params, query: values, headers, cookies: undefined, requestBody: body };
  }
}

const unparsed: ParsedRequest = Object.freeze({
  method: '',
  path: '',
  params: undefined,
  query: undefined,
  headers: undefined,
  cookies: undefined,
  requestBody: undefined,
});

function newNode(): Node {
  return { next: new Map(), operations: new Map(), any: undefined };
}

function nodeAt(root: Node, path: string): Node {
  let at = root;
  for (const segment of segmentsOf(path)) {
    let next = segment.startsWith('{') ? at.any : at.next.get(segment);
    if (next === undefined) {
      next = newNode();
      if (segment.startsWith('{')) at.any = next;
      else at.next.set(segment, next);
    }
    at = next;
  }
  return at;
}

/**
 * The path without its query, however its characters were encoded: what identifies the object that a call is about.
 *
 * @throws URIError invalid percent-encoding
 */
export function canonicalPath(path: string): string {
  const segments = segmentsOf(path).map((segment) => encodeURIComponent(decodeURIComponent(segment)));
  return `/${segments.join('/')}`;
}

function segmentsOf(path: string): string[] {
  const end = path.indexOf('?');
  return (end === -1 ? path : path.slice(0, end)).split('/').slice(1);
}

function planOf(operation: Operation): Plan {
  const places = segmentsOf(operation.path).flatMap((segment, index) =>
    segment.startsWith('{') ? [{ index, name: segment.slice(1, -1) }] : [],
  );
  const query = new Map<string, (text: string) => unknown>();
  for (const parameter of operation.parameters ?? []) {
    if ('name' in parameter && parameter.in === 'query')
      query.set(parameter.name, converterOf(parameter.schema));
  }
  return { places, query };
}

/** Converts only the canonical form of a type. Anything else stays text, and the schema refuses it. */
function converterOf(schema: object | undefined): (text: string) => unknown {
  const type = schema !== undefined && 'type' in schema ? schema.type : undefined;
  if (type === 'integer') return (text) => (/^(0|-?[1-9][0-9]{0,14})$/.test(text) ? Number(text) : text);
  if (type === 'boolean') return (text) => (text === 'true' ? true : text === 'false' ? false : text);
  return (text) => text;
}

/** Reads declared parameters only. A repeated one becomes a list, which none of our schemas accepts. */
function readQuery(path: string, declared: Plan['query']): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const start = path.indexOf('?');
  if (start === -1 || declared.size === 0) return values;
  for (const pair of path.slice(start + 1).split('&')) {
    const equals = pair.indexOf('=');
    const name = nameIn(equals === -1 ? pair : pair.slice(0, equals));
    const convert = declared.get(name);
    if (convert === undefined) continue;
    const value = convert(decoded(equals === -1 ? '' : pair.slice(equals + 1)));
    values[name] = name in values ? [values[name], value].flat() : value;
  }
  return values;
}

/** Returns a name with invalid percent-encoding as it is: it matches no parameter, and unknown ones are ignored. */
function nameIn(text: string): string {
  try {
    return decoded(text);
  } catch {
    return text;
  }
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
