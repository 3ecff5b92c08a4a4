import { type Document, follow, type Schema } from '../../redocly/document.ts';
import { code, table } from './page.ts';

type Field = { readonly name: string; readonly type: string; readonly need: string; readonly about: string };

/** No body of the contract is deeper; a schema that contains itself ends here. */
const deepest = 6;

/** A table of every field of a schema, nested ones by their path, such as `data.items[].amount`. */
export function fieldTable(document: Document, schema: Schema): string {
  const rows = fieldsOf(document, schema, '', 0);
  return table(
    ['Field', 'Type', 'Meaning'],
    rows.map(({ name, type, need, about }) => [code(name), `${type}${need}`, about]),
  );
}

function fieldsOf(document: Document, schema: Schema, prefix: string, depth: number): readonly Field[] {
  if (depth > deepest) return [];
  const { properties, required } = shapeOf(document, schema);
  return Object.entries(properties).flatMap(([name, own]) => {
    const place = `${prefix}${name}`;
    const resolved = resolve(document, own);
    const field = {
      name: place,
      type: typeOf(document, own),
      need: required.has(name) ? ', required' : '',
      about: aboutOf(document, own),
    };
    const isList =
      resolved.type === 'array' || (Array.isArray(resolved.type) && resolved.type.includes('array'));
    const inner = isList ? (resolved.items ?? {}) : own;
    return [field, ...fieldsOf(document, inner, `${place}${isList ? '[]' : ''}.`, depth + 1)];
  });
}

type Shape = { readonly properties: Record<string, Schema>; readonly required: ReadonlySet<string> };

/** The fields of a schema and of all that it is made of. What only one of several alternatives requires is not required. */
function shapeOf(document: Document, schema: Schema): Shape {
  const own = resolve(document, schema);
  const whole = (own.allOf ?? []).map((part) => shapeOf(document, part));
  const choices = choicesOf(own).map((part) => shapeOf(document, part));
  const properties = Object.fromEntries(
    [...whole, ...choices, { properties: schemasIn(own.properties) }].flatMap((part) =>
      Object.entries(part.properties),
    ),
  );
  return {
    properties,
    required: new Set([...(own.required ?? []), ...whole.flatMap((part) => [...part.required])]),
  };
}

const schemasIn = (properties: Schema['properties'] = {}): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, own]) => (typeof own === 'object' ? [[name, own]] : [])),
  );

const choicesOf = (schema: Schema): readonly Schema[] => [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];

function resolve(document: Document, schema: Schema): Schema {
  const found = follow(document, 'schemas', schema, []).node;
  return found === schema ? schema : resolve(document, found);
}

/** What a field is, in words: its type and the values or limits that it has. */
export function typeOf(document: Document, schema: Schema): string {
  const own = resolve(document, schema);
  const values = own.enum ?? own['x-extensible-enum'];
  if (values !== undefined) return values.map((value) => code(String(value))).join(', ');
  if (own['const'] !== undefined) return code(JSON.stringify(own['const']));
  const choices = choicesOf(own);
  if (choices.length > 0) return unique(choices.map((choice) => typeOf(document, choice))).join(' or ');
  const types = typeof own.type === 'string' ? [own.type] : (own.type ?? ['object']);
  return types
    .map((type) => (type === 'array' ? `list of ${typeOf(document, own.items ?? {})}` : type))
    .map((type) => (type === 'string' ? `string${limitsOf(own)}` : type))
    .join(' or ');
}

function limitsOf({ minLength, maxLength, format }: Schema): string {
  if (typeof format === 'string') return ` (${format})`;
  if (typeof maxLength !== 'number') return '';
  return typeof minLength === 'number' && minLength > 0
    ? ` (${minLength} to ${maxLength} characters)`
    : ` (at most ${maxLength} characters)`;
}

/** The description of the field itself, or else of the schema that it is. */
function aboutOf(document: Document, schema: Schema): string {
  if (schema.description !== undefined) return schema.description;
  const resolved = resolve(document, schema);
  if (resolved.description !== undefined) return resolved.description;
  const [named] = [...(resolved.allOf ?? []), ...choicesOf(resolved)].filter((part) => part.type !== 'null');
  return named === undefined ? '' : aboutOf(document, named);
}

const unique = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];
