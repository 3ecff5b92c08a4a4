import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import type { Schema } from './contract.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const compiled = new WeakMap<Schema, ValidateFunction>();

/** Whether a value is valid by the letter of the schema: an opinion apart from the service's own. */
export function isValid(schema: Schema, value: unknown): boolean {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value);
}

/** Values that are valid by the schema. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  return candidate(schema).filter((value) => isValid(schema, value) && !holdsCardNumber(value));
}

/** Values that are nearly always valid, so that the filter has little to do. */
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
  const matching = fc.stringMatching(new RegExp(pattern, 'u'));
  // Most of Unicode is there only where a pattern excludes rather than lists.
  return pattern.includes('[^')
    ? fc.oneof(
        matching,
        free.filter((made) => new RegExp(pattern, 'u').test(made)),
      )
    : matching;
}

function list({ items = {}, minItems = 0, maxItems = 10 }: Schema): fc.Arbitrary<unknown[]> {
  return fc.array(valid(items), { minLength: minItems, maxLength: Math.min(maxItems, 10) });
}

function record(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, candidate(field)]),
  );
  const any = fc.record(fields, { requiredKeys: [...required] });
  return any.chain((made) => repaired(schema, { ...made }));
}

/** Adds what a field demands of others, and makes it fit them. */
function repaired(schema: Schema, made: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {} } = schema;
  const added = demandedBy(schema, made).map((name) => [name, candidate(properties[name] ?? {})] as const);
  const names = new Set([...Object.keys(made), ...added.map(([name]) => name)]);
  const narrowed = narrowedBy(schema, made)
    .filter(([name]) => names.has(name))
    .map(([name, rule]) => {
      const base = properties[name] ?? {};
      return [name, candidate({ ...base, ...rule }).filter((value) => isValid(base, value))] as const;
    });
  return fc.record(Object.fromEntries([...added, ...narrowed])).map((changed) => ({ ...made, ...changed }));
}

/** `dependentRequired` */
function demandedBy({ dependentRequired = {} }: Schema, made: Record<string, unknown>): readonly string[] {
  const demands = Object.entries(dependentRequired).filter(([trigger]) => trigger in made);
  return demands.flatMap(([, names]) => names).filter((name) => !(name in made));
}

/** `if` with `then`, which narrows single fields. */
function narrowedBy(
  { allOf = [] }: Schema,
  made: Record<string, unknown>,
): readonly (readonly [string, Schema])[] {
  const rules = allOf.filter(({ if: condition }) => condition && isValid(condition, made));
  return rules.flatMap((rule) => Object.entries(rule.then?.properties ?? {}));
}

/** The one rule that no keyword of JSON Schema can say: text is not a place for a card number. */
function holdsCardNumber(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((field) => /(\d[^A-Za-z]*){12}/.test(String(field)))
  );
}
