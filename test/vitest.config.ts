import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mistaken } from '../scripts/mutate/statements.ts';
import { FaultReport } from './support/faults/report.ts';
import { placesOfTests } from './support/places/places.ts';

const root = resolve(import.meta.dirname, '..');

/** The longest files. Begun last, one of them would run while the other workers have nothing left to do. */
const longest = [
  'pages/dashboard/looks',
  'src/pages/rendered',
  'attacks/other-merchants.attack',
  'docs/site',
  'faults/receiver-zoo',
  'kills/deliveries',
  'faults/mobile-money',
  'journeys/dashboard',
  'engine/moves',
  'deliveries/order',
  'app/first-guides',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
  return at === -1 ? longest.length : at;
};

/** A fresh clone does not know how long each file takes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig(({ mode }) => ({
  root,
  plugins: mode === 'mutants' ? [mistaken] : [],
  test: {
    include: mode === 'screens' ? ['test/src/pages/dashboard/take-screens.ts'] : ['test/**/*.test.ts'],
    setupFiles: mode === 'mutants' ? [resolve(import.meta.dirname, '../scripts/mutate/cover.ts')] : [],
    globalSetup: [resolve(import.meta.dirname, '../scripts/test-database.ts')],
    // Two cores, shared with PostgreSQL. The third process works while the others wait for a retry or a lease.
    // Files of one process share its modules: reading them takes longer than most tests.
    pool: 'forks',
    maxWorkers: 3,
    isolate: false,
    env: {
      // The processes that tests start compile the same files again and again.
      NODE_COMPILE_CACHE: join(root, '.data', 'compile-cache'),
      TMPDIR: placesOfTests(root).temporary,
      // Of most modules in the environments of Python that tests make, none is ever run.
      PIP_NO_COMPILE: '1',
    },
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    ...((mode === 'whole' || env['FAULTS_REPORT'] !== undefined) && {
      reporters: ['default', new FaultReport(mode === 'whole')],
    }),
    // Generous: a machine that does other things too is slow, not wrong.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
