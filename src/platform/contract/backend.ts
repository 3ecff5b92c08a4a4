/**
 * openapi-backend with our router and the precompiled validators.
 *
 * - `await loadBackend(answer)` makes it, once at the start.
 * - `backend.find(path, method)` finds the operation of a request. Undefined means 404.
 * - `backend.handle({ method, path, headers, body }, given)` validates the request, then returns what
 *   `answer(operationId, request, given)` returns. It throws the `ApiError` of problems.ts if the schema refuses the request, and
 *   `URIError` for invalid percent-encoding.
 * - answers.ts validates the answers.
 */
import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { type Document, type Context as Handled, OpenAPIBackend } from 'openapi-backend';
import type { OperationId } from '../../../generated/operations.ts';
import { functions as bodies } from '../../../generated/validators/body.js';
import index from '../../../generated/validators/index.json' with { type: 'json' };
import { functions as params } from '../../../generated/validators/params.js';
import { refusal } from './problems.ts';
import { carried, type Incoming, Router } from './router.ts';

/** A validated request with its defaults filled in. `RequestOf` types it for one operation. */
export type ValidRequest = {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** Passed through to `answer`. openapi-backend only checks that a secured operation has a principal. */
type Given = { readonly principal?: object | undefined };

type Route =
  | { readonly operationId: OperationId }
  /** The path exists, but not with this method: for 405 and OPTIONS. */
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

/** `quick` skips a check of the document that only knows OpenAPI 3.0; with `strict`, nothing unchecked reaches a handler. */
export async function loadBackend<Extra extends Given, Made>(
  answer: Answering<Extra, Made>,
): Promise<Backend<Extra, Made>> {
  const api = new OpenAPIBackend({
    definition: readDocument(),
    quick: true,
    strict: true,
    // Passes on the defaults that validation filled in; our validators coerce nothing.
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
    throw new Error('Validators are not compiled at run time: run "npm run generate".');
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

/** The bundled contract. It is read, not imported, because the compiler would infer a type of thousands of lines. */
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
