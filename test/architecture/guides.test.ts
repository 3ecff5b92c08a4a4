import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../generated/error-catalogue.ts';
import { eventGroups } from '../../generated/event-registry.ts';
import openapi from '../../generated/openapi.json' with { type: 'json' };
import { cardScenarios, walletScenarios } from '../../src/domain/money/gateways/sandbox/scenarios.ts';
import { authorizationMoves, checkoutMoves } from '../../src/domain/payments/checkouts/states.ts';
import { disputeMoves } from '../../src/domain/payments/disputes/states.ts';
import { refundMoves } from '../../src/domain/payments/refunds/states.ts';
import { transactionMoves } from '../../src/domain/payments/transactions/states.ts';
import { payoutMoves } from '../../src/domain/payouts/payouts/states.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const guides = globSync('docs/{guides,concepts}/**/*.md', { cwd: root });

type Move = { readonly from: readonly string[]; readonly to: string; readonly event?: string };

/** The edges of a state table as the page writes them. */
function edgesOf(moves: Readonly<Record<string, Move>>): string[] {
  const edges = Object.values(moves).flatMap(({ from, to, event }) =>
    from.map((state) => [state, to, event ?? ''].join(' ')),
  );
  return [...new Set(edges)].toSorted();
}

/** The rows under a heading of the page. */
function rowsUnder(heading: string): string[] {
  const [, after = ''] = read('docs/concepts/payment-states.md').split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  const rows = [...section.matchAll(/^\| (\w+) \| (\w+) \| (?:`([a-z.-]+)` )?\|/gm)];
  return rows
    .map(([, from, to, event = '']) => `${from} ${to} ${event}`)
    .filter((row) => row !== 'From To ')
    .toSorted();
}

/** Those of a payment only: a row of a refund or a payout follows its own table. */
const { finish, failed, fail, bringBack, ...ofPayments } = transactionMoves;

describe('the page about states', () => {
  it.each([
    ['Checkout', checkoutMoves],
    ['Payment', ofPayments],
    ['Held amount', authorizationMoves],
    ['Refund', refundMoves],
    ['Dispute', disputeMoves],
    ['Payout', payoutMoves],
  ])('has every move of the table of %s, and no other', (heading, moves) => {
    expect([...new Set(rowsUnder(heading))]).toEqual(edgesOf(moves));
  });

  it('leaves out only moves of refunds and payouts', () => {
    const others = edgesOf({ finish, failed, fail, bringBack });

    expect(others).toEqual(['completed reversed ', 'pending completed ', 'pending failed ']);
  });
});

const events = new Set<string>(eventGroups.flatMap((group) => group.events.map(({ id }) => id)));
const schemas = openapi.components.schemas;
const codes = new Set<string>([
  ...Object.keys(errorCatalogue),
  ...schemas.FailureInfo.properties.code['x-extensible-enum'],
]);
const paths = Object.keys(openapi.paths).map(
  (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
);

/** Names in backticks that look like an event, a code or a path of the API, and are none. Some words in capitals are no codes. */
function unknownIn(text: string): string[] {
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  const words = new Set(['PATH', 'POST', 'GET', 'PATCH', 'DELETE', 'BASE', 'KEY', 'WIN', 'USD', 'ZWG']);
  return named.filter((name) => {
    if (/^[A-Z][A-Z_]{3,}$/.test(name))
      return (
        !codes.has(name) &&
        !words.has(name) &&
        !/^(EADDRINUSE|EGRESS|MPS|WEBHOOK_SECRET|DASHBOARD|SMTP|MAIL|TRUST|LANGUAGES)/.test(name)
      );
    if (
      /^(payment|customer|invoicing|billing|vault|agent|capital|merchant|reporting|risk)\.[a-z-]+(\.[a-z-]+)+$/.test(
        name,
      )
    )
      return !events.has(name);
    const [, path = ''] = /^(?:GET|POST|PATCH|DELETE) (\/v1\/[^?`]*)/.exec(name) ?? [];
    return path !== '' && !paths.some((one) => one.test(path));
  });
}

describe('the guides', () => {
  it('are all listed in README.md', () => {
    const readme = read('README.md');

    expect(guides.filter((path) => !readme.includes(`](${path})`))).toEqual([]);
  });

  it.each(guides)('%s begins with its title and what the reader will have', (path) => {
    const text = read(path);

    expect(text).toMatch(/^# [^\n]+\n\n[A-Z][^\n|]+\.\n/);
    expect(text.replaceAll(/```.*?```/gs, '').match(/^# /gm)).toHaveLength(1);
  });

  it.each(guides)('%s names only events, codes and operations that exist', (path) => {
    const text = read(path).replaceAll(/^\| `[^|]*\| /gm, (cell) =>
      path.includes('/migrate/') ? '| ' : cell,
    );

    expect(unknownIn(text)).toEqual([]);
  });

  it('name every event that is sent, and every code of a failure', () => {
    const text = guides.map(read).join('\n');
    const sent = eventGroups.flatMap((group) => group.events.filter(({ implemented }) => implemented));
    const names = [...sent.map(({ id }) => id), ...codes];

    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it('say how to subscribe wherever they name an event that nobody receives otherwise', () => {
    const anyway = ['payment.capture.completed', 'payment.capture.declined'];
    const toNotificationUrls = ['payment.refund.pending', 'payment.refund.completed'];
    const chosen = [...events].filter((name) => ![...anyway, ...toNotificationUrls].includes(name));
    const silent = guides.filter((path) => {
      const text = read(path);
      const isNamed = path.startsWith('docs/guides/') && chosen.some((name) => text.includes(`\`${name}\``));
      return isNamed && !/manage-webhooks\.md#url-and-events|webhook set .*--events|--events '\*'/.test(text);
    });

    expect(silent).toEqual([]);
  });

  it('name each test number with its scenario', () => {
    const numbers = new Map<string, string | null>([
      ...cardScenarios.map(({ name, number }) => [name, number] as const),
      ...walletScenarios.map(({ name, phone }) => [name, phone] as const),
    ]);
    const rows = [...read('docs/guides/start/testing.md').matchAll(/\| (\d{10,16}) \| `(\w+)` \|/g)];

    expect(rows.length).toBeGreaterThan(12);
    expect(rows.filter(([, number, name = '']) => numbers.get(name) !== number)).toEqual([]);
  });

  it('name the reason with which each test phone is declined', () => {
    const reasons = new Map(walletScenarios.map(({ phone, ending }) => [phone ?? '', ending]));
    const rows = [...read('docs/guides/accept-payments/wallets.md').matchAll(/^\| `(\w+)` \| (\d{10}) \|/gm)];

    expect(rows.length).toBe(5);
    for (const [, code, phone = ''] of rows) {
      const ending = reasons.get(phone);
      expect(ending === 'wrong_amount' ? 'AMOUNT_MISMATCH' : Object(ending).reason).toBe(code);
    }
  });

  it('stand in folders that fit a screen', () => {
    const folders = Map.groupBy(guides, (path) => path.split('/').slice(0, -1).join('/'));

    expect([...folders].filter(([, files]) => files.length < 2 || files.length > 15)).toEqual([]);
    expect(
      [...folders.keys()].filter((folder) => folder.startsWith('docs/guides/')).length,
    ).toBeLessThanOrEqual(9);
  });
});

const shapeOf = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}');

describe('the words and comments of the source', () => {
  it('name only operations that the contract has', () => {
    const operations = new Set(
      Object.entries(openapi.paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
      ),
    );
    const named = globSync('src/**/*.ts', { cwd: root, exclude: ['src/versions/**'] }).flatMap((path) =>
      [...read(path).matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[a-z0-9/{}_-]*[a-z0-9}]/g)].map(
        ([operation]) => `${path}: ${operation}`,
      ),
    );

    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !operations.has(shapeOf(name.split(': ')[1] ?? '')))).toEqual([]);
  });
});
