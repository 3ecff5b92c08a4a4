import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edgesOf } from '../../../scripts/fuzz/boundaries.ts';
import { newest as contract, type Operation, operations } from '../../../scripts/fuzz/contract.ts';
import { startsOf } from '../../../scripts/fuzz/needs/starts.ts';
import { noCorpus } from '../../../scripts/fuzz/own/corpus.ts';
import { codeOf } from '../../../scripts/fuzz/own/coverage.ts';
import { makerFor, requestOf } from '../../../scripts/fuzz/own/pool.ts';
import { createTester, type Tester } from '../../../scripts/fuzz/own/tester.ts';
import { type App, startApp } from '../../support/service/app.ts';

let app: App;
const testers = new Map<string, Tester>();
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  const rateLimit = 1_000_000_000;
  const wanted = {
    usual: {},
    // Turns the clock to its limit and deletes everything.
    destructive: {},
    withoutWebhook: { webhookUrl: null },
    withSecondFactor: { totp: true },
  };
  for (const [name, about] of Object.entries(wanted)) {
    const webhook = { webhookUrl: 'http://127.0.0.1:9/hook', eventTypes: ['*'] };
    const { secretKey } = await app.aMerchant({ rateLimit, ...webhook, ...about });
    const door = { baseUrl: app.baseUrl, key: secretKey };
    testers.set(
      name,
      createTester({ contract, door, isOurs: true, corpus: noCorpus, progress: { at: () => undefined } }),
    );
  }
});
afterAll(() => app.stop());

const destructive = ['resetSandbox', 'advanceTestClock', 'setTestKyc'];

describe('what an operation needs', () => {
  it.each(operations)('is made for each way in which $id succeeds or is refused', async (operation) => {
    const outcomes: Record<string, string> = {};
    for (const start of startsOf(operation)) {
      const name = start.as ?? (destructive.includes(operation.id) ? 'destructive' : 'usual');
      const tester = testers.get(name);
      if (!tester) throw new Error(`nobody is ${name}`);
      const made = await makerFor(tester, contract, operation).make(start);
      const answer =
        made &&
        (await tester.try({
          operation,
          request: requestOf(start, made),
          expect: 'declared',
          rule: start.name,
        }));
      outcomes[start.name] =
        answer === undefined ? 'not made' : answer.status < 300 ? 'success' : codeOf(answer.text);
    }

    expect(outcomes).toEqual(
      Object.fromEntries(startsOf(operation).map(({ name, refusal = 'success' }) => [name, refusal])),
    );
    expect([...testers.values()].flatMap(({ findings }) => findings.map(({ what }) => what))).toEqual([]);
  });
});

/** The values of a part of an operation's body at its boundaries. */
const edges = (id: string, at: string) => {
  const operation = operations.find((each) => each.id === id);
  const base = operation && startsOf(operation)[0]?.request?.body;
  const valueAt = (value: unknown) => {
    let part = value;
    for (const step of at.split('/').slice(1)) part = Reflect.get(Object(part), step);
    return part;
  };
  const found = edgesOf(operation?.body ?? {}, base ?? {}, 'u12345678901');
  return found.filter((edge) => edge.at === at && edge.rule !== 'absent').map(({ value }) => valueAt(value));
};
const lengths = (values: readonly unknown[]) => [
  ...new Set(values.map((value) => Array.from(String(value)).length)),
];

describe('the boundaries', () => {
  it.each([
    ['createPaymentLink', '/title', [1, 120]],
    ['createPaymentLink', '/amount', [4, 15]],
    ['createCheckout', '/merchantTransactionId', [1, 64]],
    ['createCustomer', '/external_id', [1, 64]],
    ['createInvoice', '/items/0/description', [1, 255]],
    ['createInvoice', '/notes', [1, 1000]],
  ])('of the text %s %s are its lengths %j', (id, at, expected) => {
    expect(lengths(edges(id, at))).toEqual(expected);
  });

  it.each([
    ['createPaymentLink', '/max_uses', [1, 1_000_000]],
    ['createInvoice', '/items/0/quantity', [1, 9999]],
    ['createSubscriptionPlan', '/trial_days', [0, 365]],
    ['createPaymentLink', '/currency', ['USD', 'ZWG']],
    ['updatePaymentLink', '/active', [true, false]],
  ])('of %s %s are %j', (id, at, expected) => {
    expect(edges(id, at)).toEqual(expected);
  });

  it('of a text of megabytes with a pattern are found, and reach its limit', () => {
    const digits = { type: 'string', pattern: '^[0-9]{4,}$', maxLength: 1_000_000 } as const;

    const found = edgesOf(digits, '1234', 'u12345678901');

    expect(lengths(found.map(({ value }) => value))).toEqual([4, 1_000_000]);
  });

  it('of a list are its least and greatest count', () => {
    const counts = edges('createInvoice', '/items').map((items) => Array.isArray(items) && items.length);

    expect(counts).toEqual([1, 100]);
  });

  it('of an optional field are its presence and its absence', () => {
    const operation: Operation | undefined = operations.find(({ id }) => id === 'createCustomer');
    const found = edgesOf(operation?.body ?? {}, { name: 'Rudo', external_id: 'crm-1' }, 'u12345678901');

    const withPhone = found.filter(({ value }) => Object.hasOwn(Object(value), 'phone'));
    const withoutId = found.filter(({ at, rule }) => at === '/external_id' && rule === 'absent');
    expect([withPhone.length > 0, withoutId.map(({ value }) => value)]).toEqual([true, [{ name: 'Rudo' }]]);
  });
});
