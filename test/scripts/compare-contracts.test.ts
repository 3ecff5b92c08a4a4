import { describe, expect, it } from 'vitest';
import { classify } from '../../scripts/versions/compare/classify.ts';
import { Contract } from '../../scripts/versions/compare/contract.ts';
import { Source } from '../../scripts/versions/compare/source.ts';

const openapi = `openapi: 3.1.1
info: {title: Small, version: '2026-01-01'}
servers:
  - url: '{base_url}'
x-rate-limits:
  default: {limit: 60, window: 60}
x-currencies:
  USD: {decimals: 2}
paths:
  /things/{id}:
    parameters:
      - {in: query, name: expand, schema: {type: string, maxLength: 9}}
    post:
      operationId: changeThing
      x-rate-limit: {bucket: things, limit: 30, window: 60}
      parameters:
        - {in: path, name: id, required: true, schema: {type: string}}
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Request'}}}}
      responses:
        '200': {description: Done., content: {application/json: {schema: {$ref: '#/components/schemas/Answer'}}}}
components:
  schemas:
    Request: REQUEST
    Answer: ANSWER
    Part: PART
`;
const webhooks = `openapi: 3.1.1
info: {title: Small, version: '2026-01-01'}
webhooks:
  thing.changed:
    post:
      operationId: onThingChanged
      x-event: {group: THING, implemented: true}
      requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
      responses:
        2XX: {description: Heard.}
`;

type Schemas = { readonly request?: string; readonly answer?: string; readonly part?: string };
type Texts = { readonly openapi: string; readonly webhooks: string };

function textsWith({ request = '{type: object}', answer = '{type: object}', part = '{}' }: Schemas): Texts {
  const text = openapi
    .replace('REQUEST', () => request)
    .replace('ANSWER', () => answer)
    .replace('PART', () => part);
  return { openapi: text, webhooks };
}

function contractOf(folder: string, { openapi: one, webhooks: other }: Texts): Contract {
  return new Contract(new Source(`${folder}openapi.yaml`, one), new Source(`${folder}webhooks.yaml`, other));
}

/** Each row as its verdict and reason. */
function said(was: Texts, is: Texts): string[] {
  return classify(contractOf('frozen/', was), contractOf('', is)).map(
    ({ verdict, reason }) => `${verdict}: ${reason}`,
  );
}

const fields = (field: string, more = '') =>
  `{type: object, ${more}properties: {a: ${field}, b: {type: string}}}`;
const part = "$ref: '#/components/schemas/Part'";

/** The first row; the schemas of before and after. */
const bySchema: readonly (readonly [title: string, said: RegExp | undefined, was: Schemas, is: Schemas])[] = [
  [
    'a bound beside a reference is stricter than that of its target, until the target is the stricter one',
    /^breaking: `maxLength` changed from 40 to 20$/,
    { request: fields(`{${part}, maxLength: 40}`), part: '{type: string, maxLength: 60}' },
    { request: fields(`{${part}, maxLength: 40}`), part: '{type: string, maxLength: 20}' },
  ],
  [
    'the target of a reference gets a bound that is wider than the one beside it',
    undefined,
    { request: fields(`{${part}, maxLength: 40}`), part: '{type: string, maxLength: 60}' },
    { request: fields(`{${part}, maxLength: 40}`), part: '{type: string, maxLength: 50}' },
  ],
  [
    'one of two patterns changes',
    /^breaking: `pattern` changed/,
    { request: fields("{allOf: [{type: string, pattern: '^a'}, {pattern: 'z$'}]}") },
    { request: fields("{allOf: [{type: string, pattern: '^b'}, {pattern: 'z$'}]}") },
  ],
  [
    'two patterns change places',
    undefined,
    { answer: fields("{allOf: [{type: string, pattern: '^a'}, {pattern: 'z$'}]}") },
    { answer: fields("{allOf: [{type: string, pattern: 'z$'}, {pattern: '^a'}]}") },
  ],
  [
    'a value that a narrower list beside a reference still has goes from the list of the target',
    /^breaking: the value "one" was removed$/,
    { request: fields(`{${part}, enum: [one, two]}`), part: '{type: string, enum: [one, two, three]}' },
    { request: fields(`{${part}, enum: [one, two]}`), part: '{type: string, enum: [two, three]}' },
  ],
  [
    'one of two choices changes',
    /^breaking: a rule between fields/,
    {
      answer: fields(
        '{allOf: [{anyOf: [{type: string}, {type: integer}], properties: {}}, {anyOf: [{minLength: 1}, {minimum: 1}], properties: {}}]}',
      ),
    },
    {
      answer: fields(
        '{allOf: [{anyOf: [{type: string}, {type: integer}], properties: {}}, {anyOf: [{minLength: 1}, {minimum: 0}], properties: {}}]}',
      ),
    },
  ],
  [
    'the items of a list are bounded twice, and once less',
    /^breaking: `maxLength` changed from 5 to 9$/,
    {
      answer: fields(
        '{type: array, items: {type: string, maxLength: 5}, allOf: [{properties: {}, items: {maxLength: 9}}]}',
      ),
    },
    {
      answer: fields(
        '{type: array, items: {type: string, maxLength: 9}, allOf: [{properties: {}, items: {maxLength: 9}}]}',
      ),
    },
  ],
  [
    'a list of values gets null, in an answer',
    /^breaking: the type changed from string to null or string$/,
    { answer: fields('{enum: [one, two]}') },
    { answer: fields('{enum: [one, two, null]}') },
  ],
  [
    'a list of values gets null where the type had it already',
    /^breaking: the type changed from string to null or string$/,
    { answer: fields("{type: [string, 'null'], enum: [one]}") },
    { answer: fields("{type: [string, 'null'], enum: [one, null]}") },
  ],
  [
    'a code of a refusal is no longer said',
    /^breaking: the refusal by `pattern` has the code VALIDATION_ERROR instead of WRONG_A$/,
    { request: fields("{type: string, pattern: '^a', x-error-code: {pattern: WRONG_A}}") },
    { request: fields("{type: string, pattern: '^a'}") },
  ],
  [
    'a keyword goes together with its code',
    /^addition: `pattern` was removed$/,
    { request: fields("{type: string, pattern: '^a', x-error-code: {pattern: WRONG_A}}") },
    { request: fields('{type: string}') },
  ],
  [
    'a field is required beside several rules between fields',
    /^breaking: a rule between fields/,
    { request: fields('{}', 'if: {type: object}, then: {allOf: [{not: {required: [a, b]}}]}, ') },
    {
      request: fields(
        '{}',
        'if: {type: object}, then: {required: [a], allOf: [{not: {required: [a, b]}}]}, ',
      ),
    },
  ],
  [
    'a rule between fields that is a component changes',
    /^breaking: a rule between fields/,
    {
      request: fields('{}', `if: {type: object}, then: {allOf: [{${part}}]}, `),
      part: '{not: {required: [a, b]}}',
    },
    {
      request: fields('{}', `if: {type: object}, then: {allOf: [{${part}}]}, `),
      part: '{not: {required: [a]}}',
    },
  ],
  [
    'a rule between fields becomes a component',
    undefined,
    { request: fields('{}', 'if: {type: object}, then: {allOf: [{not: {required: [a, b]}}]}, ') },
    {
      request: fields('{}', `if: {type: object}, then: {allOf: [{${part}}]}, `),
      part: '{not: {required: [a, b]}}',
    },
  ],
  [
    'an answer promises a field in a part of its own',
    undefined,
    { answer: '{allOf: [{type: object, required: [a], properties: {a: {type: string}}}]}' },
    { answer: '{allOf: [{type: object, properties: {a: {type: string}}}, {required: [a]}]}' },
  ],
  [
    'a request must have a field that it does not describe',
    /^breaking: a request must have the field `c`$/,
    { request: fields('{}') },
    { request: fields('{}', 'required: [c], ') },
  ],
  [
    'a field of an object in a list becomes required, and the object is optional',
    /^breaking: a request must have the field `c`$/,
    { request: fields('{type: array, items: {type: object, properties: {c: {type: string}}}}') },
    {
      request: fields('{type: array, items: {type: object, required: [c], properties: {c: {type: string}}}}'),
    },
  ],
  [
    'an alternative of an answer may have less',
    /^breaking: the field `c` may be missing in an answer$/,
    {
      answer: fields(
        '{oneOf: [{type: object, required: [c], properties: {c: {type: string}}}, {type: string}]}',
      ),
    },
    { answer: fields('{oneOf: [{type: object, properties: {c: {type: string}}}, {type: string}]}') },
  ],
];

describe('a schema', () => {
  it.each(bySchema)('%s', (_title, wanted, was, is) => {
    const [first] = said(textsWith(was), textsWith(is));

    expect(first ?? 'nothing').toMatch(wanted ?? /^nothing$/);
  });

  it('that requests and answers share is judged in both directions', () => {
    const shared = { request: fields(`{${part}}`), answer: fields(`{${part}}`) };

    const rows = said(
      textsWith({ ...shared, part: '{type: string, maxLength: 9}' }),
      textsWith({ ...shared, part: '{type: string, maxLength: 5}' }),
    );

    expect(rows).toEqual([
      'breaking: `maxLength` changed from 9 to 5',
      'addition: `maxLength` changed from 9 to 5',
    ]);
  });
});

/** What is said of a request and of an answer. */
const byPattern: readonly (readonly [was: string, is: string, request: string, answer: string])[] = [
  ['^a', '^x?a', 'addition', 'breaking'],
  ['^a', String.raw`^\uFEFF?a`, 'addition', 'breaking'],
  ['^a', String.raw`^\+?a`, 'addition', 'breaking'],
  ['^a', '^\u{1F600}?a', 'addition', 'breaking'],
  ['^x?a', '^a', 'breaking', 'addition'],
  ['^a', '^xa', 'breaking', 'breaking'],
  ['^a', '^x??a', 'breaking', 'breaking'],
  ['^a', '^x?b', 'breaking', 'breaking'],
  ['^a', '^(x|y)?a', 'breaking', 'breaking'],
  ['^a', String.raw`^\d?a`, 'breaking', 'breaking'],
  ['^a', 'x?a', 'breaking', 'breaking'],
  ['a', '^x?a', 'breaking', 'breaking'],
];

const withPattern = (pattern: string) => fields(`{type: string, pattern: '${pattern}'}`);

describe('a pattern', () => {
  it.each(byPattern)('%s that becomes %s: %s of a request, %s of an answer', (was, is, request, answer) => {
    const verdict = (side: 'request' | 'answer') =>
      said(textsWith({ [side]: withPattern(was) }), textsWith({ [side]: withPattern(is) })).map(
        (row) => row.split(':')[0],
      );

    expect([verdict('request'), verdict('answer')]).toEqual([[request], [answer]]);
  });
});

/** The first row; what is replaced in the documents. */
const byEdit: readonly (readonly [title: string, said: RegExp | undefined, from: string, to: string])[] = [
  ['the address of the service changes', /^breaking: .* was removed$/, "'{base_url}'", "'{base_url}/api'"],
  ['a currency has other decimals', /^breaking: `USD` changed/, 'USD: {decimals: 2}', 'USD: {decimals: 0}'],
  [
    'every key admits fewer calls at once',
    /^breaking: /,
    'default: {limit: 60, window: 60}',
    'default: {limit: 1, window: 1}',
  ],
  [
    'an operation admits fewer calls at once',
    /^breaking: the rate limit became lower$/,
    'limit: 30, window: 60',
    'limit: 10, window: 10',
  ],
  [
    'an operation admits more calls',
    /^addition: the rate limit became higher$/,
    'limit: 30, window: 60',
    'limit: 40, window: 60',
  ],
  [
    'an operation is counted with the others',
    /^breaking: the calls are counted as "default" instead of "things"$/,
    'bucket: things, ',
    '',
  ],
  [
    'an operation is counted under another name',
    /^breaking: the calls are counted as "others" instead of "things"$/,
    'bucket: things',
    'bucket: others',
  ],
  [
    'all calls get one more limit',
    /^breaking: `merchant` was added/,
    '  default: {limit: 60, window: 60}',
    '  default: {limit: 60, window: 60}\n  merchant: {limit: 9, window: 60}',
  ],
  [
    'an amount gets a bound',
    /^breaking: `payment` was added/,
    'x-currencies:',
    "x-greatest-amounts: {payment: '9.00'}\nx-currencies:",
  ],
  ['there is one more currency', /^addition: `ZWG` was added/, '  USD:', '  ZWG: {decimals: 2}\n  USD:'],
  [
    'an operation is elsewhere',
    /^breaking: \{base_url\} was removed$/,
    '      operationId: changeThing',
    "      servers: [{url: 'https://things.example.com'}]\n      operationId: changeThing",
  ],
  [
    'the operations of a path are elsewhere',
    /^breaking: \{base_url\} was removed$/,
    '    post:\n      operationId: changeThing',
    "    servers: [{url: 'https://things.example.com'}]\n    post:\n      operationId: changeThing",
  ],
  [
    'an operation says that it is where all are',
    undefined,
    '      operationId: changeThing',
    "      servers: [{url: '{base_url}'}]\n      operationId: changeThing",
  ],
  ['a parameter of a path is narrowed', /^breaking: `maxLength`/, 'maxLength: 9', 'maxLength: 5'],
  [
    'a parameter of a path becomes one of its operation',
    undefined,
    `    parameters:
      - {in: query, name: expand, schema: {type: string, maxLength: 9}}
    post:
      operationId: changeThing
      x-rate-limit: {bucket: things, limit: 30, window: 60}
      parameters:
`,
    `    post:
      operationId: changeThing
      x-rate-limit: {bucket: things, limit: 30, window: 60}
      parameters:
        - {in: query, name: expand, schema: {type: string, maxLength: 9}}
`,
  ],
  [
    'the usual way to write a parameter is said',
    undefined,
    'in: query,',
    'in: query, style: form, explode: true,',
  ],
  [
    'a parameter is written in another way',
    /^breaking: `explode`/,
    'in: query,',
    'in: query, explode: false,',
  ],
  [
    'a request need not have a body',
    /^addition: a request need not have a body$/,
    'requestBody: {required: true, content: {application/json: {schema: {$ref',
    'requestBody: {content: {application/json: {schema: {$ref',
  ],
  [
    'an event may have no body',
    /^breaking: an event may have no body$/,
    'requestBody: {required: true, content: {application/json: {schema: {type',
    'requestBody: {content: {application/json: {schema: {type',
  ],
];

describe('what stands around the schemas', () => {
  it.each(byEdit)('%s', (_title, wanted, from, to) => {
    const was = textsWith({});
    const is = {
      openapi: was.openapi.replace(from, () => to),
      webhooks: was.webhooks.replace(from, () => to),
    };
    expect(is).not.toEqual(was);

    const [first] = said(was, is);

    expect(first ?? 'nothing').toMatch(wanted ?? /^nothing$/);
  });
});
