import * as fc from 'fast-check';
import { functions as closed } from '../../generated/validators.closed.js';
import index from '../../generated/validators.index.json' with { type: 'json' };
import { type Operation, operations } from './contract.ts';
import { brokenRequest, type Ids, type Request, validRequest } from './requests.ts';

type Target = {
  readonly baseUrl: string;
  readonly key: string;
  /** For what would wipe out the past, or the tier, of the merchant that all others are tried on. */
  readonly spareKey: string;
  readonly ids: Ids;
};

const wiping: readonly string[] = ['resetSandbox', 'setTestKyc'];

type Options = { readonly seed: number; readonly runs: number };

/** One operation that broke its promise, in words, with the request that showed it. */
type Finding = { readonly operation: string; readonly what: string };

type Outcome = {
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Operations that never succeeded: silence is not success. */
  readonly neverSucceeded: readonly string[];
};

/** Valid input is never answered 400 or 5xx, and one broken rule always 400; every answer is as the contract says. */
export async function fuzz(target: Target, options: Options): Promise<Outcome> {
  const findings: Finding[] = [];
  const succeeded = new Set<string>();
  let requests = 0;
  const count = (operation: Operation, answer: Answer) => {
    requests += 1;
    if (answer.status < 300) succeeded.add(operation.id);
  };
  for (const operation of operations) {
    const promises: readonly [fc.Arbitrary<Request> | undefined, Judge][] = [
      [validRequest(operation, target.ids), acceptance],
      [brokenRequest(operation, target.ids), refusal],
    ];
    for (const [arbitrary, judge] of promises) {
      if (!arbitrary) continue;
      const property = fc.asyncProperty(arbitrary, async (request) => {
        const answer = await send(target, operation, request);
        count(operation, answer);
        const wrong = judge(answer) ?? conformance(operation, answer);
        if (wrong !== undefined) throw new Error(`${wrong}\n  ${answer.shown}\n  ${answer.text}`);
      });
      const result = await fc.check(property, { seed: options.seed, numRuns: options.runs });
      if (result.failed) findings.push({ operation: operation.id, what: said(result) });
    }
  }
  const neverSucceeded = operations.map(({ id }) => id).filter((id) => !succeeded.has(id));
  return { requests, findings, neverSucceeded };
}

function said(result: { readonly errorInstance: unknown; readonly counterexample: unknown }): string {
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
  status === 400 || status >= 500 ? `valid by the contract, and answered ${status}` : undefined;

const refusal: Judge = ({ status }) =>
  status === 400 ? undefined : `breaks the contract, and answered ${status} instead of 400`;

/** A declared status, the exact shape, and the headers that every answer has. */
function conformance({ id }: Operation, { status, headers, text }: Answer): string | undefined {
  const names = validatorsOf(id);
  const validate = closed[names[status] ?? names[`${Math.floor(status / 100)}XX`] ?? ''];
  if (!validate) return `${status} is not declared`;
  if (!validate(JSON.parse(text))) return `not the declared shape: ${JSON.stringify(validate.errors)}`;
  const missing = ['service-version', 'x-request-id'].find((name) => !headers.has(name));
  return missing && `${missing} is missing`;
}

function validatorsOf(operationId: string): Readonly<Record<string, string>> {
  const all: Readonly<Record<string, Readonly<Record<string, string>>>> = index.closed;
  return all[operationId] ?? {};
}

async function send(target: Target, operation: Operation, request: Request): Promise<Answer> {
  const { baseUrl } = target;
  const key = wiping.includes(operation.id) ? target.spareKey : target.key;
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
