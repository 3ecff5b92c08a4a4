import type { Operation } from '../contract.ts';
import type { Verdict } from '../judge.ts';

/**
 * A suite per judge, in it a case per operation. Findings about no operation are a case of the judge's name. An operation that was not
 * tried is skipped, not passed.
 */
export function junitOf(verdicts: readonly Verdict[], operations: readonly Operation[]): string {
  const suites = verdicts.map((verdict) => {
    const names = [verdict.name, ...operations.map(({ id }) => id)];
    const known = new Set(names);
    const cases = names.map((name) => {
      const about = verdict.findings.filter(
        ({ operation }) => (known.has(operation) ? operation : verdict.name) === name,
      );
      const failures = about.map(
        ({ what, curl = '' }) =>
          `<failure message="${escaped(what.split('\n')[0] ?? '')}">${escaped(`${what}\n${curl}`)}</failure>`,
      );
      const isSkipped = failures.length === 0 && !isTried(verdict, name);
      return { name, failures: isSkipped ? ['<skipped/>'] : failures, isFailed: failures.length > 0 };
    });
    const failed = cases.filter(({ isFailed }) => isFailed).length;
    const rows = cases.map(
      ({ name, failures }) =>
        `<testcase classname="${escaped(verdict.name)}" name="${escaped(name)}">${failures.join('')}</testcase>`,
    );
    return `<testsuite name="${escaped(verdict.name)}" tests="${cases.length}" failures="${failed}">\n${rows.join('\n')}\n</testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}

function isTried({ name, mark, untried = [] }: Verdict, tried: string): boolean {
  if (tried === name) return mark !== 'warning';
  return untried !== 'all' && !untried.includes(tried);
}

/** For XML and HTML. Control characters, which XML has not, become a question mark. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n\t]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
