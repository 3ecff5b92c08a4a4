import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: [resolve(import.meta.dirname, '../scripts/test-database.ts')],
    // Two cores, shared with PostgreSQL. Files of one process share its modules: reading them takes longer than most tests.
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    restoreMocks: true,
    // Generous: a machine that does other things too is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
