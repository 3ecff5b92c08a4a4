import type { Arguments } from '../../../../generated/arguments.ts';
import { Failure } from '../../support/print.ts';
import type { Call } from '../access/call.ts';
import { fieldsOf } from '../access/profiles.ts';
import { didYouMean } from './words.ts';

type Filled = Required<Pick<Call, 'path' | 'query'>> & { readonly body: unknown };

/**
 * Puts what was typed where the contract wants it: into the path, the query or the body. `a.b=1` is a field inside another, `a[]=x`
 * adds to a list, `a[0].b=1` names a place in one, `a:=…` is JSON. A word without `=` fills the next part of the path.
 *
 * @param body what the fields are added to
 * @throws Failure naming similar fields
 */
export function fill(known: Arguments, typed: readonly string[], body: unknown): Filled {
  const path: Record<string, string> = {};
  const query: Record<string, string> = {};
  let filled = body;
  for (const word of typed) {
    const field = fieldIn(
      word,
      known.path.find((part) => path[part] === undefined),
    );
    const { name, value, isJson } = field;
    if (known.path.includes(name)) path[name] = value;
    else if (Object.hasOwn(known.query, name)) query[name] = value;
    else filled = put(filled, stepsOf(name), valueOf(kindOf(known, name), value, isJson));
  }
  const missing = known.path.filter((part) => path[part] === undefined);
  if (missing.length > 0)
    throw new Failure('usage', `It needs ${missing.map((part) => `${part}=…`).join(' ')}.`);
  return { path, query, body: filled };
}

type Field = { readonly name: string; readonly value: string; readonly isJson: boolean };

/** @param next the part of the path that a word without `=` fills */
function fieldIn(word: string, next: string | undefined): Field {
  const [, name = '', json, value = ''] = /^([^=]*?)(:?)=([\s\S]*)$/.exec(word) ?? [];
  if (name !== '') return { name, value, isJson: json === ':' };
  if (next === undefined) throw new Failure('usage', `"${word}" is no field. Write name=value.`);
  return { name: next, value: word, isJson: false };
}

/** Every field that may be typed. */
export function namesOf({ path, query, body }: Arguments): readonly string[] {
  const leaves = Object.keys(body).filter(
    (name) =>
      !Object.keys(body).some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[]`)),
  );
  return [...path, ...Object.keys(query), ...leaves];
}

/** @throws Failure if the contract knows no such field */
function kindOf(known: Arguments, name: string): string {
  const shape = name.replaceAll(/\[\d*\]/g, '[]');
  const kind = Object.hasOwn(known.body, shape) ? known.body[shape] : undefined;
  if (kind !== undefined) return kind;
  // Of an object whose fields merchants name themselves, such as `metadata`.
  const parent = shape.replace(/\.[^.]+$/, '');
  const isOpen =
    parent !== shape &&
    known.body[parent] === 'object' &&
    !Object.keys(known.body).some((other) => other.startsWith(`${parent}.`));
  if (isOpen) return 'string';
  const names = namesOf(known);
  const hint =
    didYouMean(name, names) || (names.length > 0 ? ` There are: ${names.join(', ')}.` : ' It takes none.');
  throw new Failure('usage', `There is no field "${name}".${hint}`);
}

function valueOf(kind: string, text: string, isJson: boolean): unknown {
  const types = (kind.split(':')[0] ?? '').split(' or ');
  const isOther = types.some((type) => ['integer', 'number', 'boolean', 'object', 'array'].includes(type));
  if (!isJson && text === 'null' && types.includes('null')) return null;
  if (!isJson && (!isOther || types.includes('string'))) return text;
  try {
    return JSON.parse(text);
  } catch {
    if (!isJson) return text;
    throw new Failure('usage', `"${text}" is not JSON.`);
  }
}

/** `items[0].amount` → `items`, 0, `amount`. An empty place in a list is its end. */
export function stepsOf(name: string): readonly (string | number)[] {
  return [...name.matchAll(/([^.[\]]+)|\[(\d*)\]/g)].map(
    ([, key, at]) => key ?? (at === '' ? -1 : Number(at)),
  );
}

/** The thing with a value at this place. */
export function put(into: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'string') return { ...fieldsOf(into), [step]: put(fieldsOf(into)[step], rest, value) };
  const list: readonly unknown[] = Array.isArray(into) ? into : [];
  const at = step === -1 ? list.length : step;
  if (at > list.length)
    throw new Failure('usage', `There is no place ${at} in the list yet: it has ${list.length}.`);
  const next = put(list[at], rest, value);
  return [...list.slice(0, at), next, ...list.slice(at + 1)];
}
