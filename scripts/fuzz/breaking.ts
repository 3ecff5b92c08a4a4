import * as fc from 'fast-check';
import { choicesOf, forbidden, isValid, rulesFor, valid } from './arbitrary.ts';
import type { Schema } from './contract.ts';

/** An invalid value and the keyword that it breaks. */
export type Broken = { readonly value: unknown; readonly keyword: string; readonly at?: string };

/** Generates values that break one keyword, at any depth. */
export function broken(schema: Schema): fc.Arbitrary<Broken> {
  return valid(schema)
    .chain((value) => anyKeyword(breakages(schema, value)))
    .filter(({ value }) => !isValid(schema, value));
}

/** At most this many ways to break one keyword at one place are tried every time; the others by chance. */
const waysEach = 4;

/** Breaks each keyword at each place of these valid values: always the same ways, and none left to chance. */
export function everyBreakage(schema: Schema, values: readonly unknown[]): readonly Broken[] {
  const ways = new Map<string, Broken[]>();
  for (const value of values) {
    for (const way of breakages(schema, value)) {
      const name = `${way.at ?? ''} ${way.keyword}`;
      const known = ways.get(name) ?? [];
      if (known.length < waysEach && isBroken(schema, way)) ways.set(name, [...known, way]);
    }
  }
  return [...ways.values()].flat();
}

/** A plain validator does not know our keyword for card numbers. */
function isBroken(schema: Schema, { value, keyword }: Broken): boolean {
  return keyword === 'x-no-card-number' || !isValid(schema, value);
}

/** Built here, so that no card number stands in the repository. */
const cardNumber = '4242 '.repeat(4).trim();

/** Chooses the keyword first, so that one that can be broken in many ways is not chosen more often. */
function anyKeyword(ways: readonly Broken[]): fc.Arbitrary<Broken> {
  const keywords = [...new Set(ways.map(({ keyword }) => keyword))];
  return fc
    .constantFrom(...keywords)
    .chain((chosen) => fc.constantFrom(...ways.filter(({ keyword }) => keyword === chosen)));
}

/** Every way to break a valid value once. Some results may still be valid; `broken` drops those. */
function breakages(schema: Schema, value: unknown): readonly Broken[] {
  if (schema.oneOf && schema.discriminator)
    return schema.oneOf
      .filter((choice) => isValid(choice, value))
      .flatMap((choice) => breakages(choice, value));
  const types = [schema.type ?? []].flat();
  const wrongTypes = [null, true, 7, 'text', [], {}, [value]].filter(
    (other) => !types.includes(typeOf(other)),
  );
  return [
    ...(types.length > 0 ? wrongTypes.map((other) => ({ value: other, keyword: 'type' })) : []),
    ...(typeof value === 'string' ? ofText(schema, value) : []),
    ...(typeof value === 'number' ? ofNumber(schema) : []),
    ...(Array.isArray(value) ? ofList(schema, value) : []),
    ...(isRecord(value) ? ofRecord(schema, value) : []),
  ];
}

/** One item too few or too many, one that is there twice, and a first one that is broken. */
function ofList(
  { items = {}, minItems = 0, maxItems, uniqueItems }: Schema,
  value: readonly unknown[],
): readonly Broken[] {
  const [first] = value;
  if (first === undefined) return [];
  const many = (length: number) => Array.from({ length }, () => first);
  return [
    ...(minItems > 0 ? [{ value: value.slice(0, minItems - 1), keyword: 'minItems' }] : []),
    ...(maxItems === undefined ? [] : [{ value: many(maxItems + 1), keyword: 'maxItems' }]),
    ...(uniqueItems === true ? [{ value: many(2), keyword: 'uniqueItems' }] : []),
    ...breakages(items, first).map((inner) => ({
      ...inner,
      value: [inner.value, ...value.slice(1)],
      at: `/0${inner.at ?? ''}`,
    })),
  ];
}

function ofText(schema: Schema, value: string): readonly Broken[] {
  const { pattern, minLength, maxLength, enum: choices, const: only } = schema;
  const twisted = [
    '',
    ' ',
    '\u0000',
    `${value}\u0000`,
    `${value}\n`,
    ` ${value}`,
    `${value}é`,
    value.repeat(400),
    '٣',
    '-1',
  ];
  return [
    ...(schema['x-no-card-number'] === true ? [{ value: cardNumber, keyword: 'x-no-card-number' }] : []),
    ...(pattern === undefined ? [] : twisted.map((text) => ({ value: text, keyword: 'pattern' }))),
    ...(only === undefined ? [] : twisted.map((text) => ({ value: text, keyword: 'const' }))),
    ...(choices
      ? [`${value}x`, value.toLowerCase(), ` ${value}`].map((text) => ({ value: text, keyword: 'enum' }))
      : []),
    ...(minLength ? [{ value: value.slice(0, minLength - 1), keyword: 'minLength' }] : []),
    ...(maxLength === undefined ? [] : [{ value: 'x'.repeat(maxLength + 1), keyword: 'maxLength' }]),
  ];
}

function ofNumber({ minimum, maximum }: Schema): readonly Broken[] {
  return [
    { value: 1.5, keyword: 'type' },
    ...(minimum === undefined ? [] : [minimum - 1, -1e21].map((value) => ({ value, keyword: 'minimum' }))),
    ...(maximum === undefined ? [] : [maximum + 1, 1e21].map((value) => ({ value, keyword: 'maximum' }))),
  ];
}

function ofRecord(schema: Schema, value: Record<string, unknown>): readonly Broken[] {
  const { properties = {}, additionalProperties } = schema;
  const nested = Object.entries(properties).flatMap(([name, field]) =>
    name in value
      ? breakages(field, value[name]).map((inner) => ({
          ...inner,
          value: { ...value, [name]: inner.value },
          at: `/${name}${inner.at ?? ''}`,
        }))
      : [],
  );
  const strangers = ['unknown_field', 'Amount', '__proto__x', 'constructor'];
  return [
    ...(additionalProperties === false
      ? strangers.map((name) => ({ value: { ...value, [name]: 1 }, keyword: 'additionalProperties' }))
      : []),
    ...(typeof additionalProperties === 'object' ? ofMap(schema, additionalProperties) : []),
    ...nested,
    ...crossed(schema, value),
    ...rulesFor(schema, value).flatMap((rule) => ofRule(rule, schema, value)),
  ];
}

/** Too many names, one that may not be, and values that may not be. */
function ofMap({ maxProperties = 0 }: Schema, inner: Schema): readonly Broken[] {
  const tooMany = Array.from({ length: maxProperties + 1 }, (_, at) => [`name_${at}`, 'x']);
  return [
    { value: Object.fromEntries(tooMany), keyword: 'maxProperties' },
    ...['', '0', 'a b', 'a'.repeat(60)].map((name) => ({ value: { [name]: 'x' }, keyword: 'pattern' })),
    ...breakages(inner, 'x').map((way) => ({
      ...way,
      value: { name: way.value },
      at: `/name${way.at ?? ''}`,
    })),
  ];
}

/** Breaks a rule between fields: forbidden fields together, none of a choice, a required one missing. */
function ofRule(
  rule: Schema,
  { properties = {} }: Schema,
  value: Record<string, unknown>,
): readonly Broken[] {
  const without = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  const choices = choicesOf(rule).flatMap(({ required = [] }) => required);
  const missing = Object.values(rule.dependentRequired ?? {}).flat();
  return [
    ...forbidden(rule).map((names) => {
      const together = names.map((name) => [name, value[name] ?? properties[name]?.enum?.[0] ?? 'text']);
      return { value: { ...value, ...Object.fromEntries(together) }, keyword: 'not' };
    }),
    ...(choices.length > 0 ? [{ value: without(choices), keyword: rule.anyOf ? 'anyOf' : 'oneOf' }] : []),
    ...missing.map((name) => ({ value: without([name]), keyword: 'dependentRequired' })),
    ...(rule.required ?? []).map((name) => ({ value: without([name]), keyword: 'required' })),
  ];
}

/** Keeps the fields that one branch of `if` and `then` admits, and sets the value that selects another branch. */
function crossed(schema: Schema, value: Record<string, unknown>): readonly Broken[] {
  return rulesFor(schema, value).flatMap(({ if: condition }) =>
    Object.entries(condition?.properties ?? {}).flatMap(([name, { const: other }]) =>
      other === undefined ? [] : [{ value: { ...value, [name]: other }, keyword: 'if' }],
    ),
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
