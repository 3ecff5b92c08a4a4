import { globSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deliveryTerms } from '../../generated/event-registry.ts';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { operations, rateLimits } from '../../generated/operations.ts';
import { greatestAmounts } from '../../generated/values.ts';
import { retryDelayMs } from '../../src/domain/notices/deliveries/attempt.ts';
import { mostRefusals } from '../../src/domain/payers/payment-methods/save-card.ts';
import { attemptsPerCheckout } from '../../src/domain/payments/checkouts/end-checkout.ts';
import { signWebhook, verifyWebhook } from '../../src/sdk/webhooks.ts';

const root = resolve(import.meta.dirname, '../..');

/** What people read: both documents, the pages of docs/, and the words of the command line and of /docs. */
const pages = [
  'openapi.yaml',
  'webhooks.yaml',
  'README.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
  ...within('scripts/docs', '.ts'),
  ...within('src/cli', '.ts'),
];
const read = (page: string) => readFileSync(resolve(root, page), 'utf8').replaceAll(/\s+/g, ' ');

/** Everything that the pages say in these words, as `page: what it says`, once for each group of the pattern that took part. */
function said(pattern: RegExp, from = pages): string[] {
  return from.flatMap((page) =>
    [...read(page).matchAll(pattern)].flatMap((match) =>
      match.slice(1).flatMap((words) => (words === undefined ? [] : `${page}: ${number(words)}`)),
    ),
  );
}

const inWords = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function number(words: string): string {
  const value = inWords.indexOf(words.toLowerCase());
  return value === -1 ? words : String(value);
}

function within(folder: string, end: string): string[] {
  return readdirSync(resolve(root, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);
}

/** Where another number stands, and the pages of the list that do not give it at all. */
function mistakes(found: readonly string[], value: number | string, on: readonly string[]): string[] {
  const others = found.filter((one) => !one.endsWith(`: ${value}`));
  const silent = on.filter((page) => !found.includes(`${page}: ${value}`));
  return [...others, ...silent.map((page) => `${page} does not say ${value}`)];
}

const inText = ({ limit, window }: { limit: number; window: number }) => `${limit} in ${window}`;

describe('rate limits in prose', () => {
  const { default: usual, address, 'mobile-status': polling } = rateLimits;

  it('are the limits of the contract, wherever a page names calls in a number of seconds', () => {
    const named = /(\d+)(?: admitted)?(?: calls| requests)? in (?:any )?(\d+) seconds/g;
    const found = pages.flatMap((page) =>
      [...read(page).matchAll(named)].map((match) => `${match[1]} in ${match[2]}`),
    );

    expect(new Set(found)).toEqual(new Set([usual, address, polling].map(inText)));
  });

  it('are those of the operation that describes them', () => {
    const { paths } = contract;

    expect(paths['/v1/transactions/{id}/mobile-status'].get.description).toMatch(
      new RegExp(`${polling.limit}\\s+calls in ${polling.window} seconds`),
    );
    for (const { description } of [paths['/v1/meta/webhook-events'].get, paths['/v1/meta/errors'].get])
      expect(description).toContain(`${address.limit} calls in ${address.window} seconds`);
  });

  it('are those of the examples', () => {
    const { examples } = contract.components;

    expect(examples['failure.RATE_LIMIT_EXCEEDED'].value.details).toEqual({
      limit: usual.limit,
      window_seconds: usual.window,
    });
    expect(examples['getProfile.sandbox.200'].value.data.limits).toEqual({
      rate_limit: usual.limit,
      rate_window_seconds: usual.window,
    });
  });
});

describe('what a body must be, in the remedies of codes', () => {
  const {
    BadRequestCode: { 'x-enumDescriptions': badRequest },
    PayloadTooLargeCode: { 'x-enumDescriptions': tooLarge },
    UnsupportedMediaTypeCode: { 'x-enumDescriptions': otherMedia },
  } = contract.components.schemas;

  it('has every size that a body may have', () => {
    const kib = 1024;
    const own = Object.values(operations)
      .flatMap((operation) => ('largestBody' in operation ? [operation.largestBody.bytes] : []))
      .map((bytes) => `${bytes / kib / kib} MiB`);

    expect(own.length).toBeGreaterThan(1);
    for (const size of ['256 KiB', ...own]) {
      expect(tooLarge.PAYLOAD_TOO_LARGE).toContain(size);
      expect(read('docs/guides/build/limits.md')).toContain(size);
    }
  });

  it('has what is refused although it is JSON and application/json', () => {
    for (const words of ['byte order mark', '32 levels', 'U+0000', 'surrogate'])
      expect(badRequest.INVALID_JSON).toContain(words);
    for (const words of ['charset', 'Content-Encoding', 'UTF-8'])
      expect(otherMedia.UNSUPPORTED_MEDIA_TYPE).toContain(words);
  });
});

describe('the delivery of events in prose', () => {
  const guide = 'docs/guides/webhooks/receive-webhooks.md';

  it('has the number of attempts of the contract', () => {
    expect(
      mistakes(said(/(\w+) attempts in all/g), deliveryTerms.attempts, ['webhooks.yaml', guide]),
    ).toEqual([]);
  });

  it('has the pauses of the contract', () => {
    const pauses = Array.from(
      { length: deliveryTerms.attempts - 1 },
      (_, at) => retryDelayMs(at + 1, 0) / 1000,
    );
    const list = new Intl.ListFormat('en-GB').format(pauses.map(String));

    expect(mistakes(said(/pauses from (\d+) seconds/g), pauses[0] ?? 0, ['webhooks.yaml'])).toEqual([]);
    expect(mistakes(said(/((?:\d+, )+\d+ and \d+) seconds/g), list, [guide])).toEqual([]);
  });

  it('has the time to acknowledge of the contract', () => {
    const found = said(/(?:2xx|answer|acknowledge)[^.]{0,40} within (\d+) seconds/gi);

    expect(mistakes(found, deliveryTerms.acknowledgeSeconds, ['webhooks.yaml', guide])).toEqual([]);
  });

  it('has the tolerance of the contract', () => {
    const found = said(/(\d+) seconds (?:from now|from your clock|of now|between `t`)/g);

    expect(mistakes(found, deliveryTerms.toleranceSeconds, ['webhooks.yaml', 'openapi.yaml', guide])).toEqual(
      [],
    );
  });

  it('has the overlap of two secrets of the contract', () => {
    const about = /v1|secret|\broll(?:s|ed)?\b|rotation/i;
    const found = pages.flatMap((page) =>
      read(page)
        .split(/[.|;]\s|: '|<\/?[a-z]+>/)
        .filter((sentence) => about.test(sentence))
        .flatMap((sentence) => [...sentence.matchAll(/(\d+) hours/g)].map((match) => `${page}: ${match[1]}`)),
    );

    expect(
      mistakes(found, deliveryTerms.rotationHours, [
        'webhooks.yaml',
        'openapi.yaml',
        guide,
        'docs/guides/webhooks/manage-webhooks.md',
        'docs/guides/accept-payments/take-a-payment.md',
      ]),
    ).toEqual([]);
  });
});

it('the module for receivers has the tolerance of the contract', () => {
  const secret = 'whsec_test';
  const body = JSON.stringify({ object: 'event', id: 'evt_1', type: 'payment.capture.completed', data: {} });
  const signedAt = new Date('2026-01-05T09:00:00Z');
  const header = signWebhook({ body, secret, now: signedAt });
  const after = (seconds: number) => new Date(signedAt.getTime() + seconds * 1000);
  const { toleranceSeconds } = deliveryTerms;

  expect(() => verifyWebhook({ header, body, secret, now: after(toleranceSeconds) })).not.toThrow();
  expect(() => verifyWebhook({ header, body, secret, now: after(toleranceSeconds + 1) })).toThrow(
    'seconds lie between',
  );
});

it('prose has the number of refused attempts after which a checkout, a session or a page fails', () => {
  const found = said(/(\w+) attempts were refused/gi, ['openapi.yaml']);

  expect(mostRefusals).toBe(attemptsPerCheckout);
  expect(mistakes(found, attemptsPerCheckout, ['openapi.yaml'])).toEqual([]);
  expect(mistakes(said(/charged again, up to (\w+) times/g), attemptsPerCheckout, ['openapi.yaml'])).toEqual(
    [],
  );
});

describe('the greatest amounts in prose', () => {
  const { schemas, examples } = contract.components;
  const { description, pattern } = schemas.MoneyInput;
  const [longest = ''] = /[0-9]+\.[0-9]{2}/.exec(description) ?? [];

  it('are those of the contract', () => {
    const { payment, payout } = greatestAmounts;
    const found = said(/(?:up to|most is|at most) `?([0-9]{4,}\.[0-9]{2})/g);

    expect(payment).toBe(payout);
    expect(
      mistakes(
        found.filter((one) => !one.endsWith(longest)),
        payment,
        ['openapi.yaml', 'docs/decisions/0017-what-the-specification-leaves-open.md'],
      ),
    ).toEqual([]);
    expect(examples['failure.AMOUNT_TOO_LARGE'].value.details.maximum).toBe(payment);
  });

  it('end where the pattern of MoneyInput ends', () => {
    const form = new RegExp(pattern, 'u');
    const more = (BigInt(longest.replace('.', '')) + 1n).toString().replace(/(..)$/, '.$1');

    expect([form.test(longest), form.test(more)]).toEqual([true, false]);
  });
});
