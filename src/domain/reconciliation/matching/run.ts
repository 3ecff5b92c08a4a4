import { type Db, inTransactionAcrossMerchants, type Tx } from '../../../platform/db/database.ts';
import type { NewCase } from '../cases/queries.ts';
import { lockCasesAcrossMerchants } from '../cases/queries.ts';
import { CaseWrites } from '../cases/write-cases.ts';
import type { Clearing } from './clearing-queries.ts';
import { type ClosedOn, type Coverage, coverageOf, daysOf } from './coverage.ts';
import { findUnstated, nameOf } from './find-journals.ts';
import { differs, judgeLines } from './judge-lines.ts';
import { judgeNotices } from './judge-notices.ts';
import {
  type Days,
  findSecondAcrossMerchants,
  findToJudgeAcrossMerchants,
  findUnmatchedAcrossMerchants,
  findWholeAcrossMerchants,
  lockGatewayAcrossMerchants,
  type SecondLine,
  type WholeLine,
} from './line-queries.ts';
import { linkAgain, linkLines, type Written } from './link-lines.ts';
import { splitAgain } from './split-again.ts';

export type WantedRun = Days & {
  readonly gateway: string;
  readonly graceDays: number;
  /** Absent: the provider always works. */
  readonly closedOn?: ClosedOn | undefined;
};

/** What a run has changed. */
export type Ran = Omit<Written, 'fresh'> & { readonly lines: number };

const linesAtOnce = 2000;

/**
 * Compares the statements of a gateway with the ledger, for a range of days. It works in pages, each in a transaction of its own,
 * which lets one run at a time write: so two runs at once find each case once, and a run that dies is finished by the next.
 *
 * 0. A line that stands for a file, and that could not be split when it came in, is split if it can be now.
 * 1. Every line without a journal is looked up; what is about none is a case.
 *    A line that states a journal a second time is given to another one that it fits as well and that was booked meanwhile.
 * 2. The lines of each journal that has new ones are compared with it.
 * 3. Every journal that no line is about, though statements cover its day and the days of grace, is a case.
 * 4. What a bank has said of a transfer that nobody could match, and that no statement repeats, is a case.
 *
 * @param tell is told of each new case, once it is written
 *
 * Decision 0106.
 */
export async function runReconciliation(
  db: Db,
  wanted: WantedRun,
  tell?: (fresh: NewCase) => void,
): Promise<Ran> {
  // Read first: a statement that comes in meanwhile is not compared, so its days do not count either.
  const covered = await coverageOf(db, wanted.gateway, wanted.closedOn);
  const tally = new Tally(tell);
  await splitAll(db, wanted, tally);
  await linkAll(db, wanted, tally);
  await linkAllAgain(db, wanted);
  await judgeAll(db, wanted, tally);
  await findMissing(db, wanted, covered, tally);
  tally.add(await alone(db, wanted.gateway, (tx) => judgeNotices(tx, wanted.gateway)));
  return tally.sum;
}

class Tally {
  sum: Ran = { lines: 0, opened: 0, explained: 0, reopened: 0 };
  readonly #tell: (fresh: NewCase) => void;

  constructor(tell: (fresh: NewCase) => void = () => undefined) {
    this.#tell = tell;
  }

  /** Call it after the commit: a case may be told only once it exists. */
  add({ opened, explained, reopened, fresh }: Written, lines = 0): void {
    const { sum } = this;
    for (const one of fresh) this.#tell(one);
    this.sum = {
      lines: sum.lines + lines,
      opened: sum.opened + opened,
      explained: sum.explained + explained,
      reopened: sum.reopened + reopened,
    };
  }
}

/** A transaction in which no other run changes what is known of the gateway. */
function alone<T>(db: Db, gateway: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransactionAcrossMerchants(db, async (tx) => {
    await lockGatewayAcrossMerchants(tx, gateway);
    return await work(tx);
  });
}

async function splitAll(db: Db, wanted: WantedRun, tally: Tally): Promise<void> {
  let after: WholeLine | undefined;
  do {
    const from = after;
    const { written, lines } = await alone(db, wanted.gateway, async (tx) => {
      const page = await findWholeAcrossMerchants(tx, wanted, from, linesAtOnce);
      return { written: await splitAgain(tx, wanted.gateway, page), lines: page };
    });
    tally.add(written);
    after = lines.length === linesAtOnce ? lines.at(-1) : undefined;
  } while (after);
}

async function linkAll(db: Db, wanted: WantedRun, tally: Tally): Promise<void> {
  let after: { readonly statement_id: string; readonly line: string } | undefined;
  do {
    const from = after;
    const { written, lines } = await alone(db, wanted.gateway, async (tx) => {
      const page = await findUnmatchedAcrossMerchants(tx, wanted, from, linesAtOnce);
      return { written: await linkLines(tx, wanted.gateway, page), lines: page };
    });
    tally.add(written, lines.length);
    after = lines.length === linesAtOnce ? lines.at(-1) : undefined;
  } while (after);
}

async function linkAllAgain(db: Db, { gateway }: WantedRun): Promise<void> {
  let after: SecondLine | undefined;
  do {
    const from = after;
    const lines = await alone(db, gateway, async (tx) => {
      const page = await findSecondAcrossMerchants(tx, gateway, from, linesAtOnce);
      await linkAgain(tx, gateway, page);
      return page;
    });
    after = lines.length === linesAtOnce ? lines.at(-1) : undefined;
  } while (after);
}

async function judgeAll(db: Db, { gateway }: WantedRun, tally: Tally): Promise<void> {
  let judged = linesAtOnce;
  while (judged === linesAtOnce) {
    const { written, keys } = await alone(db, gateway, async (tx) => {
      const found = await findToJudgeAcrossMerchants(tx, gateway, linesAtOnce);
      return { written: await judgeLines(tx, found), keys: found };
    });
    tally.add(written);
    judged = keys.length;
  }
}

async function findMissing(db: Db, wanted: WantedRun, covered: Coverage, tally: Tally): Promise<void> {
  for (const day of daysOf(wanted)) {
    if (!covered.hasPassed(day, wanted.graceDays)) continue;
    let after: Awaited<ReturnType<typeof findUnstated>>['next'];
    do {
      const from = after;
      const { written, next } = await alone(db, wanted.gateway, async (tx) => {
        const { gateway, graceDays } = wanted;
        const page = await findUnstated(tx, { gateway, day, after: from });
        const passed = page.unstated.filter(({ currency }) => covered.hasPassed(day, graceDays, currency));
        return { written: await writeMissing(tx, wanted, passed), next: page.next };
      });
      tally.add(written);
      after = next;
    } while (after);
  }
}

/**
 * A case that a line explained is open again: the statement of the line was withdrawn. What only a statement includes that was withdrawn
 * since the run began is not missing.
 */
async function writeMissing(tx: Tx, wanted: WantedRun, unstated: readonly Clearing[]): Promise<Written> {
  const writes = new CaseWrites();
  if (unstated.length === 0) return await writes.write(tx);
  const still = await coverageOf(tx, wanted.gateway, wanted.closedOn);
  const missing = unstated.filter(({ day, currency }) => still.hasPassed(day, wanted.graceDays, currency));
  const cases = await lockCasesAcrossMerchants(tx, missing, []);
  const known = new Map(
    cases
      .filter(({ kind }) => kind === 'missing_there')
      .map((one) => [`${one.of_merchant}:${one.journal}`, one]),
  );
  for (const journal of missing) {
    const one = known.get(nameOf(journal));
    if (!one) writes.open(differs(journal));
    else if (one.resolution === 'explained_later') writes.reopen(one);
  }
  return await writes.write(tx);
}
