/**
 * openapi-backend with our router and the precompiled validators: it validates a request and finds its handler.
 *
 * - `await loadBackend(handlers)`, once at the start; `handlers` has one function per operationId.
 * - `backend.find(path, method)`: where a request leads, before anything else is known of it. Undefined is 404.
 * - `backend.handle({ method, path, headers, body }, given)`: validates, then calls `handlers[operationId](request, given)` and answers what
 *   that answers. What the schema refuses is thrown as the `ApiError` of problems.ts; percent signs that decode to nothing as `URIError`.
 * - `validateAnswer(operationId, status, body)`, `validateEvent(type, body)`: null, or what is wrong. An undeclared status is wrong.
 */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { type Document, type Context as Handled, OpenAPIBackend } from 'openapi-backend';
import type { EventType } from '../../../generated/event-registry.ts';
import { type OperationId, operations } from '../../../generated/operations.ts';
import { functions as answers } from '../../../generated/validators.answers.js';
import { functions as bodies } from '../../../generated/validators.body.js';
import { functions as events } from '../../../generated/validators.events.js';
import index from '../../../generated/validators.index.json' with { type: 'json' };
import { functions as params } from '../../../generated/validators.params.js';
import { readDocument } from './document.ts';
import { refusal } from './problems.ts';
import { carried, type Incoming, Router } from './router.ts';
import type { RequestOf } from './types.ts';

/** What is handed to a handler besides its request. The security handler of openapi-backend only looks whether there is a principal. */
type Given = { readonly principal?: object | undefined };

/** One function per operation. */
export type Wired<Extra extends Given, Made> = {
  readonly [Op in OperationId]: (request: RequestOf<Op>, given: Extra) => Promise<Made>;
};

export type Route =
  | { readonly operationId: OperationId }
  /** The path is there, the method is not: for 405, and for OPTIONS. */
  | { readonly allow: readonly string[] };

export type Backend<Extra extends Given, Made> = {
  readonly find: (path: string, method: string) => Route | undefined;
  readonly handle: (request: Incoming, given: Extra) => Promise<Made>;
};

/** A contract and its compiled validators, by operationId. */
export type Contract = {
  readonly definition: Document;
  readonly request: Readonly<Record<string, readonly ValidateFunction[]>>;
};

/** Any request that was validated. A method's parameters are compared both ways, so a handler of one operation fits. */
type Valid = {
  readonly params: object;
  readonly query: object;
  readonly headers: object;
  readonly body?: unknown;
};
type Handling<Extra> = { handle(request: Valid, given: Extra): unknown };
type Handlers<Extra> = Readonly<Record<string, Handling<Extra>['handle']>>;

export function loadBackend<Extra extends Given, Made>(
  handlers: Wired<Extra, Made>,
): Promise<Backend<Extra, Made>> {
  return backendOf<Extra, Made>({ definition: readDocument(), request: requestValidators }, handlers);
}

/** `quick`, because its check of the document knows OpenAPI 3.0 only; `strict`, so that nothing unchecked falls through to a handler. */
export async function backendOf<Extra extends Given, Made>(
  contract: Contract,
  handlers: Handlers<Extra>,
): Promise<Backend<Extra, Made>> {
  const api = new OpenAPIBackend({
    definition: contract.definition,
    quick: true,
    strict: true,
    // Hands what validation filled in to the handler; the validators themselves coerce nothing.
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
    api.validator.requestValidators[operationId] = [...(contract.request[operationId] ?? [])];
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`${operationId} has no handler.`);
    api.register(operationId, ({ request }: Handled, given: Extra) => handler(requestOf(request), given));
  }
  return {
    find: (path, method) => routeOf(router, path, method),
    handle: (request, given) => api.handleRequest(carried(request), given),
  };
}

const requestValidators = Object.fromEntries(
  Object.keys(operations).map((id) => [
    id,
    [...named(params, index.params, id), ...named(bodies, index.body, id)],
  ]),
);

function named(
  functions: Readonly<Record<string, ValidateFunction>>,
  names: Readonly<Record<string, string>>,
  id: string,
): ValidateFunction[] {
  const found = functions[names[id] ?? ''];
  return found === undefined ? [] : [found];
}

function requestOf({ params: path, query, headers, requestBody }: Handled['request']): Valid {
  return { params: path, query, headers, body: requestBody };
}

function refuse(operationId: string | undefined, errors: readonly ErrorObject[] | null | undefined): never {
  throw refusal(operationId ?? '', errors ?? []);
}

function routeOf(router: Router, path: string, method: string): Route | undefined {
  const operations = router.find(path);
  if (operations === undefined) return undefined;
  const operation = router.matchOperation({ method, path, headers: {} });
  if (operation !== undefined) return { operationId: operation.operationId as OperationId };
  const methods = [...operations.keys()].map((name) => name.toUpperCase());
  return { allow: methods.includes('GET') ? [...methods, 'HEAD'] : methods };
}

type Statuses = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Answers by their status, `5XX` by range. */
export function validateAnswer(
  operationId: OperationId,
  status: number,
  body: unknown,
): readonly ErrorObject[] | null {
  const names = (index.answers satisfies Statuses as Statuses)[operationId];
  const name = names?.[status] ?? names?.[`${Math.floor(status / 100)}XX`];
  if (name === undefined) return [undeclared(`status ${status} of ${operationId}`)];
  return verdict(answers[name], body);
}

/** The whole event as it is sent, before it is frozen. */
export function validateEvent(type: EventType, body: unknown): readonly ErrorObject[] | null {
  return verdict(events[index.events[type]], body);
}

function verdict(validate: ValidateFunction | undefined, value: unknown): readonly ErrorObject[] | null {
  if (validate === undefined) return [undeclared('this message')];
  return validate(value) ? null : (validate.errors ?? []);
}

function undeclared(what: string): ErrorObject {
  return {
    instancePath: '',
    schemaPath: '',
    keyword: 'declared',
    params: {},
    message: `the contract has no ${what}`,
  };
}
