import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { add, drop, inShapes, type Plant, schema, set } from './plants.ts';

type Finding = {
  /** True if .redocly.lint-ignore.yaml lists it. */
  readonly ignored?: boolean;
  ruleId: string;
  message: string;
  location: { pointer: string }[];
};

const root = resolve(import.meta.dirname, '../..');
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const create = ['paths', '/v1/checkout/create', 'post'];
const clock = ['paths', '/v1/test/clock', 'post'];
const kyc = ['paths', '/v1/test/kyc', 'post'];
const status = ['paths', '/v1/checkout/{id}/status', 'get'];
const abort = ['paths', '/v1/checkout/{id}', 'delete'];
const balance = ['paths', '/v1/account/balance', 'get'];
const profile = ['paths', '/v1/account/profile', 'get'];
/** Mistakes in different places, so that one run of the linter finds them all. */
const inContract: readonly Plant[] = [
  ...inShapes,
  [
    'origin',
    'an operation without origin',
    drop([...balance, 'x-origin']),
    /account~1balance\/get `x-origin` must/,
  ],
  [
    'origin',
    'a schema with an unknown origin',
    set(schema('Money2', 'x-origin'), 'guess'),
    /schemas\/Money2 `x-origin` must/,
  ],
  [
    'envelope',
    'a third field in a success',
    set(schema('BalanceAnswer', 'properties', 'extra'), { type: 'boolean' }),
    /balance\/get\/responses\/200 A success is/,
  ],
  [
    'envelope',
    'data without a name',
    set(schema('ProfileAnswer', 'properties', 'data'), { type: 'object' }),
    /profile\/get\/responses\/200 `success` is/,
  ],
  [
    'envelope',
    'a success whose schema has no name',
    set([...clock, 'responses', '200', 'content', 'application/json', 'schema'], {
      type: 'object',
      required: ['success', 'data'],
      properties: {
        success: { $ref: '#/components/schemas/Success' },
        data: { $ref: '#/components/schemas/AdvancedTestClock' },
      },
    }),
    /clock\/post\/responses\/200 The schema of a success is a \$ref to AdvancedTestClockAnswer/,
  ],
  [
    'common-responses',
    'a missing 404',
    drop([...balance, 'responses', '404']),
    /balance\/get The response 404 is missing/,
  ],
  [
    'common-responses',
    'a write without 409',
    drop([...abort, 'responses', '409']),
    /\{id\}\/delete The response 409 is missing/,
  ],
  [
    'common-responses',
    'a body without 413',
    drop([...kyc, 'responses', '413']),
    /test~1kyc\/post The response 413 is missing/,
  ],
  [
    'common-responses',
    'a second success',
    set([...abort, 'responses', '202'], { description: 'Later.' }),
    /exactly one success/,
  ],
  [
    'common-responses',
    'a default response',
    set([...profile, 'responses', 'default'], { $ref: '#/components/responses/ServerError' }),
    /`default` would/,
  ],
  [
    'gates',
    'no permission',
    drop([...profile, 'x-permission']),
    /profile\/get `x-permission` must be `account:read`/,
  ],
  [
    'gates',
    'the permission of reading on a write',
    set([...abort, 'x-permission'], 'checkout:read'),
    /`x-permission` must be `checkout:write`/,
  ],
  ['gates', 'no key kinds', drop([...abort, 'x-key-kinds']), /\{id\}\/delete `x-key-kinds` must/],
  [
    'gates',
    'an unknown kind of key',
    add([...status, 'x-key-kinds'], 'master'),
    /status\/get `x-key-kinds` must/,
  ],
  [
    'gates',
    'an unknown feature',
    set([...status, 'x-feature'], 'gold'),
    /`x-feature` must be payouts or payment_links or refunds/,
  ],
  [
    'gates',
    'a bucket without a limit',
    drop(['paths', '/v1/transactions/{id}/mobile-status', 'get', 'x-rate-limit', 'limit']),
    /mobile-status\/get\/x-rate-limit A rate limit must be `limit` calls in `window` seconds/,
  ],
  [
    'gates',
    'the usual limit on an operation',
    set([...balance, 'x-rate-limit'], { bucket: 'default', limit: 60, window: 60 }),
    /balance\/get\/x-rate-limit An operation with `x-rate-limit` must name a `bucket` of its own/,
  ],
  [
    'gates',
    'one bucket of two operations',
    set([...profile, 'x-rate-limit'], { bucket: 'mobile-status', limit: 30, window: 60 }),
    /profile\/get\/x-rate-limit An operation with `x-rate-limit` must name a `bucket` of its own/,
  ],
  [
    'gates',
    'no limit of an address',
    drop(['x-rate-limits', 'address']),
    /x-rate-limits\/address A rate limit must be/,
  ],
  [
    'gates',
    'a feature that gates nothing',
    add(schema('Feature', 'x-extensible-enum'), 'silver'),
    /schemas\/Feature silver is the `x-feature` of no operation/,
  ],
  [
    'gates',
    'a greatest amount that nobody could write',
    set(['x-greatest-amounts', 'payout'], '1000000'),
    /x-greatest-amounts `x-greatest-amounts` must give/,
  ],
  [
    'gates',
    'a standing with the platform that does not exist',
    set([...status, 'x-platform-billing'], 'free'),
    /`x-platform-billing` must be paid/,
  ],
  ['gates', 'a tier that does not exist', set([...status, 'x-kyc'], 3), /`x-kyc` must be 1 or 2/],
  [
    'gates',
    'an unknown keyword',
    set([...status, 'x-orgin'], 'decision'),
    /`x-orgin` is not one of our keywords/,
  ],
  [
    'gates',
    'an unknown keyword of a schema',
    set(schema('Kyc', 'properties', 'tier', 'x-brnd'), 'Tier'),
    /`x-brnd` is not one of our keywords/,
  ],
  [
    'answer-headers',
    'a success without RateLimit',
    drop([...status, 'responses', '200', 'headers', 'RateLimit']),
    /header RateLimit is missing/,
  ],
  [
    'answer-headers',
    'a write without Idempotent-Replayed',
    drop([...clock, 'responses', '200', 'headers', 'Idempotent-Replayed']),
    /header Idempotent-Replayed is missing/,
  ],
  [
    'closed-requests',
    'an open request',
    drop(schema('SetTestKycRequest', 'additionalProperties')),
    /SetTestKycRequest A request object must have `additionalProperties/,
  ],
  [
    'closed-requests',
    'a request that names no code',
    drop(schema('AdvanceTestClockRequest', 'x-error-code')),
    /AdvanceTestClockRequest A request object must have `x-error-code/,
  ],
  [
    'closed-requests',
    'one of several alternative requests that is open',
    drop(schema('AgentCashPayoutRequest', 'additionalProperties')),
    /AgentCashPayoutRequest A request object must have `additionalProperties/,
  ],
  [
    'closed-requests',
    'alternative requests that need not be objects',
    drop(schema('RequestPayoutRequest', 'type')),
    /RequestPayoutRequest A request with a `discriminator` must have `type: object`/,
  ],
  [
    'closed-requests',
    'a format in a request',
    set(schema('EmailInput', 'format'), 'email'),
    /EmailInput\/format A request may not have/,
  ],
  [
    'closed-requests',
    'readOnly in a request',
    set(schema('SetTestKycRequest', 'properties', 'tier', 'readOnly'), true),
    /tier\/readOnly A request may not have/,
  ],
  [
    'bounded-strings',
    'an unbounded request string',
    set(schema('SetTestKycRequest', 'properties', 'note'), { type: 'string', pattern: '^[a-z]+$' }),
    /note A request string needs an upper bound/,
  ],
  [
    'bounded-strings',
    'an unbounded answer string',
    drop(schema('ApiApp', 'properties', 'name', 'maxLength')),
    /ApiApp\/properties\/name A string needs a bound/,
  ],
  [
    'safe-patterns',
    'a pattern without an end anchor',
    set(schema('CheckoutId', 'pattern'), '^chk_[0-9a-f]{32}'),
    /CheckoutId\/pattern The pattern is not anchored/,
  ],
  [
    'safe-patterns',
    'a `|` outside of groups',
    set(schema('RefundId', 'pattern'), '^ref_a|ref_b$'),
    /RefundId\/pattern The pattern is not anchored/,
  ],
  [
    'safe-patterns',
    'an escape that engines read differently',
    set(schema('EventId', 'pattern'), '^evt_\\w{32}$'),
    /EventId\/pattern The pattern has an escape/,
  ],
  [
    'safe-patterns',
    'a look-ahead',
    set(schema('AppId', 'pattern'), '^(?=app)[a-z]{32}$'),
    /AppId\/pattern The pattern looks around/,
  ],
  [
    'safe-patterns',
    'a pattern with a surrogate',
    set(schema('RequestId', 'pattern'), '^[\\uD800-\\uDBFF]$'),
    /RequestId\/pattern The pattern names a surrogate/,
  ],
  [
    'safe-patterns',
    'an invalid pattern',
    set(schema('SourceId', 'pattern'), '^(po$'),
    /SourceId\/pattern The pattern is not a regular expression/,
  ],
  [
    'failure-codes',
    'a code under two statuses',
    add(schema('ForbiddenCode', 'x-extensible-enum'), 'CHARGE_IN_PROGRESS'),
    /CHARGE_IN_PROGRESS stands under 403 and under 409/,
  ],
  [
    'failure-codes',
    'a code without description',
    drop(schema('ConflictCode', 'x-enumDescriptions', 'AMOUNT_TOO_LARGE')),
    /AMOUNT_TOO_LARGE has no description/,
  ],
  [
    'failure-codes',
    'a code without example',
    drop(['components', 'responses', 'NotFound', 'content', 'application/json', 'examples', 'NOT_FOUND']),
    /NOT_FOUND has no example/,
  ],
  [
    'failure-codes',
    'an example with a wrong value',
    set(['components', 'examples', 'failure.INVALID_JSON', 'value', 'retryable'], true),
    /failure\.INVALID_JSON\/value `retryable` must be false/,
  ],
  [
    'failure-codes',
    'a description of a code that is not listed',
    set(schema('UnauthorizedCode', 'x-enumDescriptions', 'GONE'), 'It is gone.'),
    /GONE is not in x-extensible-enum/,
  ],
  [
    'failure-codes',
    'a code of an operation that is declared nowhere',
    add([...create, 'x-errors'], 'NOBODY_DECLARED_THIS'),
    /NOBODY_DECLARED_THIS is in no failure that the operation declares/,
  ],
  [
    'failure-codes',
    'an unrouted code without description',
    drop(['x-unrouted-failures', 'METHOD_NOT_ALLOWED', 'description']),
    /METHOD_NOT_ALLOWED has no description/,
  ],
  [
    'failure-codes',
    'a refusal by an unknown code',
    set(schema('MoneyInput', 'x-error-code', 'type'), 'BAD_AMOUNT'),
    /BAD_AMOUNT is in no failure under 400/,
  ],
  [
    'failure-codes',
    'a code for a keyword that is absent',
    set(schema('CurrencyInput', 'x-error-code', 'pattern'), 'CURRENCY_NOT_SUPPORTED'),
    /There is no `pattern` beside it/,
  ],
  [
    'examples',
    'a response without example',
    drop([...balance, 'responses', '200', 'content', 'application/json', 'examples']),
    /balance\/get\/responses\/200 There is no named example/,
  ],
  [
    'examples',
    'a request without example',
    drop([...clock, 'requestBody', 'content', 'application/json', 'examples']),
    /clock\/post\/requestBody There is no named example/,
  ],
  [
    'examples',
    'a scenario without its success',
    drop([...create, 'responses', '201', 'content', 'application/json', 'examples', 'wallet']),
    /No success has an example of the scenario wallet/,
  ],
  [
    'examples',
    'an example with another name',
    set(
      [...kyc, 'requestBody', 'content', 'application/json', 'examples', 'reset', '$ref'],
      '#/components/examples/setTestKyc.approve',
    ),
    /The example reset must be a \$ref to setTestKyc.reset/,
  ],
  [
    'producers',
    'an answer with an id but no links',
    drop([...create, 'responses', '201', 'links']),
    /create\/post\/responses\/201 The answer has an id and no `links`/,
  ],
  [
    'producers',
    'a link to an unknown operation',
    set([...abort, 'responses', '200', 'links', 'getCheckoutStatus', 'operationId'], 'readCheckout'),
    /There is no operation readCheckout/,
  ],
  [
    'versions',
    'a version that the header does not offer',
    set(['components', 'parameters', 'ServiceVersion', 'schema', 'enum'], ['2025-01-01']),
    /Service-Version must offer 2026-01-01(, [0-9-]+)*\./,
  ],
  [
    'unused-components',
    'a component that nothing refers to',
    set(schema('Forgotten'), { 'x-origin': 'decision', type: 'boolean', description: 'Nothing.' }),
    /schemas\/Forgotten Forgotten is used in neither/,
  ],
];

const event = ['webhooks', 'payment.capture.completed', 'post'];
const inEvents: readonly Plant[] = [
  [
    'event-metadata',
    'an event without metadata',
    drop([...event, 'x-event']),
    /capture\.completed\/post `x-event` must be/,
  ],
  [
    'event-metadata',
    'an implemented event without a trigger source',
    set(['webhooks', 'payment.capture.declined', 'post', 'x-event', 'triggerSource'], 'none'),
    /An event is implemented exactly when it has a `triggerSource` other than `none`/,
  ],
  [
    'event-metadata',
    'an event under another tag',
    set(['webhooks', 'payment.refund.pending', 'post', 'tags'], ['PAYOUT']),
    /refund\.pending\/post The tag of an event is its group/,
  ],
  [
    'event-metadata',
    'a group that the registry does not know',
    set(['tags', 0, 'name'], 'CAPTURE'),
    /CAPTURE is not in EventGroupInput/,
  ],
  [
    'event-metadata',
    'a group without tag',
    set(['tags', 1, 'name'], 'PAYMENT_REFUND'),
    /PAYMENT_AUTHORIZATION of EventGroupInput has no tag/,
  ],
  [
    'event-metadata',
    'an implemented event without a subject',
    drop(['webhooks', 'payment.capture.pending', 'post', 'x-event', 'subject']),
    /capture\.pending\/post\/x-event An implemented event needs `subject` and `table`/,
  ],
  [
    'event-metadata',
    'an event for notification URLs that leads to no checkout',
    set(['webhooks', 'payment.order.created', 'post', 'x-event', 'toNotificationUrl'], true),
    /order\.created\/post\/x-event Only an event of a payment or a refund has a notification URL/,
  ],
  [
    'event-metadata',
    'a planned event with a table',
    set(['webhooks', 'payment.refund.cancelled', 'post', 'x-event', 'table'], 'transactions'),
    /refund\.cancelled\/post\/x-event A planned event has neither/,
  ],
  [
    'event-metadata',
    'two tables of one subject',
    set(['webhooks', 'payment.refund.failed', 'post', 'x-event', 'table'], 'transactions'),
    /refund\.failed\/post\/x-event\/table The table of refund is refunds/,
  ],
  [
    'event-metadata',
    'two subjects of one table',
    set(['webhooks', 'payment.order.voided', 'post', 'x-event', 'subject'], 'checkout'),
    /order\.voided\/post\/x-event\/subject The subject of checkouts is order/,
  ],
  [
    'event-metadata',
    'a term of delivery that is missing',
    drop(['x-delivery', 'attempts']),
    /x-delivery `x-delivery` must be whole numbers: attempts,/,
  ],
  [
    'versions',
    'two versions',
    set(['info', 'version'], '2098-01-01'),
    /info\/version The other document says [0-9-]{10}\./,
  ],
  [
    'versions',
    'a registry with another version than the document',
    () => undefined,
    /x-registry-version `x-registry-version` must be the version of the document/,
  ],
  [
    'origin',
    'an event without origin',
    drop([...event, 'x-origin']),
    /capture\.completed\/post `x-origin` must/,
  ],
  [
    'examples',
    'an event without example',
    drop([...event, 'requestBody', 'content', 'application/json', 'examples']),
    /requestBody There is no named example/,
  ],
];

describe.each([
  ['openapi.yaml', 'api', inContract],
  ['webhooks.yaml', 'webhooks', inEvents],
] as const)('the linter of %s', (file, api, plants) => {
  let findings: string[] = [];
  beforeAll(async () => {
    const document = parseDocument(readFileSync(join(root, file), 'utf8'));
    for (const [, , plant] of plants) plant(document);
    const text = document
      .toString({ lineWidth: 0 })
      .replace('name: Apache License', 'name: &anchored Apache License');
    findings = await lint(api, { [file]: text });
  });

  it.each(plants)('mps/%s finds %s', (rule, _title, _plant, finding) => {
    expect(findings.filter((one) => one.startsWith(`mps/${rule} `)).join('\n')).toMatch(finding);
  });

  it('mps/no-anchors finds an anchor, with its line', () => {
    expect(findings.join('\n')).toMatch(/mps\/no-anchors .* No YAML anchors or aliases \(line [0-9]+\)/u);
  });

  it('mps/line-length finds a line of more than 140 columns, with its number', () => {
    expect(findings.join('\n')).toMatch(
      /mps\/line-length .* Line [0-9]+ has 1[4-9][0-9] columns; at most 140/u,
    );
  });

  it('finds nothing in the document as it is', async () => {
    expect(await lint(api, {})).toEqual([]);
  });
});

it('this test plants a mistake for each rule of the plugin', async () => {
  const { default: plugin } = await import('../../scripts/redocly-plugin.ts');
  const planted = new Set([...inContract, ...inEvents].map(([rule]) => rule))
    .add('no-anchors')
    .add('line-length');
  expect([...planted].toSorted()).toEqual(Object.keys(plugin().rules.oas3).toSorted());
});

describe('the reference page', () => {
  it('gets badges, code samples and open lists; the bundle does not', async () => {
    const folder = copied({});
    await run(folder, ['bundle', 'api', '--output', join(folder, 'plain.yaml')]);
    const plain = readFileSync(join(folder, 'plain.yaml'), 'utf8');
    expect(plain).not.toMatch(/x-badges|x-codeSamples/);
    writeFileSync(
      join(folder, '.redocly.yaml'),
      readFileSync(join(folder, '.redocly.yaml'), 'utf8').replace(
        '.data/docs/reference.yaml',
        'openapi.yaml',
      ),
    );
    await run(folder, ['bundle', 'reference', '--output', join(folder, 'decorated.yaml')]);
    const decorated = parse(readFileSync(join(folder, 'decorated.yaml'), 'utf8'));
    const operation = decorated.paths['/v1/test/clock'].post;
    expect(operation['x-badges']).toEqual([{ name: 'Decision' }, { name: 'Sandbox' }]);
    expect(operation['x-codeSamples'].map(({ lang }: { lang: string }) => lang)).toEqual([
      'sh',
      'ts',
      'js',
      'python',
      'php',
      'go',
      'java',
      'csharp',
    ]);
    expect(operation['x-codeSamples'][0].source).toContain('"advance_seconds": 180');
    expect(decorated.components.schemas.GatewayName.enum).toContain('sandbox_card');
    expect(decorated.paths['/v1/checkout/{id}/status'].get['x-codeSamples'][0].source).toMatch(
      /\/v1\/checkout\/chk_[0-9a-f]{32}\/status/,
    );
  });
});

/** Copies the contract to a new folder, with some documents replaced. */
function copied(texts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  folders.push(folder);
  // The linter reads the versions in `src`.
  for (const name of ['scripts', 'src']) symlinkSync(join(root, name), join(folder, name));
  for (const name of ['openapi.yaml', 'webhooks.yaml', '.redocly.yaml', '.redocly.lint-ignore.yaml']) {
    writeFileSync(join(folder, name), texts[name] ?? readFileSync(join(root, name), 'utf8'));
  }
  return folder;
}

async function lint(api: string, texts: Record<string, string>): Promise<string[]> {
  const output = await run(copied(texts), ['lint', api, '--format', 'json', '--max-problems', '5000']);
  const { problems }: { problems: Finding[] } = JSON.parse(output);
  return problems
    .filter(({ ignored }) => ignored !== true)
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
}

/** The linter exits with 1 if it finds something. It failed only if it printed nothing. */
function run(folder: string, args: string[]): Promise<string> {
  const command = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [command, ...args, '--config', '.redocly.yaml'],
      { cwd: folder, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        if (error !== null && stdout === '') fail(new Error(stderr));
        else done(stdout);
      },
    );
  });
}
