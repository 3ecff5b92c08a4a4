import * as fc from 'fast-check';
import { holdsCardNumber, isValid, repaired, textMatching, valid } from './arbitrary.ts';
import type { Schema } from './contract.ts';

/** A valid value of which one part is at a boundary of its schema. */
export type Edge = {
  readonly value: unknown;
  /** Where the part is: `/items/0/quantity`. */
  readonly at: string;
  /** Which boundary: `maxLength`, `absent`, `enum "USD"` … */
  readonly rule: string;
};

/** What one part may be: a value, or nothing. */
type Part = { readonly at: string; readonly rule: string } & (
  | { readonly value: unknown }
  | { readonly absent: true }
);

/**
 * Every boundary of every part of a valid value: least and greatest length, number and count, each value of an enum, and each
 * optional field present and absent. The rest of the value stays as it is, unless a rule between fields demands a change.
 *
 * @param mark a text that long texts begin with, so that references stay unique
 */
export function edgesOf(schema: Schema, base: unknown, mark: string): readonly Edge[] {
  return partsOf(schema, base, mark).flatMap((part) => {
    if ('absent' in part) return [];
    const value = mended(schema, part);
    return value === undefined ? [] : [{ ...part, value }];
  });
}

/** The value with what the rules between its fields demand; undefined if the part cannot be at this boundary. */
function mended(schema: Schema, { value, at }: Part & { readonly value: unknown }): unknown {
  if (isValid(schema, value)) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const whole = choiceFor(schema, value);
  return fc
    .sample(repaired(whole, { ...value }), { seed: 1, numRuns: 20 })
    .find((made) => isValid(schema, made) && partAt(made, at) === partAt(value, at));
}

/** Of whole objects to choose from, the one whose constants the value has. */
function choiceFor(schema: Schema, value: object): Schema {
  if (!schema.oneOf || !schema.discriminator) return schema;
  const fits = ({ properties = {} }: Schema) =>
    Object.entries(properties).every(
      ([name, { const: only }]) => only === undefined || Reflect.get(value, name) === only,
    );
  return schema.oneOf.find(fits) ?? schema;
}

/** As text, so that objects can be compared. */
function partAt(value: unknown, at: string): string | undefined {
  let part = value;
  for (const step of at.split('/').slice(1)) part = Reflect.get(Object(part), step);
  return JSON.stringify(part);
}

function partsOf(schema: Schema, current: unknown, mark: string): readonly Part[] {
  if (schema.const !== undefined) return [{ at: '', rule: 'const', value: schema.const }];
  if (schema.enum)
    return schema.enum.map((value) => ({ at: '', rule: `enum ${JSON.stringify(value)}`, value }));
  if (schema.oneOf && schema.discriminator) return partsOf(choiceFor(schema, Object(current)), current, mark);
  const choices = schema.type === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
  if (choices) return choices.flatMap((choice) => partsOf(choice, current, mark));
  return [schema.type ?? 'object'].flat().flatMap((type) => ofType(type, schema, current, mark));
}

function ofType(type: string, schema: Schema, current: unknown, mark: string): readonly Part[] {
  if (type === 'null') return [{ at: '', rule: 'null', value: null }];
  if (type === 'boolean') return [true, false].map((value) => ({ at: '', rule: String(value), value }));
  if (type === 'integer') return ofNumber(schema);
  if (type === 'string') return ofText(schema, current, mark);
  if (type === 'array') return ofList(schema, current, mark);
  return ofRecord(schema, current, mark);
}

function ofNumber({ minimum, maximum }: Schema): readonly Part[] {
  return [
    ...(minimum === undefined ? [] : [{ at: '', rule: 'minimum', value: minimum }]),
    ...(maximum === undefined ? [] : [{ at: '', rule: 'maximum', value: maximum }]),
  ];
}

/** The shortest and the longest text. Lengths are counted in characters, of which some are two units of JavaScript. */
function ofText(schema: Schema, current: unknown, mark: string): readonly Part[] {
  const { pattern, minLength, maxLength } = schema;
  const isFree = schema['x-no-card-number'] === true;
  const fits = (value: string) => isValid(schema, value) && !(isFree && holdsCardNumber({ value }));
  const start = typeof current === 'string' ? current : mark;
  const long = (length: number) => [
    mark.padEnd(length, 'x').slice(0, length),
    start.padEnd(length, 'x').slice(0, length),
    start.padStart(length, 'x').slice(-length),
    'x'.repeat(length),
    'A'.repeat(length),
    '😀'.repeat(length),
  ];
  const least = minLength ?? (pattern === undefined ? 0 : 1);
  const shortest = long(least).filter(fits).slice(0, 1);
  const longest = maxLength === undefined ? [] : long(maxLength).filter(fits);
  const wide = longest.filter((text) => text.startsWith('😀'));
  const sampled =
    pattern === undefined || longest.length > 0 ? [] : extremesOf(pattern, maxLength).filter(fits);
  return [
    ...[...shortest, ...sampled.slice(0, 1)].map((value) => ({ at: '', rule: 'minLength', value })),
    ...[...longest.slice(0, 1), ...sampled.slice(-1)].map((value) => ({ at: '', rule: 'maxLength', value })),
    ...wide.slice(0, 1).map((value) => ({ at: '', rule: 'maxLength of wide characters', value })),
  ];
}

const extremes = new Map<string, readonly string[]>();

/** A short and a long text of a pattern: always the same ones. */
function extremesOf(pattern: string, maxLength = 300): readonly string[] {
  const key = `${maxLength} ${pattern}`;
  const known = extremes.get(key);
  if (known) return known;
  const matches = new RegExp(pattern, 'u');
  const fits = (text: string) => text.length <= maxLength && matches.test(text);
  const sampled = fc
    .sample(textMatching(pattern), { seed: 1, numRuns: 100 })
    .toSorted((one, other) => one.length - other.length);
  const [short = '', long = ''] = [sampled[0], sampled.at(-1)];
  const found = [shortened(short, fits), lengthened(long, maxLength, fits)];
  extremes.set(key, found);
  return found;
}

/** Takes away one character at a time for as long as the text fits. */
function shortened(text: string, fits: (text: string) => boolean): string {
  let shorter = text;
  for (let at = 0; at < shorter.length; ) {
    const next = shorter.slice(0, at) + shorter.slice(at + 1);
    const isBetter = fits(next);
    if (isBetter) shorter = next;
    at = isBetter ? 0 : at + 1;
  }
  return shorter;
}

/** Repeats each character as often as the text fits. Steps that double and then halve reach a megabyte in few of them. */
function lengthened(text: string, maxLength: number, fits: (text: string) => boolean): string {
  let longer = text;
  for (let at = 0; at < longer.length && longer.length < maxLength; at += 1) {
    const repeated = (more: number) =>
      longer.slice(0, at) + longer.charAt(at).repeat(more) + longer.slice(at);
    let step = 1;
    while (fits(repeated(step * 2))) step *= 2;
    for (; step >= 1; step = Math.floor(step / 2)) {
      if (!fits(repeated(step))) continue;
      longer = repeated(step);
      at += step;
    }
  }
  return longer;
}

function ofList(schema: Schema, current: unknown, mark: string): readonly Part[] {
  const { items = {}, minItems = 0, maxItems, uniqueItems } = schema;
  const [known]: readonly unknown[] = Array.isArray(current) ? current : [];
  const item = known ?? fc.sample(valid(items), { seed: 1, numRuns: 1 })[0];
  const listOf = (length: number) =>
    uniqueItems === true
      ? fc.sample(fc.uniqueArray(valid(items), { minLength: length, maxLength: length }), {
          seed: 1,
          numRuns: 1,
        })[0]
      : Array.from({ length }, () => item);
  return [
    { at: '', rule: 'minItems', value: listOf(minItems) },
    ...(maxItems === undefined ? [] : [{ at: '', rule: 'maxItems', value: listOf(maxItems) }]),
    ...partsOf(items, item, mark).flatMap((part) =>
      'absent' in part ? [] : [{ ...part, at: `/0${part.at}`, value: [part.value] }],
    ),
  ];
}

function ofRecord(schema: Schema, current: unknown, mark: string): readonly Part[] {
  const { properties = {}, required = [] } = schema;
  const base: Readonly<Record<string, unknown>> = { ...Object(current) };
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = partsOf(field, baseOf(field, base[name]), mark);
    const present = inner.flatMap((part) =>
      'absent' in part ? [] : [{ ...part, at: `/${name}${part.at}`, value: { ...base, [name]: part.value } }],
    );
    const { [name]: _left, ...without } = base;
    const isOptional = !required.includes(name) && name in base;
    return [...present, ...(isOptional ? [{ at: `/${name}`, rule: 'absent', value: without }] : [])];
  });
}

/** A nested object that is absent needs its other fields while one of them is at a boundary. */
function baseOf(field: Schema, current: unknown): unknown {
  if (current !== undefined || field.properties === undefined) return current;
  return fc.sample(valid(field), { seed: 1, numRuns: 1 })[0];
}
