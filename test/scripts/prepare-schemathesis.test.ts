import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractFile, operations } from '../../scripts/fuzz/contract.ts';
import type { FuzzTarget, JudgeOptions } from '../../scripts/fuzz/judge.ts';
import { prepare } from '../../scripts/fuzz/schemathesis/prepare.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-schemathesis-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const seeded = {
  merchant: { secretKey: 'sk_test_own' },
  spareKey: 'sk_test_spare',
  dictionaries: { phones: ['0771111111'] },
} as unknown as Awaited<ReturnType<FuzzTarget['aMerchant']>>;

const ours = {
  baseUrl: 'http://localhost:3210',
  key: undefined,
  spareKey: undefined,
  aMerchant: async () => seeded,
};
const theirs = {
  baseUrl: 'https://payments.example',
  key: 'sk_test_theirs',
  spareKey: undefined,
  aMerchant: () => Promise.reject(new Error('there are no objects')),
};

const options = (about: object): JudgeOptions => ({
  profile: 'gate',
  seed: undefined,
  seconds: undefined,
  cases: undefined,
  operations,
  isWhole: true,
  version: undefined,
  contractFile,
  target: { ...ours, admission: undefined },
  folder,
  signal: new AbortController().signal,
  mayBeMissing: false,
  ...about,
});

const written = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the folder of Schemathesis', () => {
  it('has the address as the tool reaches it, both keys and the dictionaries', async () => {
    await prepare(options({}), folder, 'host.docker.internal');

    const configuration = written('schemathesis.toml');
    expect(configuration).toContain('base-url = "http://host.docker.internal:3210"');
    expect(configuration).toContain('bearer = "sk_test_own"');
    expect(configuration).toContain('Bearer sk_test_spare');
    expect(configuration).not.toMatch(/\$\{[A-Z]|rate-limit/);
    expect(written('seeds/phones.dict')).toBe('"0771111111"\n');
    expect(JSON.parse(written('wanted.json')).must).toHaveLength(operations.length);
  });

  it('has no dictionaries for a service that runs already, and keeps to its rate limit', async () => {
    await prepare(options({ target: { ...theirs, admission: undefined } }), folder, undefined);

    const configuration = written('schemathesis.toml');
    expect(configuration).toContain('base-url = "https://payments.example"');
    expect(configuration).toContain('rate-limit = "auto"');
    expect(configuration).not.toMatch(/dictionary = |^\[dictionaries\]/m);
    expect(JSON.parse(written('wanted.json')).must).toEqual([]);
  });

  it('has the contract of a released version as JSON', async () => {
    const released = resolve(import.meta.dirname, '../../src/versions/2026-01-01/openapi.yaml');

    await prepare(options({ contractFile: released, version: '2026-01-01' }), folder, undefined);

    expect(JSON.parse(written('openapi.json')).info.version).toBe('2026-01-01');
  });

  it('leaves out operations that an older version has not', async () => {
    const older = operations.filter(({ id }) => id !== 'voidInvoice');

    await prepare(options({ operations: older, version: '2026-01-01' }), folder, undefined);

    const configuration = written('schemathesis.toml');
    expect(configuration).toContain('headers = { Service-Version = "2026-01-01" }');
    expect(configuration).toContain('sendInvoice');
    expect(configuration).not.toContain('voidInvoice');
  });

  it.each([
    [{}, 10],
    [{ profile: 'nightly' }, 500],
    [{ cases: 3 }, 3],
  ] as const)('says how many requests are made at random: with %j %i', async (about, count) => {
    await prepare(options(about), folder, undefined);

    expect(written('schemathesis.toml')).toContain(`fuzzing.generation.max-examples = ${count},`);
  });

  it('demands no success of operations that a narrowed run leaves out', async () => {
    await prepare(options({ operations: operations.slice(0, 1), isWhole: false }), folder, undefined);

    expect(JSON.parse(written('wanted.json')).must).toEqual([]);
    expect(written('schemathesis.toml')).toContain('voidInvoice');
  });
});
