import * as fc from 'fast-check';
import { functions as closed } from '../../generated/validators/closed.js';
import index from '../../generated/validators/index.json' with { type: 'json' };
import { type Operation, operations } from './contract.ts';
import { brokenRequest, type Ids, type Request, validRequest } from './requests.ts';

type Target = {
  readonly baseUrl: string;
  readonly key: string;
  /** Of another merchant, for operations that would delete the objects or change the KYC tier of the first. */
  readonly spareKey: string;
  readonly ids: Ids;
};

const destructive: readonly string[] = ['resetSandbox', 'setTestKyc'];

type Options = { readonly seed: number; readonly runs: number };

/** What an operation did wrong, with the request that showed it. */
type Finding = { readonly operation: string; readonly what: string };

type Outcome = {
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Operations that answered no request with 2xx, so that little of them was tested. */
  readonly neverSucceeded: readonly string[];
};

/** Checks that a valid request is never answered 400 or 5xx, that one broken rule is always answered 400, and that every answer conforms to the contract. */
export async function fuzz(target: Target, options: Options): Promise<Outcome> {
  const findings: Finding[] = [];
  const succeeded = new Set<string>();
  let requests = 0;
  const count = (operation: Operation, answer: Answer) => {
    requests += 1;
    if (answer.status < 300) succeeded.add(operation.id);
  };
  for (const operation of operations) {
    const expectations: readonly [fc.Arbitrary<Request> | undefined, Judge][] = [
      [validRequest(operation, target.ids), acceptance],
      [brokenRequest(operation, target.ids), refusal],
    ];
    for (const [arbitrary, judge] of expectations) {
      if (!arbitrary) continue;
      const property = fc.asyncProperty(arbitrary, async (request) => {
        const answer = await send(target, operation, request);
        count(operation, answer);
        const wrong = judge(answer) ?? conformance(operation, answer);
        if (wrong !== undefined) throw new Error(`${wrong}\n  ${answer.shown}\n  ${answer.text}`);
      });
      const result = await fc.check(property, { seed: options.seed, numRuns: options.runs });
      if (result.failed) findings.push({ operation: operation.id, what: describe(result) });
    }
  }
  const neverSucceeded = operations.map(({ id }) => id).filter((id) => !succeeded.has(id));
  return { requests, findings, neverSucceeded };
}

function describe(result: { readonly errorInstance: unknown; readonly counterexample: unknown }): string {
  const { errorInstance: error } = result;
  return error instanceof Error ? error.message : JSON.stringify(result.counterexample);
}

type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The request, to repeat it by hand. */
  readonly shown: string;
};

type Judge = (answer: Answer) => string | undefined;

const acceptance: Judge = ({ status }) =>
  status === 400 || status >= 500 ? `a valid request is answered ${status}` : undefined;

const refusal: Judge = ({ status }) =>
  status === 400 ? undefined : `an invalid request is answered ${status} instead of 400`;

/** Checks the status, the body and the headers that every answer has. */
function conformance({ id }: Operation, { status, headers, text }: Answer): string | undefined {
  const names = validatorsOf(id);
  const validate = closed[names[status] ?? names[`${Math.floor(status / 100)}XX`] ?? ''];
  if (!validate) return `${status} is not declared`;
  if (!validate(JSON.parse(text))) return `not as declared: ${JSON.stringify(validate.errors)}`;
  const missing = ['service-version', 'x-request-id'].find((name) => !headers.has(name));
  return missing && `${missing} is missing`;
}

function validatorsOf(operationId: string): Readonly<Record<string, string>> {
  const all: Readonly<Record<string, Readonly<Record<string, string>>>> = index.closed;
  return all[operationId] ?? {};
}

async function send(target: Target, operation: Operation, request: Request): Promise<Answer> {
  const { baseUrl } = target;
  const key = destructive.includes(operation.id) ? target.spareKey : target.key;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path[name] ?? ''),
  );
  const query = new URLSearchParams(request.query).toString();
  const url = `${baseUrl}${path}${query === '' ? '' : `?${query}`}`;
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const headers = { ...request.header, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const response = await fetch(url, {
    method: operation.method,
    redirect: 'manual',
    headers: { ...headers, authorization: `Bearer ${key}` },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const shown = `${operation.method} ${url} ${JSON.stringify(headers)} ${body ?? ''}`;
  return { status: response.status, headers: response.headers, text, shown };
}
