import * as fc from 'fast-check';
import { isValid, valid } from './arbitrary.ts';
import { type Broken, broken } from './breaking.ts';
import type { Operation, Parameter, Place, Schema } from './contract.ts';

/** A request before it is sent. Its parameters are strings. */
export type Request = Readonly<Record<Place, Readonly<Record<string, string>>>> & { readonly body: unknown };

/** A request that breaks one rule of the contract, and the name of the rule. */
export type BrokenRequest = Request & { readonly rule: string };

/**
 * Ids of objects that exist: under `operation` for its path, under `operation.field` for a field of its body. Without
 * them every answer would be 404.
 */
export type Ids = Readonly<Record<string, readonly string[]>>;

export function validRequest(operation: Operation, ids: Ids): fc.Arbitrary<Request> {
  return fc.record({
    path: values(operation, 'path', ids),
    query: values(operation, 'query', ids),
    header: values(operation, 'header', ids),
    body: operation.body ? body(operation.id, operation.body, ids) : fc.constant(undefined),
  });
}

/** Puts ids that exist into most of the fields that take one. */
function body(operationId: string, schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const named = Object.entries(ids).flatMap(([place, real]) => {
    const [operation, field] = place.split('.');
    return operation === operationId && field !== undefined
      ? [[field, fc.constantFrom(...real)] as const]
      : [];
  });
  const made = valid(schema);
  if (named.length === 0) return made;
  const known = fc.tuple(made, fc.record(Object.fromEntries(named))).map(([fields, real]) => {
    const present = Object.entries(real).filter(([name]) => Object.hasOwn(Object(fields), name));
    return { ...Object(fields), ...Object.fromEntries(present) };
  });
  return fc.oneof({ weight: 3, arbitrary: known }, made);
}

/** Generates requests that are invalid in one place. Undefined if nothing about the operation can be broken. */
export function brokenRequest(operation: Operation, ids: Ids): fc.Arbitrary<BrokenRequest> | undefined {
  const places = [
    ...operation.parameters.flatMap(brokenParameter),
    ...(operation.body ? [broken(operation.body).map(inBody)] : []),
  ];
  if (places.length === 0) return undefined;
  return fc.tuple(validRequest(operation, ids), fc.oneof(...places)).map(([request, change]) => ({
    ...request,
    ...('body' in change
      ? { body: change.body }
      : { [change.in]: { ...request[change.in], [change.name]: change.text } }),
    rule: change.rule,
  }));
}

type Change =
  | { readonly body: unknown; readonly rule: string }
  | { readonly in: Place; readonly name: string; readonly text: string; readonly rule: string };

function inBody({ value, keyword }: Broken): Change {
  return { body: value, rule: `body: ${keyword}` };
}

/** Texts that the parameter refuses: always the same ones. */
export function brokenTexts({ in: place, schema }: Parameter): readonly string[] {
  return wrongTexts(schema.maxLength ?? 255).filter(
    (text) => isSendable(place, text) && !isValid(schema, read(schema, text)),
  );
}

function brokenParameter(parameter: Parameter): readonly fc.Arbitrary<Change>[] {
  const { in: place, name } = parameter;
  const texts = brokenTexts(parameter);
  if (texts.length === 0) return [];
  return [fc.constantFrom(...texts).map((text) => ({ in: place, name, text, rule: `${place} ${name}` }))];
}

/** Texts that are no number, date, choice, id or key. Some are valid as free text. */
function wrongTexts(longest: number): readonly string[] {
  return [
    '',
    '-1',
    '1.5',
    '1e400',
    'abc',
    'NULL',
    '99999999999999999999',
    'a b',
    '2026-02-30',
    '\u0000',
    'a\u0000',
    'é'.repeat(longest + 1),
  ];
}

/** Parses a parameter as the schema's type says. */
function read({ type }: Schema, text: string): unknown {
  if (type === 'string') return text;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?[0-9.]+$/.test(text) ? Number(text) : text;
}

function values({ id, parameters }: Operation, place: Place, ids: Ids): fc.Arbitrary<Record<string, string>> {
  const here = parameters.filter((parameter) => parameter.in === place);
  const real = place === 'path' ? (ids[id] ?? []) : [];
  const fields = here.map(({ name, schema }) => {
    const made = valid(schema)
      .map(String)
      .filter((text) => isSendable(place, text));
    return [
      name,
      real.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...real) }, made) : made,
    ] as const;
  });
  const requiredKeys = here.filter(({ required }) => required === true).map(({ name }) => name);
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

/** Whether an HTTP client sends the text there unchanged. */
export function isSendable(place: Place, text: string): boolean {
  if (place === 'header')
    return /^[\u0021-\u007e\u00a1-\u00ff]([\u0020-\u007e\u00a1-\u00ff]*[\u0021-\u007e\u00a1-\u00ff])?$/.test(
      text,
    );
  // A client resolves `.` and `..`, and an empty segment makes another path.
  return place === 'query' || !['', '.', '..'].includes(text);
}
