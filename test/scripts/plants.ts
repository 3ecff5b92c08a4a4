import type { Document } from 'yaml';

type Key = string | number;
/** A mistake in a document, the rule that finds it, and what the rule says. */
export type Plant = readonly [
  rule: string,
  title: string,
  plant: (document: Document) => void,
  finding: RegExp,
];

export const schema = (...keys: Key[]): Key[] => ['components', 'schemas', ...keys];
export const set = (path: Key[], value: unknown) => (document: Document) =>
  document.setIn(path, document.createNode(value));
export const drop = (path: Key[]) => (document: Document) => {
  if (!document.deleteIn(path)) throw new Error(`${path.join(' ')} is not there.`);
};
export const add = (path: Key[], value: unknown) => (document: Document) => document.addIn(path, value);

const links = ['paths', '/v1/checkout/{id}/status', 'get', 'responses', '200', 'links'];

/** Shapes on which generators of clients break. */
export const inShapes: readonly Plant[] = [
  [
    'generators',
    'a named schema that is another one or null',
    set(schema('InstantOrNull', 'anyOf'), [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }]),
    /InstantOrNull A named schema is not a choice with null/,
  ],
  [
    'generators',
    'a value that is true as a constant',
    set(schema('CustomerDeleted', 'properties', 'deleted'), { type: 'boolean', const: true }),
    /deleted\/const A value that is always true is `not: \{const: false\}`/,
  ],
  [
    'generators',
    'a pattern beside the format of a time',
    set(schema('Instant', 'pattern'), '^[0-9TZ.:-]{24}$'),
    /Instant\/pattern A time has no `pattern`/,
  ],
  [
    'generators',
    'a list of values without a name',
    set(schema('Terminal', 'properties', 'device_model'), { type: 'string', enum: ['pax_a920', 'other'] }),
    /device_model\/enum A list of values is a named schema/,
  ],
  [
    'generators',
    'a rule between fields where generators read it',
    set(schema('CancelSubscriptionRequest', 'not'), { required: ['at_period_end', 'reason'] }),
    /CancelSubscriptionRequest\/not Rules between fields stand under `then`/,
  ],
  [
    'generators',
    'a property without a schema',
    set(schema('UpdateInvoiceRequest', 'then', 'not', 'properties', 'customer'), true),
    /properties\/customer A property has a schema, not `true`/,
  ],
  [
    'generators',
    'a link with a body',
    set([...links, 'abortCheckout', 'requestBody'], { reason: 'none' }),
    /abortCheckout A link has no `requestBody`/,
  ],
  [
    'generators',
    'a link with a number',
    set([...links, 'getMobileStatus', 'parameters', 'path.id'], 1),
    /getMobileStatus\/parameters\/path\.id The value is a text/,
  ],
];
