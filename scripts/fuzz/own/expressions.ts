import * as fc from 'fast-check';
import { isValid } from '../arbitrary.ts';
import type { Link, Operation, Place } from '../contract.ts';
import { filled, hasPlaceholders } from '../needs/start.ts';
import { startsOf } from '../needs/starts.ts';
import { type Request, validRequest } from '../requests.ts';
import { type Exchange, jsonOf } from './client.ts';

/** An answer, and the request that it answers. */
export type Answered = { readonly exchange: Exchange; readonly request: Request };

/** The request that a link describes; undefined if the answer lacks a value that it needs. */
export function requestBy(link: Link, from: Answered, target: Operation): Request | undefined {
  const request: Record<Place, Record<string, string>> = { path: {}, query: {}, header: {} };
  for (const [parameter, expression] of Object.entries(link.parameters)) {
    const value = evaluated(expression, from);
    if (value === undefined || value === null) return undefined;
    const [place, name] = placeOf(target, parameter);
    request[place][name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  const body = link.body === undefined ? bodyFor(target) : evaluatedDeep(link.body, from);
  if (body !== undefined && target.body && !isValid(target.body, body)) return undefined;
  return { ...request, body };
}

/** A body that succeeds if the target takes one and the link gives none. */
function bodyFor(target: Operation): unknown {
  if (!target.body) return undefined;
  const plain = startsOf(target).find(
    ({ refusal, request }) => refusal === undefined && !hasPlaceholders(request?.body),
  );
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
  const [, source = '', place = '', rest = ''] = /^\$(\w+)\.(\w+)[#.]?(.*)$/.exec(expression) ?? [];
  const named = Object(Reflect.get(request, place));
  if (source === 'request') return place === 'body' ? partAt(request.body, rest) : Reflect.get(named, rest);
  return place === 'body' ? partAt(jsonOf(exchange.text), rest) : exchange.headers.get(rest);
}

/** The part of a value at a JSON pointer. */
function partAt(value: unknown, pointer: string): unknown {
  let part = value;
  for (const step of pointer.split('/').slice(1))
    part = Reflect.get(Object(part), step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return part;
}
