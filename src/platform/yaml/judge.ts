import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Path } from './document.ts';

/** What is wrong with a value, in words that continue its path: `must be one of: iso8583, gsma.` */
export type Wrong = { readonly path: Path; readonly words: string };

/** A JSON schema. `x-words` of a schema says what it asks for, instead of words that are made from its keywords. */
export type Schema = { readonly [keyword: string]: unknown };

/** Their errors repeat what the branches say; the branches are left out where the schema has words of its own. */
const branching = new Set(['anyOf', 'oneOf', 'if', 'not']);

const types: Readonly<Record<string, string>> = {
  string: 'a text; write it in quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a group of settings',
  array: 'a list, such as [acquirer]',
  null: 'empty',
};

const wordsFor: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  type: ({ type }) =>
    `must be ${[type]
      .flat()
      .map((name) => types[String(name)] ?? String(name))
      .join(' or ')}.`,
  enum: ({ allowedValues }) => `must be one of: ${[allowedValues].flat().join(', ')}.`,
  const: ({ allowedValue }) => `must be ${String(allowedValue)}.`,
  minimum: ({ limit }) => `must be ${String(limit)} or more.`,
  maximum: ({ limit }) => `must be ${String(limit)} or less.`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}.`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}.`,
  minLength: ({ limit }) => (limit === 1 ? 'is empty.' : `must have ${String(limit)} characters or more.`),
  maxLength: ({ limit }) => `must have ${String(limit)} characters or less.`,
  minItems: ({ limit }) => `must name ${String(limit)} or more.`,
  maxItems: ({ limit }) => `must name ${String(limit)} or less.`,
  minProperties: () => 'is empty.',
  uniqueItems: () => 'names the same one twice.',
};

let made: Ajv2020 | undefined;

/** Made once: a schema is compiled at its first use, and then kept. */
function ajv(): Ajv2020 {
  if (made) return made;
  made = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, verbose: true, logger: false });
  addFormats.default(made);
  return made;
}

type Judged<Value> = { readonly value?: Value; readonly wrong: readonly Wrong[] };

/**
 * Judges a value by a JSON schema of draft 2020-12, and fills in the defaults of the schema.
 *
 * @returns the value with the type that the schema stands for, or what is wrong with it
 */
export function judge<Value>(schema: Schema, value: unknown): Judged<Value> {
  const validate = ajv().compile<Value>(schema);
  if (validate(value)) return { value, wrong: [] };
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames');
  const shown = errors.filter((error) => !isExplainedAbove(error, errors));
  return { wrong: distinct(shown.map((error) => wrongIn(error))) };
}

/** Whether another error says it better: words of a schema around this one, or the errors of its branches. */
function isExplainedAbove(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const inside = (one: ErrorObject, other: ErrorObject) =>
    one !== other && one.schemaPath.startsWith(`${other.schemaPath}/`) && branching.has(other.keyword);
  if (errors.some((other) => inside(error, other) && ownWords(other) !== undefined)) return true;
  const hasWords = ownWords(error) !== undefined;
  return branching.has(error.keyword) && !hasWords && errors.some((other) => inside(other, error));
}

function wrongIn(error: ErrorObject): Wrong {
  const path = pathIn(error.instancePath);
  const { missingProperty, additionalProperty } = error.params;
  if (typeof missingProperty === 'string')
    return { path: [...path, missingProperty], words: missing(error, missingProperty) };
  if (typeof additionalProperty === 'string')
    return { path: [...path, additionalProperty], words: unknown(error) };
  // An error of a name, from `propertyNames`, is one of what it names.
  const named = error.propertyName === undefined ? path : [...path, error.propertyName];
  const words = ownWords(error) ?? wordsFor[error.keyword]?.(error.params);
  return { path: named, words: words ?? 'has a form that is not allowed.' };
}

function unknown(error: ErrorObject): string {
  const known = Object.keys(propertiesOf(error));
  return known.length === 0 ? 'is not known.' : `is not known. There are: ${known.join(', ')}.`;
}

/** With what it takes, so that a person need not look it up. */
function missing(error: ErrorObject, name: string): string {
  const property = propertiesOf(error)[name];
  const words = isGroup(property) ? property['x-words'] : undefined;
  return typeof words === 'string' ? `is missing: it ${words}` : 'is missing.';
}

function propertiesOf({ parentSchema }: ErrorObject): Readonly<Record<string, unknown>> {
  const properties: unknown = parentSchema?.['properties'];
  return isGroup(properties) ? properties : {};
}

function ownWords({ parentSchema }: ErrorObject): string | undefined {
  const words: unknown = parentSchema?.['x-words'];
  return typeof words === 'string' ? words : undefined;
}

/** Whether a value has names in it, as a mapping of YAML does. */
export function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pathIn(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function distinct(found: readonly Wrong[]): readonly Wrong[] {
  const byText = new Map(found.map((wrong) => [`${wrong.path.join('.')} ${wrong.words}`, wrong]));
  return [...byText.values()];
}
