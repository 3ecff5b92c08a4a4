import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import type { Schema } from './contract.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const compiled = new WeakMap<Schema, ValidateFunction>();

/** Validates with plain Ajv, independently of the validators that the service uses. */
export function isValid(schema: Schema, value: unknown): boolean {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value);
}

/** Generates values that are valid by the schema. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  return candidate(schema).filter((value) => isValid(schema, value) && !holdsCardNumber(value));
}

/** Generates values that are nearly always valid, so that `valid` rarely filters one out. */
function candidate(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.oneOf ?? (schema.type === undefined ? schema.anyOf : undefined);
  if (choices) return fc.oneof(...choices.map((choice) => valid(choice)));
  const types = [schema.type ?? 'object'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  if (type === 'string') return text(schema);
  if (type === 'integer')
    return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 - 1 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return list(schema);
  if (type === 'object') return record(schema);
  throw new Error(`no generator for type ${type}`);
}

function text({ pattern, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) });
  if (pattern === undefined) return free;
  const matching = pattern.startsWith(urls) ? url(pattern) : textMatching(pattern);
  // A pattern that begins by excluding characters allows most of Unicode; stringMatching would hardly generate any of it.
  return pattern.startsWith('^[^')
    ? fc.oneof(
        matching,
        free.filter((made) => new RegExp(pattern, 'u').test(made)),
      )
    : matching;
}

const urls = '^[Hh][Tt][Tt][Pp]';

/** Most texts of the pattern have a host or a port that may not be reached, and a request with two of them would never be taken. */
function url(pattern: string): fc.Arbitrary<string> {
  // Not `fc.webUrl`, which spends seconds on a table of all of Unicode before it makes the first one.
  const path = textMatching('^(?:/(?:[\\w.~-]|%[0-9A-F]{2}){0,8}){0,3}$');
  const reachable = fc.tuple(fc.webAuthority(), path).map(([host, rest]) => `https://${host}${rest}`);
  return fc.oneof({ weight: 3, arbitrary: reachable }, textMatching(pattern));
}

const matchers = new Map<string, fc.Arbitrary<string>>();

/** Cached, since fast-check takes long to build one and `changed` asks for it with every value. */
export function textMatching(pattern: string): fc.Arbitrary<string> {
  const matcher = matchers.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  matchers.set(pattern, matcher);
  return matcher;
}

function list({ items = {}, minItems = 0, maxItems = 10 }: Schema): fc.Arbitrary<unknown[]> {
  return fc.array(valid(items), { minLength: minItems, maxLength: Math.min(maxItems, 10) });
}

function record(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  if (typeof schema.additionalProperties === 'object') return map(schema, schema.additionalProperties);
  const { properties = {}, required = [] } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, candidate(field)]),
  );
  const any = fc.record(fields, { requiredKeys: [...required] });
  return any.chain((made) => repaired(schema, { ...made }));
}

/** An object whose names the caller chooses. */
function map({ propertyNames = {}, maxProperties = 5 }: Schema, inner: Schema) {
  const names = text(propertyNames);
  return fc.dictionary(names, valid(inner), { maxKeys: Math.min(maxProperties, 5), noNullPrototype: true });
}

/** Removes and adds fields until the value is valid. An added field may demand others, so it repeats; `valid` drops what stays invalid. */
export function repaired(
  schema: Schema,
  made: Record<string, unknown>,
  rounds = 4,
): fc.Arbitrary<Record<string, unknown>> {
  if (rounds === 0 || isValid(schema, made)) return fc.constant(made);
  const rules = rulesFor(schema, made);
  const allowed = without(rules.flatMap(forbidden), made);
  return demanded(rules, allowed)
    .chain((names) => changed(schema, rules, { allowed, names }))
    .chain((next) => repaired(schema, next, rounds - 1));
}

/** The schema and those of its rules between fields (`allOf`, `then`, `else`) that apply to this value. */
export function rulesFor(schema: Schema, made: unknown): readonly Schema[] {
  const { allOf = [], if: condition } = schema;
  const chosen = condition && (isValid(condition, made) ? schema.then : schema.else);
  return [schema, ...[...allOf, ...(chosen ? [chosen] : [])].flatMap((rule) => rulesFor(rule, made))];
}

/** Sets of fields that must not all be present, from `not`. */
export function forbidden({ not }: Schema): readonly (readonly string[])[] {
  return [...(not?.anyOf ?? []), ...(not ? [not] : [])].flatMap(({ required }) =>
    required ? [required] : [],
  );
}

/** Removes the last field of each set that is present in full. */
function without(
  sets: readonly (readonly string[])[],
  made: Record<string, unknown>,
): Record<string, unknown> {
  const left = { ...made };
  for (const set of sets) if (set.every((name) => name in left)) delete left[set.at(-1) ?? ''];
  return left;
}

/** The missing fields that `required`, `dependentRequired` and one choice of `anyOf` or `oneOf` demand. */
function demanded(rules: readonly Schema[], made: Record<string, unknown>): fc.Arbitrary<readonly string[]> {
  const choices = rules.flatMap((rule) => {
    const offered = choicesOf(rule);
    const isMet = offered.length === 0 || offered.some((choice) => isValid(choice, made));
    return isMet ? [] : [fc.constantFrom(...offered).map(({ required = [] }) => required)];
  });
  const plain = rules.flatMap(({ required = [], dependentRequired = {} }) => [
    ...required,
    ...Object.entries(dependentRequired).flatMap(([trigger, names]) => (trigger in made ? names : [])),
  ]);
  return fc.tuple(...choices).map((names) => [...plain, ...names.flat()].filter((name) => !(name in made)));
}

/** The choices of a rule whose `anyOf` or `oneOf` lists sets of fields, of which one must be present. */
export function choicesOf({ properties, anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return properties === undefined ? [...anyOf, ...oneOf] : [];
}

/** Adds the missing fields, and generates again those that a rule narrows. */
function changed(
  { properties = {} }: Schema,
  rules: readonly Schema[],
  { allowed, names }: { allowed: Record<string, unknown>; names: readonly string[] },
): fc.Arbitrary<Record<string, unknown>> {
  const added = names.map((name) => [name, candidate(properties[name] ?? {})] as const);
  const there = new Set([...Object.keys(allowed), ...names]);
  const narrowed = rules
    .slice(1)
    .flatMap((rule) => Object.entries(rule.properties ?? {}))
    .filter(([name, rule]) => there.has(name) && typeof rule === 'object')
    .map(([name, rule]) => {
      const base = properties[name] ?? {};
      return [name, candidate({ ...base, ...rule }).filter((value) => isValid(base, value))] as const;
    });
  return fc.record(Object.fromEntries([...added, ...narrowed])).map((made) => ({ ...allowed, ...made }));
}

/** The service refuses card numbers in texts, which JSON Schema cannot express. */
export function holdsCardNumber(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((field) => /(\d[^A-Za-z]*){12}/.test(String(field)))
  );
}
