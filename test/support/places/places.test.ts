import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { makePlaces, placesOfTests, removePlaces } from './places.ts';

/** Above every id that Linux gives. */
const deadPid = 4_194_305;

const isOnDisk = placesOfTests(tmpdir()).temporary === tmpdir();
const why = isOnDisk ? ' (skipped: memory for files is missing)' : '';

it.skipIf(isOnDisk)(`removes what killed runs and checkouts that are gone have left in memory${why}`, () => {
  const checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  const gone = mkdtempSync(join(tmpdir(), 'checkout-'));
  const [kept, left] = [makePlaces(checkout), makePlaces(gone)];
  const dead = join(dirname(kept.temporary), `run-${deadPid}`);
  mkdirSync(dead);
  mkdirSync(kept.dataDir);
  rmSync(gone, { recursive: true });

  makePlaces(checkout);

  expect(
    [kept.temporary, kept.dataDir, left.temporary, dirname(left.temporary), dead].map(existsSync),
  ).toEqual([true, true, false, false, false]);
  removePlaces(kept);
  expect([existsSync(kept.temporary), existsSync(kept.dataDir)]).toEqual([false, true]);
  rmSync(checkout, { recursive: true });
  const other = makePlaces(tmpdir());
  expect(existsSync(dirname(kept.temporary))).toBe(false);
  rmSync(dirname(other.temporary), { recursive: true });
});
