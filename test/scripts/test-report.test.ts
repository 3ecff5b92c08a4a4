import { expect, it } from 'vitest';
import { type Report, summaryOf } from '../../scripts/test-report.ts';

const file = (name: string, seconds: number, tests: Readonly<Record<string, string>>) => ({
  name,
  status: Object.values(tests).includes('failed') ? 'failed' : 'passed',
  startTime: 1000,
  endTime: 1000 + seconds * 1000,
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
});

const report = (...testResults: Report['testResults']): Report => ({
  numPassedTests: 7,
  numFailedTests: 2,
  testResults,
});

it('counts passed and failed tests, and files that could not be read', () => {
  const red = file('a.test.ts', 1, { 'is red': 'failed' });
  const unread = { ...file('b.test.ts', 1, {}), status: 'failed' };

  const { passed, failed } = summaryOf(report(red, unread));

  expect([passed, failed]).toEqual([7, 3]);
});

it('accepts a skip whose reason is named', () => {
  const skipped = {
    'the snippet of the guide in PHP (skipped: php is not installed) reaches every verdict': 'skipped',
  };

  const { failed, lines } = summaryOf(report(file('a.test.ts', 1, skipped)));

  expect(failed).toBe(2);
  expect(lines.join('\n')).toContain('1 skipped:');
});

it.each(['skipped', 'pending', 'todo', 'disabled'])(
  'counts any other test that is %s as failed',
  (status) => {
    const { failed, lines } = summaryOf(report(file('a.test.ts', 1, { 'takes no money twice': status })));

    expect(failed).toBe(3);
    expect(lines.at(-1)).toContain('takes no money twice: no reason is named');
  },
);

it('names the slowest twenty files, the slowest first', () => {
  const files = Array.from({ length: 30 }, (_, nth) => file(`${nth}.test.ts`, nth, {}));

  const named = summaryOf(report(...files)).lines.filter((line) => line.includes('.test.ts'));

  expect(named).toHaveLength(20);
  expect(named[0]).toContain('29.0 s  29.test.ts');
});
