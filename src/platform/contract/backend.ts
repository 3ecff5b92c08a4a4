/**
 * openapi-backend with our router and the precompiled validators.
 *
 * - `await loadBackend(answer)`, once at the start.
 * - `backend.find(path, method)`: where a request leads, before anything else is known of it. Undefined is 404.
 * - `backend.handle({ method, path, headers, body }, given)`: validates, then answers what `answer(operationId, request, given)` answers.
 *   A request that its schema refuses throws the `ApiError` of problems.ts; percent signs that decode to nothing throw `URIError`.
 * - What goes out is checked by answers.ts.
 */
import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { type Document, type Context as Handled, OpenAPIBackend } from 'openapi-backend';
import type { OperationId } from '../../../generated/operations.ts';
import { functions as bodies } from '../../../generated/validators.body.js';
import index from '../../../generated/validators.index.json' with { type: 'json' };
import { functions as params } from '../../../generated/validators.params.js';
import { refusal } from './problems.ts';
import { carried, type Incoming, Router } from './router.ts';

/** A request that its schema has accepted, defaults filled in; `RequestOf` says what it holds. */
export type ValidRequest = {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** What goes with a request to its answer. openapi-backend only asks whether a secured operation has a principal. */
type Given = { readonly principal?: object | undefined };

type Route =
  | { readonly operationId: OperationId }
  /** The path is there, the method is not: for 405, and for OPTIONS. */
  | { readonly allow: readonly string[] };

export type Backend<Extra extends Given, Made> = {
  readonly find: (path: string, method: string) => Route | undefined;
  readonly handle: (request: Incoming, given: Extra) => Promise<Made>;
};

type Answering<Extra, Made> = (
  operationId: OperationId,
  request: ValidRequest,
  given: Extra,
) => Promise<Made>;

/** `quick`, because its check of the document knows OpenAPI 3.0 only; `strict`, so that nothing unchecked falls through to a handler. */
export async function loadBackend<Extra extends Given, Made>(
  answer: Answering<Extra, Made>,
): Promise<Backend<Extra, Made>> {
  const api = new OpenAPIBackend({
    definition: readDocument(),
    quick: true,
    strict: true,
    // Hands on what validation filled in; the validators themselves coerce nothing.
    coerceTypes: true,
    handlers: {
      validationFail: ({ operation, validation }) => refuse(operation.operationId, validation.errors),
    },
    securityHandlers: { apiKey: (_handled: Handled, given: Extra) => given.principal },
  });
  await api.init();
  const router = new Router(api.definition);
  api.router = router;
  api.validator.router = router;
  api.validator.getAjv = () => {
    throw new Error('Nothing is compiled at run time: npm run generate.');
  };
  for (const { operationId = '' } of router.getOperations()) {
    api.validator.requestValidators[operationId] = validatorsOf(operationId);
    api.register(operationId, ({ request }: Handled, given: Extra) => {
      const { params: path, query, headers, requestBody } = request;
      return answer(operationId as OperationId, { params: path, query, headers, body: requestBody }, given);
    });
  }
  return {
    find: (path, method) => routeOf(router, path, method),
    handle: (request, given) => api.handleRequest(carried(request), given),
  };
}

/** The bundled contract, read once at the start. Importing it would have the compiler infer a type of thousands of lines. */
export function readDocument(): Document {
  return JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));
}

function validatorsOf(operationId: string): ValidateFunction[] {
  const ofParams: Readonly<Record<string, string>> = index.params;
  const ofBody: Readonly<Record<string, string>> = index.body;
  return [params[ofParams[operationId] ?? ''] ?? [], bodies[ofBody[operationId] ?? ''] ?? []].flat();
}

function refuse(operationId: string | undefined, errors: readonly ErrorObject[] | null | undefined): never {
  throw refusal(operationId ?? '', errors ?? []);
}

function routeOf(router: Router, path: string, method: string): Route | undefined {
  const found = router.find(path);
  if (found === undefined) return undefined;
  const operation = router.matchOperation({ method, path, headers: {} });
  if (operation !== undefined) return { operationId: operation.operationId as OperationId };
  const methods = [...found.keys()].map((name) => name.toUpperCase());
  return { allow: methods.includes('GET') ? [...methods, 'HEAD'] : methods };
}
