import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What vitest's JSON reporter writes, as far as it is read here. */
export type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

/** Tests that may be skipped, and where. Every other skip is a failure: nobody would notice that the test no longer runs. */
const maySkip: readonly (readonly [RegExp, string])[] = [
  [/^the snippet of the guide in (PHP|Ruby|C#) /, 'the language is not installed'],
  [/^every sample of the documentation .* in (php|csharp)$/, 'the language is not installed'],
  [/^answers at no address of a network$|^a server without a list of addresses/, 'there is no network'],
  [/ \(skipped: .*(java|mvn|go).* is missing\)/, 'a stranger of the rails is not installed'],
  [/\(skipped: .*(Python|PyPI)/, 'Python or PyPI is missing'],
  [/ \(skipped: helm is missing\)/, 'Helm is not installed'],
  [/ \(skipped: caddy .*is missing\)/, 'no Caddy that repeats calls is installed'],
  [/ \(skipped: memory for files is missing\)$/, 'the machine keeps no files in memory'],
  [/ \(skipped: the right to mount a small disk is missing\)/, 'only root may mount a disk'],
  [/ \(skipped: redis-server is missing\)/, 'neither Valkey nor Redis is installed'],
  [/ \(skipped: pgbouncer .*is missing\)/, 'no PgBouncer of 1.21 or later is named'],
  [
    / \(skipped: [a-z, ]*(patroni|etcd|haproxy|postgres)[a-z, ]* missing\)/,
    'the programs of a cluster are not installed',
  ],
  [/ \(skipped: citus is missing\)/, 'no PostgreSQL with Citus is named'],
  [/ \(skipped: barman, .* is missing\)/, 'no Barman, or no pg_basebackup of this version, is named'],
  [/^the published OpenAPI document \(skipped: GSMA_OPENAPI /, 'the document is not ours to keep'],
  [/^promtool .*\(skipped: promtool is missing\)$/, 'Prometheus is not installed'],
  [/^(the baseline|a database from before the baseline).*\(skipped: /, 'the clone has no history'],
];

export type Summary = {
  readonly passed: number;
  readonly failed: number;
  readonly lines: readonly string[];
};

/** Counts the tests of a run. A skip that is not named above counts as failed. */
export function summaryOf(report: Report): Summary {
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => ({ fullName, reason: maySkip.find(([name]) => name.test(fullName))?.[1] }));
  const unnamed = skipped.filter(({ reason }) => reason === undefined);
  // A file that failed although none of its tests did: it could not be read.
  const unread = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const slowest = report.testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread.length + unnamed.length,
    lines: [
      'the slowest twenty files:',
      ...slowest.slice(0, 20).map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`),
      `${skipped.length} skipped:`,
      ...skipped.map(
        ({ fullName, reason }) => `  ${fullName}: ${reason ?? 'no reason is named, so this fails'}`,
      ),
    ],
  };
}

function shortened(report: Report): Report {
  const testResults = report.testResults.map((file) => ({
    ...file,
    name: relative(process.cwd(), file.name),
  }));
  return { ...report, testResults };
}

/** Prints `PASSED FAILED` for a script to read, and the rest for people to standard error. */
if (import.meta.main) {
  const [path = ''] = process.argv.slice(2);
  const { passed, failed, lines } = summaryOf(shortened(JSON.parse(readFileSync(path, 'utf8'))));
  process.stderr.write(`${lines.join('\n')}\n`);
  process.stdout.write(`${passed} ${failed}\n`);
}
