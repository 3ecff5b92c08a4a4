import { isValid } from '../arbitrary.ts';
import type { Link, Operation, Place } from '../contract.ts';
import { filled, hasPlaceholders, type Made, type Start } from '../needs/start.ts';
import { startsOf } from '../needs/starts.ts';
import type { Request } from '../requests.ts';
import { type Exchange, jsonOf } from './client.ts';

/** An answer, and the request that it answers. */
export type Answered = { readonly exchange: Exchange; readonly request: Request };

/** Makes what a start of an operation needs. */
export type Making = (operation: Operation, start: Start) => Promise<Made | undefined>;

/** The request that a link describes; undefined if the answer lacks a value that it needs. */
export async function requestBy(
  link: Link,
  from: Answered,
  target: Operation,
  make: Making,
): Promise<Request | undefined> {
  const request: Record<Place, Record<string, string>> = { path: {}, query: {}, header: {} };
  for (const [parameter, expression] of Object.entries(link.parameters)) {
    const value = evaluated(expression, from);
    if (value === undefined || value === null) return undefined;
    const [place, name] = placeOf(target, parameter);
    request[place][name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  const body = link.body === undefined ? await bodyFor(target, from, make) : evaluatedDeep(link.body, from);
  if (body !== undefined && target.body && !isValid(target.body, body)) return undefined;
  return { ...request, body };
}

/**
 * Most links leave the body to their description: send the id of the answer under the same name. What else the body needs is
 * made.
 */
async function bodyFor(target: Operation, { exchange }: Answered, make: Making): Promise<unknown> {
  if (!target.body) return undefined;
  const answer = jsonOf(exchange.text);
  const starts = startsOf(target).filter(({ refusal, as }) => refusal === undefined && as === undefined);
  const idsOf = ({ request }: Start) =>
    Object.entries(Object(request?.body)).flatMap(([name, value]) => {
      const id = name.endsWith('_id') && hasPlaceholders(value) ? fieldIn(answer, name) : undefined;
      return typeof id === 'string' ? [[name, id] as const] : [];
    });
  const start = starts.toSorted((one, other) => idsOf(other).length - idsOf(one).length)[0];
  if (!start) return undefined;
  const made = hasPlaceholders(start.request?.body) ? await make(target, start) : {};
  const body = filled(start.request?.body, made ?? {});
  return body === undefined ? undefined : { ...Object(body), ...Object.fromEntries(idsOf(start)) };
}

/** The first field of that name at any depth. */
function fieldIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return Reflect.get(value, name);
  for (const inner of Object.values(value)) {
    const found = fieldIn(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
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
