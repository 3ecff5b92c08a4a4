/**
 * openapi-backend with our router and the precompiled validators.
 *
 * - `await loadBackend(answer)` makes it, once at the start.
 * - `backend.find(path, method)` finds the operation of a request. Undefined means 404.
 * - `backend.handle({ method, path, headers, body }, given)` validates the request, then returns what
 *   `answer(operationId, request, given)` returns. It throws the `ApiError` of problems.ts if the schema refuses the request, and
 *   `URIError` for invalid percent-encoding.
 * - contract.ts validates the answers, and backends.ts makes one backend for each version.
 */
import { type Document, type Context as Handled, OpenAPIBackend } from 'openapi-backend';
import type { OperationId } from '../../../generated/operations.ts';
import type { Contract } from '../../../generated/versions.ts';
import { newest, requestErrors } from './contract.ts';
import { documentOf } from './document.ts';
import { refusal } from './problems.ts';
import { carried, type Incoming, Router } from './router.ts';
import type { VersionedRequest } from './types.ts';

/** A validated request with its defaults filled in. `RequestOf` types it for one operation. */
export type ValidRequest = VersionedRequest;

/** Passed through to `answer`. openapi-backend only checks that a secured operation has a principal. */
export type Given = { readonly principal?: object | undefined };

export type Route =
  | { readonly operationId: OperationId }
  /** The path exists, but not with this method: for 405 and OPTIONS. */
  | { readonly allow: readonly string[] };

export type Backend<Extra extends Given, Made> = {
  readonly find: (path: string, method: string) => Route | undefined;
  readonly handle: (request: Incoming, given: Extra) => Promise<Made>;
};

export type Answering<Extra, Made> = (
  operationId: OperationId,
  request: ValidRequest,
  given: Extra,
) => Promise<Made>;

/** The operations of one version: where they are, and the contract that judges requests of each. */
export type Served = {
  readonly document: () => Document;
  readonly contractOf: (operationId: string) => Contract;
};

const newestServed: Served = {
  document: () => documentOf(new Map(Object.keys(newest.operations).map((id) => [id, newest]))),
  contractOf: () => newest,
};

/** `quick` skips a check of the document that only knows OpenAPI 3.0; with `strict`, nothing unchecked reaches a handler. */
export async function loadBackend<Extra extends Given, Made>(
  answer: Answering<Extra, Made>,
  { document, contractOf }: Served = newestServed,
): Promise<Backend<Extra, Made>> {
  const api = new OpenAPIBackend({
    definition: document(),
    quick: true,
    strict: true,
    handlers: {
      validationFail: ({ operation: { operationId = '' }, validation }) => {
        throw refusal(operationId, validation.errors ?? [], contractOf(operationId).rows[operationId]);
      },
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
  // Its own also looks for what our contract never has, such as a list in the query, and that takes longer than to validate. Ours
  // fills defaults into the request that was parsed once and is handed on.
  api.validator.validateRequest = (request, operation) => {
    if (typeof operation !== 'object') throw new Error('a request is judged after its operation was found');
    const { operationId = '' } = operation;
    const { params: path, query, headers: header, requestBody } = router.parseRequest(request, operation);
    const parts = { path, query, header, ...(requestBody !== undefined && { requestBody }) };
    const errors = requestErrors(contractOf(operationId), operationId, parts);
    return { valid: errors.length === 0, errors: errors.length === 0 ? null : [...errors] };
  };
  for (const { operationId = '' } of router.getOperations()) {
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

function routeOf(router: Router, path: string, method: string): Route | undefined {
  const found = router.find(path);
  if (found === undefined) return undefined;
  const operation = router.matchOperation({ method, path, headers: {} });
  if (operation !== undefined) return { operationId: operation.operationId as OperationId };
  const methods = [...found.keys()].map((name) => name.toUpperCase());
  return { allow: methods.includes('GET') ? [...methods, 'HEAD'] : methods };
}
