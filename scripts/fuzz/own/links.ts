import * as fc from 'fast-check';
import { isValid } from '../arbitrary.ts';
import type { Link, Operation, Place } from '../contract.ts';
import { filled, hasPlaceholders } from '../needs/start.ts';
import { startsOf } from '../needs/starts.ts';
import { type Request, validRequest } from '../requests.ts';
import type { Case } from './case.ts';
import { type Exchange, jsonOf } from './client.ts';
import { count } from './coverage.ts';
import type { Tester } from './tester.ts';

/** An answer, and the request that it answers. */
export type Answered = { readonly exchange: Exchange; readonly request: Request };

type Step = { readonly from: Answered; readonly link: Link; readonly name: string };

/** Each link is followed this often, from different answers. */
const timesEach = 3;

/** A link may lead nowhere from some answers: a checkout that is paid by card has no mobile status. */
const missesEach = 6;

/**
 * Follows every link of these answers and of those that they lead to. The call that a link leads to must accept its request, and
 * find its object from one of the answers at least. Deletions come last, so that no other link leads to what is gone.
 */
export async function followLinks(
  tester: Tester,
  operations: readonly Operation[],
  answers: readonly Answered[],
): Promise<void> {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const gone = new Set<string>();
  const tried = new Map<string, number>();
  const missed = new Map<string, { readonly tried: Case; readonly exchange: Exchange }[]>();
  const isDeletion = ({ link }: Step) => byId.get(link.operationId)?.method === 'DELETE';
  const open = answers.flatMap(stepsFrom);
  for (let step = nextOf(open, isDeletion); step; step = nextOf(open, isDeletion)) {
    const target = byId.get(step.link.operationId);
    const request = target && requestOf(target, step);
    const isEnough = (tried.get(step.name) ?? 0) >= timesEach || (missed.get(step.name) ?? []).length >= missesEach;
    if (!target || !request || isEnough) continue;
    const values = [request.path, request.body].map((part) => JSON.stringify(part ?? ''));
    const leadsToGone = [...gone].some((id) => values.some((value) => value.includes(id)));
    const next: Case = {
      operation: target,
      request,
      expect: leadsToGone ? 'declared' : 'accepted',
      rule: `the link ${step.name}`,
    };
    const exchange = await tester.try(next);
    if (!exchange || leadsToGone) continue;
    if (exchange.status === 404) {
      missed.set(step.name, [...(missed.get(step.name) ?? []), { tried: next, exchange }]);
      continue;
    }
    count(tried, step.name);
    count(tester.coverage.links, step.name);
    const id = request.path['id'];
    if (target.method === 'DELETE' && exchange.status < 300 && id !== undefined) gone.add(id);
    if (exchange.status < 300) open.push(...stepsFrom({ exchange, request }));
  }
  const sources = new Set(answers.map(({ exchange }) => exchange.operation.id));
  for (const [name, [first]] of missed) {
    const isOurs = sources.has(name.split(' ')[0] ?? '');
    if (first && isOurs && !tried.has(name)) tester.report(first.tried, 'a link leads to an answer 404', first.exchange);
  }
}

/** The first step that is no deletion; if there is none, the first. */
function nextOf(open: Step[], isDeletion: (step: Step) => boolean): Step | undefined {
  const at = open.findIndex((step) => !isDeletion(step));
  return open.splice(Math.max(at, 0), 1)[0];
}

function stepsFrom(from: Answered): Step[] {
  const { operation, status } = from.exchange;
  const links = operation.answers[status]?.links ?? [];
  return links.map((link) => ({ from, link, name: `${operation.id} ${status} ${link.name}` }));
}

/** The request that the link describes; undefined if the answer lacks a value that it needs. */
function requestOf(target: Operation, { link, from }: Step): Request | undefined {
  const base = baseOf(target);
  const request: Record<Place, Record<string, string>> = { path: {}, query: {}, header: {} };
  for (const [parameter, expression] of Object.entries(link.parameters)) {
    const value = evaluated(expression, from);
    if (value === undefined || value === null) return undefined;
    const [place, name] = placeOf(target, parameter);
    request[place][name] = String(value);
  }
  const body = link.body === undefined ? base : evaluatedDeep(link.body, from);
  if (body !== undefined && target.body && !isValid(target.body, body)) return undefined;
  return { ...request, body };
}

/** A body that succeeds if the target takes one and the link gives none. */
function baseOf(target: Operation): unknown {
  if (!target.body) return undefined;
  const plain = startsOf(target).find(({ refusal, request }) => refusal === undefined && !hasPlaceholders(request?.body));
  if (plain) return filled(plain.request?.body, {});
  return fc.sample(validRequest(target, {}), { seed: 1, numRuns: 1 })[0]?.body;
}

/** `path.id` names the place; a bare name is looked up among the target's parameters. */
function placeOf({ parameters }: Operation, parameter: string): readonly [Place, string] {
  const [place = '', ...rest] = parameter.split('.');
  if (place === 'path' || place === 'query' || place === 'header') return [place, rest.join('.')];
  return [parameters.find(({ name }) => name === parameter)?.in ?? 'query', parameter];
}

function evaluatedDeep(value: unknown, from: Answered): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluatedDeep(item, from));
  if (typeof value !== 'object' || value === null) return evaluated(value, from);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, evaluatedDeep(field, from)]));
}

/** The value of a runtime expression; anything else stands for itself. */
function evaluated(expression: unknown, { exchange, request }: Answered): unknown {
  if (typeof expression !== 'string' || !expression.startsWith('$')) return expression;
  const [, source = '', place = '', rest = ''] =
    /^\$(request|response)\.(body|path|query|header)(?:#|\.)?(.*)$/.exec(expression) ?? [];
  const body = source === 'response' ? jsonOf(exchange.text) : request.body;
  if (place === 'body') return at(body, rest);
  if (source === 'response') return exchange.headers.get(rest) ?? undefined;
  return request[place as Place][rest];
}

/** The part of a value at a JSON pointer. */
function at(value: unknown, pointer: string): unknown {
  let part = value;
  for (const step of pointer.split('/').slice(1))
    part = Reflect.get(Object(part), step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return part;
}
