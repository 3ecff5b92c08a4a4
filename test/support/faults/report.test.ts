import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportOf, rowsOf } from './report.ts';
import { faultRows } from './rows.ts';

const tests = resolve(import.meta.dirname, '../..');
const files = readdirSync(tests, { recursive: true })
  .map((name) => `test/${String(name)}`)
  .filter((name) => name.endsWith('.test.ts'));

describe('the rows of the faults', () => {
  it('name tests that are there, and every test of faults is in one', () => {
    const parts = faultRows.flatMap((row) => row.files);

    expect(parts.filter((part) => !files.some((file) => file.includes(part)))).toEqual([]);
    const ofFaults = files.filter((file) => file.startsWith('test/faults/'));
    expect(ofFaults.length).toBeGreaterThan(20);
    expect(ofFaults.filter((file) => !parts.some((part) => file.includes(part)))).toEqual([]);
  });

  it('are all run by npm run test:faults', () => {
    const { scripts } = JSON.parse(readFileSync(join(tests, '../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const given = (scripts['test:faults'] ?? '').split(' ').filter((word) => word.startsWith('test/'));
    const isRun = (file: string) => given.some((filter) => file.includes(filter));

    const needed = files.filter((file) =>
      faultRows.some((row) => row.files.some((part) => file.includes(part))),
    );

    expect(needed.filter((file) => !isRun(file))).toEqual([]);
  });
});

const told = (file: string, name: string, state: 'passed' | 'failed' | 'skipped', figures = {}) => ({
  file: `test/faults/${file}.test.ts`,
  name,
  state,
  seconds: 1,
  figures,
});

describe('the report of the faults', () => {
  it('says of each row what became of it, what it came to, and what is missing', () => {
    const rows = rowsOf(
      [
        told('storm', 'a storm > pays out', 'passed', { calls: 200, slowest_ms: 12 }),
        told('failover', 'a cluster (skipped: patroni, etcd are missing) > fails over', 'skipped'),
        told('pooler', 'a service', 'passed'),
        told('pooler', 'another (skipped: pgbouncer is missing)', 'skipped'),
        told('overload', 'too many', 'failed'),
      ],
      ['test/faults/soak.test.ts'],
    );
    const outcomes = Object.fromEntries(rows.map(({ id, outcome }) => [id, outcome]));

    expect(outcomes).toMatchObject({
      F5: 'failed',
      F11: 'passed',
      F14: 'could not run',
      F15: 'partly',
      F16: 'failed',
      F20: 'not run',
    });
    const text = reportOf(rows, 'short');
    expect(text).toContain('Profile: short.');
    expect(text).toMatch(/^\| F14 \| .* \| could not run \| 0 \| patroni, etcd are missing \|$/m);
    expect(text).toContain('- F11, a storm > pays out: calls 200, slowest ms 12\n');
  });
});
