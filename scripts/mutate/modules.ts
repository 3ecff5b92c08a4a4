/** The parts of the service whose mutants are tried, by name, as patterns of their files. A file belongs to the first that fits. */
export const modules: Readonly<Record<string, readonly string[]>> = {
  ledger: ['src/domain/money/ledger/**/*.ts'],
  money: ['src/domain/money/**/*.ts'],
  states: ['src/engine/states/**/*.ts'],
  refunds: ['src/domain/payments/refunds/**/*.ts'],
  payments: ['src/domain/payments/**/*.ts'],
  calls: ['src/engine/calls/**/*.ts', 'src/engine/recording/**/*.ts'],
  webhooks: ['src/domain/notices/**/*.ts'],
  http: ['src/platform/http/**/*.ts'],
  jobs: ['src/engine/jobs/**/*.ts', 'src/platform/jobs/**/*.ts'],
};

/**
 * Not mutated: words. The types refuse most empty strings, and the contract's tests read the rest. Of SQL, which only an empty text
 * would replace, `mistakesIn` changes parts.
 */
export const excludedMutations = ['StringLiteral'];

/** The tests that may notice a mutant. Those that kill processes or read the tree take too long, or read files that are changed here. */
export const tests: readonly string[] = ['test/src', 'test/attacks', 'test/contract', 'test/journeys'];

/** They compare the tree with its history, which the copy does not have. */
export const testsOfHistory: readonly string[] = ['**/old-database.test.ts', '**/db/baseline.test.ts'];
