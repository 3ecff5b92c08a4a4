import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractFile, newest, operations } from '../../../scripts/fuzz/contract.ts';
import { journeys } from '../../../scripts/fuzz/journeys.ts';
import type { JudgeOptions, Verdict } from '../../../scripts/fuzz/judge.ts';
import { noCorpus } from '../../../scripts/fuzz/own/corpus.ts';
import { own } from '../../../scripts/fuzz/own/judge.ts';
import { sendRandomly } from '../../../scripts/fuzz/own/random.ts';
import { createTester } from '../../../scripts/fuzz/own/tester.ts';
import { junitOf } from '../../../scripts/fuzz/report/junit.ts';
import { argumentsFor, schemathesis, verdictOn } from '../../../scripts/fuzz/schemathesis/judge.ts';
import { prepare } from '../../../scripts/fuzz/schemathesis/prepare.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fuzz-verdicts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const progress = { at: () => undefined };

/** A service that runs already, at which nobody listens. */
const lent = (spareKey?: string): JudgeOptions['target'] => ({
  baseUrl: 'http://127.0.0.1:9',
  key: 'sk_test_lent',
  spareKey,
  aMerchant: () => Promise.reject(new Error('there are no objects')),
  admission: undefined,
});

const options = (about: Partial<JudgeOptions> = {}): JudgeOptions => ({
  profile: 'gate',
  seed: undefined,
  seconds: undefined,
  cases: 0,
  operations,
  isWhole: true,
  version: undefined,
  contractFile,
  target: lent('sk_test_spare'),
  folder,
  signal: new AbortController().signal,
  mayBeMissing: false,
  ...about,
});

const only = (...ids: readonly string[]) => ({
  operations: operations.filter(({ id }) => ids.includes(id)),
  isWhole: false,
});

const judged = (cases: number | undefined, about: Partial<JudgeOptions> = {}): Verdict => {
  if (cases !== undefined) {
    mkdirSync(join(folder, 'report'));
    writeFileSync(join(folder, 'report/findings.json'), JSON.stringify({ cases, findings: [] }));
  }
  return verdictOn(options(about), { workDir: folder, passed: true, by: 'a stand-in' });
};

describe('Schemathesis', () => {
  it('is content with requests that found nothing', () => {
    expect(judged(7)).toMatchObject({ mark: 'ok', untried: [] });
  });

  it.each([0, undefined])('has failed if it sent nothing: %j requests', (cases) => {
    const { mark, findings } = judged(cases);

    expect(mark).toBe('FAILED');
    expect(findings).toEqual([{ operation: '', what: expect.stringMatching(/^Schemathesis sent nothing/) }]);
  });

  it('only warns when it is interrupted, and says that it has not finished', () => {
    expect(judged(7, { signal: AbortSignal.abort() })).toMatchObject({
      mark: 'warning',
      about: expect.stringContaining('not finished'),
      untried: 'all',
    });
  });

  it('says which operations it left out for want of another key', () => {
    const { mark, about, untried } = judged(7, { target: lent() });

    expect(mark).toBe('warning');
    expect(about).toContain('without resetSandbox');
    expect(untried).toContain('advanceTestClock');
  });

  it('sends nothing that would spoil the account of whoever lends the key', async () => {
    const asked = options({ ...only('advanceTestClock', 'resetSandbox'), target: lent() });

    expect(await schemathesis.run(asked, progress)).toMatchObject({
      mark: 'warning',
      about: expect.stringMatching(/^0 requests, without .*advanceTestClock/),
    });
  });

  it('only warns when it is interrupted while it is still being installed', async () => {
    expect(await schemathesis.run(options({ signal: AbortSignal.abort() }), progress)).toMatchObject({
      mark: 'warning',
      about: '0 requests, not finished',
    });
  });

  it('follows links only if some lead from one chosen operation to another', () => {
    expect(argumentsFor(options(only('getProfile'))).join(' ')).toContain(
      '--phases examples,coverage,fuzzing',
    );
    expect(argumentsFor(options())).not.toContain('--phases');
  });

  it('makes one request of each kind at least', () => {
    expect(argumentsFor(options({ cases: 0 })).join(' ')).toContain('--max-examples 1 ');
  });

  it('turns the clock by the spare key, if the first one is lent', async () => {
    await prepare(options(), folder, undefined);

    const configuration = readFileSync(join(folder, 'schemathesis.toml'), 'utf8');
    const spare = configuration.split('[[operations]]').find((table) => table.includes('sk_test_spare'));
    for (const id of ['resetSandbox', 'setTestKyc', 'advanceTestClock']) expect(spare).toContain(`"${id}"`);
  });
});

describe('the journeys', () => {
  it.each([
    ['are interrupted', { signal: AbortSignal.abort() }],
    ['have no time', { seconds: 0.001 }],
  ])('only warn when they %s, and say that they have not finished', async (_name, about) => {
    expect(await journeys.run(options(about), progress)).toMatchObject({
      mark: 'warning',
      about: expect.stringMatching(/0 findings, not finished$/),
      untried: 'all',
    });
  });
});

describe('the own generator', () => {
  it('only warns when it could try nothing', async () => {
    const asked = options({ ...only('resetSandbox'), target: lent() });

    expect(await own.run(asked, progress)).toMatchObject({
      mark: 'warning',
      about: expect.stringContaining('without resetSandbox'),
      untried: ['resetSandbox'],
    });
  });

  it('breaks when a random request cannot be made, instead of finding nothing', async () => {
    const [operation] = only('getBalance').operations;
    if (!operation) throw new Error('the contract has getBalance');
    const door = { baseUrl: 'http://127.0.0.1:9', key: 'sk_test_1' };
    const tester = {
      ...createTester({ contract: newest, door, isOurs: true, corpus: noCorpus, progress }),
      ask: () => Promise.reject(new Error('a request cannot be made')),
    };

    const sent = sendRandomly([{ operation, tester }], newest, { seed: 1, cases: 2, isOver: () => false });

    await expect(sent).rejects.toThrow('a request cannot be made');
  });

  it('asks for the version that is tested by every key', async () => {
    const asked: unknown[] = [];
    const server = createServer((req, res) => {
      asked.push(req.headers['service-version']);
      res.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const door = { baseUrl, key: 'sk_test_1', version: '2026-01-01' };
    const tester = createTester({ contract: newest, door, isOurs: true, corpus: noCorpus, progress });
    const [operation] = only('getBalance').operations;
    if (!operation) throw new Error('the contract has getBalance');
    const request = { path: {}, query: {}, header: {}, body: undefined };

    await tester.try({ operation, request, expect: 'declared', rule: 'its own key' });
    await tester.try({
      operation,
      request,
      expect: 'declared',
      rule: 'another',
      door: { baseUrl, key: 'sk_test_2' },
    });
    server.close();

    expect(asked).toEqual(['2026-01-01', '2026-01-01']);
  });
});

describe('JUnit', () => {
  it('skips the operations of which a judge can say nothing', () => {
    const verdict = {
      name: 'a judge',
      mark: 'warning',
      about: '',
      findings: [],
      untried: ['getBalance'],
    } as const;

    const junit = junitOf([verdict], only('getBalance', 'getProfile').operations);

    expect(junit).toContain('name="getBalance"><skipped/></testcase>');
    expect(junit).toContain('name="getProfile"></testcase>');
    expect(junit).toContain('name="a judge"><skipped/></testcase>');
    expect(junit).toContain('failures="0"');
  });
});
