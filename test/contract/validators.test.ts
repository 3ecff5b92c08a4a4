import { describe, expect, it } from 'vitest';
import { functions as answers } from '../../generated/validators/answers.js';
import { functions as bodies } from '../../generated/validators/body.js';
import { functions as closed } from '../../generated/validators/closed.js';
import { functions as events } from '../../generated/validators/events.js';
import index from '../../generated/validators/index.json' with { type: 'json' };
import { found, type Operation, operationsOf } from '../../scripts/generate/bundle.ts';
import { examplesOf, openapi, webhooks } from '../src/platform/contract/examples.ts';
import { loadFixture } from '../src/platform/contract/fixture.ts';

const operations = operationsOf(openapi).map(({ operation }) => operation);
const answerNames: Record<string, Record<string, string>> = index.answers;
const closedNames: Record<string, Record<string, string>> = index.closed;

function answerExamples(operation: Operation): { status: string; value: unknown }[] {
  return Object.entries(operation.responses).flatMap(([status, response]) => {
    const { content = {} } = found(response, openapi.components.responses);
    return examplesOf({ content }, openapi).map((value) => ({ status, value }));
  });
}

function errors(
  validate: (((value: unknown) => boolean) & { errors?: unknown }) | undefined,
  value: unknown,
): unknown {
  if (validate === undefined) throw new Error('no validator');
  return validate(value) ? [] : validate.errors;
}

describe.each(operations)('$operationId', (operation) => {
  const bodyNames: Record<string, string> = index.body;

  it('has an open and a closed validator for every answer that it declares', () => {
    const declared = Object.entries(operation.responses).flatMap(([status, response]) =>
      'application/json' in (found(response, openapi.components.responses).content ?? {}) ? [status] : [],
    );

    expect(Object.keys(answerNames[operation.operationId] ?? {}).toSorted()).toEqual(declared.toSorted());
    expect(Object.keys(closedNames[operation.operationId] ?? {}).toSorted()).toEqual(declared.toSorted());
  });

  it('accepts the examples of its request', () => {
    for (const value of examplesOf(operation.requestBody, openapi)) {
      expect(errors(bodies[bodyNames[operation.operationId] ?? ''], { requestBody: value })).toEqual([]);
    }
  });

  it('accepts the examples of its answers, with the closed validators too', () => {
    const examples = answerExamples(operation);

    expect(examples.length).toBeGreaterThan(0);
    for (const { status, value } of examples) {
      expect(errors(answers[answerNames[operation.operationId]?.[status] ?? ''], value)).toEqual([]);
      expect(errors(closed[closedNames[operation.operationId]?.[status] ?? ''], value)).toEqual([]);
    }
  });

  it('allows further fields in an answer, except with the closed validator', () => {
    const examples = answerExamples(operation);
    // A file has no fields; then it is a failure.
    const success = examples.find(({ status }) => status.startsWith('2')) ?? examples[0];
    const wider = Object.assign(structuredClone(success?.value ?? {}), { added: true });
    const status = success?.status ?? '';

    expect(errors(answers[answerNames[operation.operationId]?.[status] ?? ''], wider)).toEqual([]);
    expect(errors(closed[closedNames[operation.operationId]?.[status] ?? ''], wider)).toMatchObject([
      { instancePath: '', keyword: 'unevaluatedProperties' },
    ]);
  });
});

it.each(['2026-01-31T12:00:00Z', '2026-01-31T14:00:00.000+02:00'])(
  'refuses an answer with the time %s: it is in UTC and has milliseconds',
  (time) => {
    const operation = operations.find(({ operationId }) => operationId === 'getCheckoutStatus');
    const [example] = operation === undefined ? [] : answerExamples(operation);
    const { success, data } = structuredClone(example?.value) as { success: boolean; data: object };

    expect(
      errors(answers[answerNames['getCheckoutStatus']?.['200'] ?? ''], {
        success,
        data: { ...data, created_at: time },
      }),
    ).toMatchObject([{ instancePath: '/data/created_at', keyword: 'pattern' }]);
  },
);

describe.each(Object.entries(index.events))('event %s', (type, name) => {
  it('accepts its examples', () => {
    const examples = examplesOf(webhooks.webhooks?.[type]?.post.requestBody, webhooks);

    expect(examples.length).toBeGreaterThan(0);
    for (const value of examples) expect(errors(events[name], value)).toEqual([]);
  });

  it('refuses another type in the envelope', () => {
    const [example] = examplesOf(webhooks.webhooks?.[type]?.post.requestBody, webhooks);

    expect(
      errors(events[name], Object.assign({}, example, { type: 'compliance.screening.completed' })),
    ).toContainEqual(expect.objectContaining({ instancePath: '/type', keyword: 'const' }));
  });
});

describe('the generator of validators', async () => {
  const { index: names, errorsOf } = await loadFixture();
  const thing = {
    id: `thg_${'0'.repeat(32)}`,
    amount: '1.00',
    gateway: 'sandbox_card',
    owner: { name: 'A' },
  };
  const answer = { success: true, data: thing };
  const openName = names.answers['getThing']?.['200'];
  const closedName = names.closed['getThing']?.['200'];
  const refusals = (token: string) => {
    const requestBody = { amount: '1.00', kind: 'a', method: { type: 'card', token } };
    return errorsOf('body', names.body['createThing'], { requestBody }).map(({ keyword }) => keyword);
  };

  it('makes validators that fill defaults into requests', () => {
    const request: { requestBody: object } = { requestBody: { amount: '1.00', kind: 'b' } };

    expect(errorsOf('body', names.body['createThing'], request)).toEqual([]);

    expect(request.requestBody).toEqual({ amount: '1.00', kind: 'b', count: 1 });
  });

  it('makes validators that count characters, and not the units of JavaScript', () => {
    for (const character of ['a', 'é', '😀']) {
      expect(refusals(character.repeat(2))).toContain('minLength');
      expect(refusals(character.repeat(3))).toEqual([]);
      expect(refusals(character.repeat(20))).toEqual([]);
      expect(refusals(character.repeat(21))).toContain('maxLength');
    }
    expect(refusals('a😀')).toContain('minLength');
    expect(refusals('a😀a')).toEqual([]);
  });

  it('makes validators that do not fill defaults into answers', () => {
    const given = structuredClone(answer);

    expect(errorsOf('answers', openName, given)).toEqual([]);

    expect(given).toEqual(answer);
  });

  it('closes an object composed with allOf as a whole', () => {
    expect(errorsOf('closed', closedName, answer)).toEqual([]);
    expect(errorsOf('closed', closedName, { ...answer, data: { ...thing, more: 1 } })).toMatchObject([
      { instancePath: '/data', keyword: 'unevaluatedProperties' },
    ]);
  });

  it('closes objects inside objects, lists and alternatives', () => {
    const owned = { ...thing, owner: { name: 'A', more: 1 } };

    expect(errorsOf('answers', openName, { ...answer, data: owned })).toEqual([]);
    expect(errorsOf('closed', closedName, { ...answer, data: owned })).toContainEqual(
      expect.objectContaining({ instancePath: '/data/owner', keyword: 'unevaluatedProperties' }),
    );
    expect(
      errorsOf('closed', names.closed['listThings']?.['200'], {
        success: true,
        data: { items: [thing, { ...thing, more: 1 }] },
      }),
    ).toMatchObject([{ instancePath: '/data/items/1', keyword: 'unevaluatedProperties' }]);
  });

  it('leaves an extensible enum open, and closes it in the closed validator', () => {
    const elsewhere = { ...answer, data: { ...thing, gateway: 'sandbox_tomorrow' } };

    expect(errorsOf('answers', openName, elsewhere)).toEqual([]);
    expect(errorsOf('closed', closedName, elsewhere)).toMatchObject([
      { instancePath: '/data/gateway', keyword: 'enum' },
    ]);
  });

  it('makes one function for equal answers', () => {
    expect(names.answers['getThing']?.['404']).toBe(names.answers['removeThing']?.['404']);
    expect(names.answers['getThing']?.['200']).toBe(names.answers['removeThing']?.['200']);
  });
});

describe('a card number in a text', async () => {
  const { index: names, errorsOf } = await loadFixture();

  function isRefused(title: string): boolean {
    const problems = errorsOf('body', names.body['createThing'], {
      requestBody: { amount: '1.00', kind: 'a', title },
    });
    return problems.some(({ keyword }) => keyword === 'x-no-card-number');
  }

  it.each([
    [13, '4'],
    [14, '36'],
    [15, '37'],
    [16, '4'],
    [17, '62'],
    [18, '62'],
    [19, '4'],
  ])('of %i digits that begins %s is refused', (length, start) => {
    expect(isRefused(cardNumber(length, start))).toBe(true);
    expect(isRefused(`card ${cardNumber(length, start)}, please`)).toBe(true);
  });

  it('is refused with spaces and hyphens in it', () => {
    for (const separator of [' ', '-', ' - ', '  '])
      expect(isRefused(grouped(cardNumber(16), separator))).toBe(true);
  });

  it('is refused beside other numbers', () => {
    expect(isRefused(`12 ${grouped(cardNumber(16), ' ')} 12`)).toBe(true);
  });

  it('is not looked for in a text that is too long anyway, so that no text delays other calls', () => {
    const long = '1 '.repeat(130_000);

    expect(isRefused(`${long} ${cardNumber(16)}`)).toBe(false);
  });

  it('is not seen in digits that are too few, too many, or fail the Luhn check', () => {
    expect(isRefused(cardNumber(12))).toBe(false);
    expect(isRefused(cardNumber(20))).toBe(false);
    expect(isRefused(`${cardNumber(16).slice(0, -1)}${(Number(cardNumber(16).at(-1)) + 1) % 10}`)).toBe(
      false,
    );
    expect(isRefused('Invoice 2026-01-31, table 12')).toBe(false);
  });

  it('is not seen in digits of no issuer, or of a length that its cards do not have', () => {
    expect(isRefused('Order 1234567890123452')).toBe(false);
    expect(isRefused(cardNumber(16, '1'))).toBe(false);
    expect(isRefused(cardNumber(15, '4'))).toBe(false);
  });
});

/** `length` digits that pass the Luhn check. Built at run time, so that no card number stands in the repository. */
function cardNumber(length: number, start = '4'): string {
  const body = start.padEnd(length - 1, '2');
  const last = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(
    (number) => luhn(number) % 10 === 0,
  );
  return last ?? '';
}

function luhn(number: string): number {
  return Array.from(number, Number)
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2))
    .reduce((sum, digit) => sum + digit, 0);
}

function grouped(number: string, separator: string): string {
  return number.match(/.{1,4}/g)?.join(separator) ?? '';
}
