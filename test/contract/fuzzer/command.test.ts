import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operations } from '../../../scripts/fuzz/contract.ts';
import { Misuse, optionsIn } from '../../../scripts/fuzz/options.ts';
import { corpusIn } from '../../../scripts/fuzz/own/corpus.ts';
import { noCoverage } from '../../../scripts/fuzz/own/coverage.ts';
import { gaps } from '../../../scripts/fuzz/own/gate.ts';
import { reporterOf } from '../../../scripts/fuzz/progress.ts';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { type App, startApp } from '../../support/service/app.ts';

const root = resolve(import.meta.dirname, '../../..');
let app: App;
let merchant: CreatedMerchant;
let folder: string;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant({ rateLimit: 1_000_000_000 });
  folder = await mkdtemp(join(tmpdir(), 'payments-fuzz-test-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

type Running = { readonly child: ChildProcessByStdio<null, Readable, Readable>; readonly said: () => string };

/** The report is in a folder of its own, since another fuzzer may run in this checkout. */
function started(args: readonly string[], url = app.baseUrl): Running {
  const lent = ['--url', url, '--key', merchant.secretKey, '--report', folder];
  const command = ['scripts/fuzz.ts', ...lent, ...args];
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  return { child, said: () => text };
}

async function ended({ child, said }: Running): Promise<{ code: unknown; text: string }> {
  const [code] = await once(child, 'close');
  return { code, text: said() };
}

describe('npm run fuzz', () => {
  it('fuzzes a service that runs, says a verdict, and writes a page, JUnit and HAR', async () => {
    const options = ['--operation', 'createCustomer', '--cases', '20'];

    const { code, text } = await ended(started(options));

    expect(text).toMatch(/^ok {6}own generator: \d+ requests, 0 findings/m);
    expect(code).toBe(0);
    const [page, junit, har] = await Promise.all(
      ['index.html', 'junit.xml', 'exchanges.har'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(page).toContain('<td>createCustomer</td>');
    expect(junit).toContain('<testcase classname="own generator" name="createCustomer"></testcase>');
    expect(JSON.parse(har ?? '').log.entries.length).toBeGreaterThan(5);
    expect([page, har].join('')).not.toContain(merchant.secretKey);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('says its verdict when it is interrupted by %s', async (signal) => {
    const run = started(['--operation', 'listCustomers', '--cases', '10000000']);
    const closed = once(run.child, 'close');
    while (!run.said().includes('own: begins')) await Promise.race([once(run.child.stdout, 'data'), closed]);
    run.child.kill(signal);
    const [code] = await closed;
    const text = run.said();

    expect(text).toMatch(/^Interrupted\. Until then:\nwarning own generator: .* not finished/m);
    expect(code).toBe(130);
  });

  it('ends with a verdict if the service cannot be reached', async () => {
    const { code, text } = await ended(started(['--operation', 'getBalance'], 'http://127.0.0.1:9'));

    expect(text).toMatch(/^FAILED {2}own generator/m);
    expect(text).toContain('the service does not answer');
    expect(code).toBe(1);
  });

  it('ends with exit code 2 and a sentence for a wrong option', async () => {
    const { code, text } = await ended(started(['--operation', 'createNothing']));

    expect(text).toMatch(/^The contract has no operation createNothing\.\n/);
    expect(code).toBe(2);
  });
});

describe('the options', () => {
  it.each([
    [['--tag', 'Nothing'], /^The contract has no tag "Nothing"\. It has: /],
    [['--judge', 'redocly'], /^There is no judge "redocly": choose journeys, own, schemathesis\.$/],
    [['--seed', '-1'], /seed/],
    [['--seed', 'x'], /^--seed takes a whole number\.$/],
    [['--cases', '1.5'], /^--cases takes a whole number\.$/],
    [['--version', '2019-01-01'], /^No version 2019-01-01 is released/],
    [['--version', 'new'], /^--version takes a date/],
    [['--url', 'http://localhost:1'], /^--url and --key belong together\.$/],
    [['--url', 'here', '--key', 'sk_test_1'], /^--url takes an address/],
    [['--url', 'http://localhost:1', '--key', 'sk_live_1'], /^--key takes a sandbox key/],
    [
      ['--url', 'http://localhost:1', '--key', 'sk_test_1', '--spare-key', 'sk_live_1'],
      /^--spare-key takes a sandbox key/,
    ],
    [
      ['--url', 'http://localhost:1', '--key', 'sk_test_1', '--spare-key', 'sk_test_1'],
      /^--spare-key takes the key of another merchant/,
    ],
    [['--seconds', '0'], /^--seconds takes a number of at least 1\.$/],
    [['--version', '2026-01-01', '--judge', 'journeys'], /^The journeys are those of the newest version/],
    [['--without-schemathesis'], /without-schemathesis/],
    [['fast'], /fast/],
  ])('%j are refused with a sentence', (args, sentence) => {
    expect(() => optionsIn(args)).toThrow(Misuse);
    expect(() => optionsIn(args)).toThrow(sentence);
  });

  it('choose operations by id and by tag, and judges by name', () => {
    const some = optionsIn(['--operation', 'getBalance', '--tag', 'terminals', '--judge', 'own']);

    expect(some).toMatchObject({ judges: ['own'], isWhole: false });
    expect(some !== 'help' && some.operations.map(({ id }) => id)).toContain('registerTerminal');
    expect(optionsIn(['--help'])).toBe('help');
  });

  it('leave the journeys out of the contract of a released version', () => {
    expect(optionsIn([])).toMatchObject({ judges: ['journeys', 'own', 'schemathesis'] });
    expect(optionsIn(['--version', '2026-01-01'])).toMatchObject({ judges: ['own', 'schemathesis'] });
  });

  it('draw a seed for the nightly profile only', () => {
    expect(optionsIn([])).toMatchObject({ profile: 'gate', seed: undefined, isWhole: true });
    expect(optionsIn(['--nightly'])).toMatchObject({ profile: 'nightly', seed: expect.any(Number) });
  });
});

describe('progress', () => {
  it('is said every five seconds: operation, cases, findings, and the time left', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      const lines: string[] = [];
      const reporter = reporterOf({ judge: 'own', seconds: undefined, say: (line) => lines.push(line) });
      reporter.at({ operation: 'getBalance', cases: 1200, findings: 1, done: 0.25 });

      vi.advanceTimersByTime(10_000);
      reporter.stop();
      vi.advanceTimersByTime(10_000);

      expect(lines).toEqual([
        'own: 5 s, about 15 s left, getBalance, 1,200 cases, 1 findings',
        'own: 10 s, about 30 s left, getBalance, 1,200 cases, 1 findings',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the corpus', () => {
  it('keeps what a finding needs to be tried again, with other objects', () => {
    const [operation] = operations;
    if (!operation) throw new Error('the contract has operations');
    const request = { path: { id: '{{id}}' }, query: {}, header: {}, body: undefined };
    const corpus = corpusIn([join(folder, 'corpus'), join(folder, 'none')]);

    corpus.keep(
      { operation, request, expect: 'accepted', rule: 'a rule', start: 'open' },
      request,
      'it failed',
    );

    expect(corpusIn([join(folder, 'corpus')]).entries).toEqual([
      {
        operation: operation.id,
        start: 'open',
        request: { path: { id: '{{id}}' }, query: {}, header: {} },
        expect: 'accepted',
        rule: 'a rule',
        found: 'it failed',
      },
    ]);
  });
});

describe('the gate of coverage', () => {
  const getBalance = operations.filter(({ id }) => id === 'getBalance');

  it('names what was never seen and is not listed', () => {
    expect(gaps(noCoverage(), getBalance, [])).toContain('getBalance 401: never seen');
  });

  it('names what is listed and was seen, or is not in the contract', () => {
    const coverage = noCoverage();
    coverage.answers.set('getBalance 404', 1);
    const unseen = [{ because: 'nobody knows', what: ['getBalance 404', 'getBalance 418'] }];

    const found = gaps(coverage, getBalance, unseen);

    expect(found).toContain('getBalance 404: seen, though unseen.yaml lists it');
    expect(found).toContain('getBalance 418: listed in unseen.yaml, but not in the contract');
    expect(found).not.toContain('getBalance 404: never seen');
  });
});
