import { type Html, html } from '../../src/pages/html.ts';
import { codeWords } from './code-words.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The name of the schema of an event's `data`. */
export function dataNameOf(webhooks: unknown, id: string): string {
  const reference = dataIn(webhooks, at(bodyOf(webhooks, id), ['schema']));
  if (reference === undefined) throw new Error(`${id} has no schema for its data`);
  return reference.split('/').at(-1) ?? '';
}

/** The body of an event, as the document describes it. */
export function bodyOf(webhooks: unknown, id: string): unknown {
  return at(webhooks, ['webhooks', id, 'post', 'requestBody', 'content', 'application/json']);
}

/** The reference in the schema itself or in one of those that `allOf` lists. */
function dataIn(webhooks: unknown, event: unknown): string | undefined {
  const schema = resolved(webhooks, event);
  const own = at(schema, ['properties', 'data', '$ref']);
  if (typeof own === 'string') return own;
  const parts = listAt(schema, 'allOf').map((part) => dataIn(webhooks, part));
  return parts.findLast((part) => part !== undefined);
}

/** A table of every field of `data`. Events link to it by the schema's name. */
export function dataTable(webhooks: unknown, name: string): Html {
  const schema = resolved(webhooks, { $ref: `#/components/schemas/${name}` });
  const fields = Object.entries(objectAt(schema, 'properties'));
  return html`<table id="${name}"><caption><code>${name}</code>. ${codeWords(textAt(schema, 'description'))}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${fields.map(
    ([field, about]) =>
      html`<tr><td><code>${field}</code></td><td>${typeOf(webhooks, about)}</td><td>${codeWords(meaningOf(webhooks, about))}</td></tr>`,
  )}</tbody>
</table>`;
}

/** The description of the field itself, or else of the schema that it refers to. */
function meaningOf(webhooks: unknown, about: unknown): string {
  const own = textAt(about, 'description');
  if (own !== '') return own;
  const [named] = choicesOf(about).filter((choice) => at(choice, ['type']) !== 'null');
  if (named !== undefined) return meaningOf(webhooks, named);
  return at(about, ['$ref']) === undefined ? '' : textAt(resolved(webhooks, about), 'description');
}

function typeOf(webhooks: unknown, about: unknown): string {
  const schema = resolved(webhooks, about);
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeOf(webhooks, choice)))].join(' or ');
  const values = [...listAt(schema, 'enum'), ...listAt(schema, 'x-extensible-enum')];
  if (values.length > 0) return values.map(String).join(', ');
  const type = at(schema, ['type']);
  if (type === 'array') return `array of ${typeOf(webhooks, at(schema, ['items']))}`;
  return Array.isArray(type) ? type.join(' or ') : String(type);
}

function choicesOf(schema: unknown): readonly unknown[] {
  return ['allOf', 'anyOf', 'oneOf'].flatMap((word) => listAt(schema, word));
}

function resolved(webhooks: unknown, schema: unknown): unknown {
  const reference = at(schema, ['$ref']);
  return typeof reference === 'string' ? at(webhooks, reference.slice(2).split('/')) : schema;
}

function textAt(schema: unknown, name: string): string {
  const text = at(schema, [name]);
  return typeof text === 'string' ? text : '';
}

function listAt(schema: unknown, name: string): readonly unknown[] {
  const list = at(schema, [name]);
  return Array.isArray(list) ? list : [];
}

function objectAt(schema: unknown, name: string): Schema {
  return Object.fromEntries(Object.entries(at(schema, [name]) ?? {}));
}

/** The value at the end of a path; undefined if a part of the path is missing. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (held, name) => (typeof held === 'object' && held !== null ? Reflect.get(held, name) : undefined),
    value,
  );
}
