import { found, type Schema } from './bundle.ts';

const single = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
];
const listed = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const named = ['properties', 'patternProperties', 'dependentSchemas'];

/** Keywords whose schemas describe parts of one object: not they, but the schema around them closes it. */
const parts = new Set(['allOf', 'anyOf', 'oneOf', 'then', 'else']);

/** Keywords that check nothing, which are removed. An unknown `x-` keyword stays, so that Ajv's strict mode refuses it. */
const annotations = new Set(
  'title description examples deprecated externalDocs x-origin x-error-code x-brand x-extensible-enum x-named-by x-enumDescriptions x-retryable x-status x-meaning'.split(
    ' ',
  ),
);

/** Every time that we send. The contract says it in words: with a `pattern` beside the format, clients in Python refuse every time. */
const inMilliseconds = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$';

/** The schema for Ajv: `#/components/schemas/X` becomes `c#/$defs/X`, and a discriminator lists its values. */
export function rewritten(schema: Schema): Schema {
  return mapped(schema, (child) => rewritten(child), '');
}

/** The closed form, for tests: objects refuse fields that they do not name, and open lists refuse values that they do not list. */
export function closed(schema: Schema, schemas: Record<string, Schema>, part = false): Schema {
  const twin = mapped(
    schema,
    (child, keyword) =>
      keyword === 'if' || keyword === 'not' ? rewritten(child) : closed(child, schemas, parts.has(keyword)),
    part ? '.part' : '',
  );
  const values = schema['x-extensible-enum'];
  // Whoever runs the service adds to such a list, so no judge can know all of it.
  if (schema['x-named-by'] !== undefined) return twin;
  if (values !== undefined) return { ...twin, enum: schema.type === 'string' ? values : [...values, null] };
  const isWhole = !part && schema.$ref === undefined && schema['additionalProperties'] === undefined;
  return isWhole && hasProperties(schema, schemas) ? { ...twin, unevaluatedProperties: false } : twin;
}

/** Both forms of every named schema: whole, and as a part of another. */
export function closedDefinitions(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => [
      [name, closed(schema, schemas)],
      [`${name}.part`, closed(schema, schemas, true)],
    ]),
  );
}

function mapped(schema: Schema, visit: (child: Schema, keyword: string) => Schema, suffix: string): Schema {
  const each = (child: unknown, keyword: string): unknown =>
    isSchema(child) ? visit(child, keyword) : child;
  const whole = schema['format'] === 'date-time' ? { ...schema, pattern: inMilliseconds } : schema;
  const entries = Object.entries(whole).flatMap(([keyword, value]): [string, unknown][] => {
    if (annotations.has(keyword)) return [];
    if (keyword === '$ref') return [[keyword, `c#/$defs/${String(value).split('/').at(-1)}${suffix}`]];
    if (keyword === 'discriminator' && isSchema(value)) return choice(value);
    if (single.includes(keyword)) return [[keyword, each(value, keyword)]];
    if (listed.includes(keyword) && Array.isArray(value))
      return [[keyword, value.map((child) => each(child, keyword))]];
    if (!named.includes(keyword) || !isSchema(value)) return [[keyword, value]];
    return [
      [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, child]) => [name, each(child, keyword)])),
      ],
    ];
  });
  return Object.fromEntries(entries);
}

/** A discriminator's own error names neither the property nor its values. `required` and `enum` do, and are shown instead of it. */
function choice({ propertyName, mapping }: Schema): [string, unknown][] {
  const name = String(propertyName);
  return [
    ['discriminator', { propertyName: name }],
    ['required', [name]],
    ['properties', { [name]: { enum: Object.keys(Object(mapping)) } }],
  ];
}

function hasProperties(schema: Schema, schemas: Record<string, Schema>): boolean {
  const { properties, allOf, anyOf, oneOf } = found(schema, schemas);
  return (
    properties !== undefined ||
    [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].some((part) => hasProperties(part, schemas))
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
