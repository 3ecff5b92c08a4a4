import { type Db, inSnapshotAcrossMerchants, type Tx } from '../../../platform/db/database.ts';
import { completeSinceAcrossMerchants } from '../../payments/transactions/archive-queries.ts';
import { sumLedgerAcrossMerchants } from './clearing-queries.ts';
import { type Coverage, coverageOf, daysOf, laterBy } from './coverage.ts';
import {
  findLateAcrossMerchants,
  findOldestAcrossMerchants,
  sumCasesAcrossMerchants,
  sumElsewhereAcrossMerchants,
  sumLinesAcrossMerchants,
} from './day-queries.ts';
import { usualGraceDays } from './grace.ts';
import type { Days } from './line-queries.ts';
import type { WantedRun } from './run.ts';

/** One day of one currency: what both sides say, and what explains the difference. Ten-thousandths; positive: the provider owes us. */
export type Day = {
  readonly day: string;
  readonly currency: string;
  /** Whether a statement includes the day. If not, `stated` is only what others say of it. */
  readonly covered: boolean;
  readonly ledger: bigint;
  readonly stated: bigint;
  /** What is stated less what is in the ledger. */
  readonly difference: bigint;
  /** Of it, what cases hold that are open or assigned. */
  readonly open: bigint;
  readonly openCases: number;
  /** Of it, what operators have resolved without a later line that explains it. */
  readonly settled: bigint;
  /** Of it, what is stated on this day and in the ledger on another, less what is in the ledger on it and stated on another. */
  readonly timing: bigint;
  /** Of it, what is in the ledger and may still be stated. */
  readonly awaited: bigint;
  /** What nothing explains: a finding. Zero after a run, or something is wrong with the books or the matches. */
  readonly unexplained: bigint;
  /** Fees and other lines, which are not matched and in no sum above. */
  readonly listed: bigint;
};

export type WantedDay = Omit<WantedRun, keyof Days> & { readonly day: string };

/**
 * Compares what the clearing accounts of the ledger say of a day with what the provider states, to the cent. Both sums are added up
 * from the entries and the lines; what explains the difference comes from the cases and matches, so neither can hide the other.
 *
 * Decision 0106.
 */
export async function reconcileDay(db: Db, wanted: WantedDay): Promise<readonly Day[]> {
  return await inSnapshotAcrossMerchants(db, async (tx) =>
    dayIn(tx, wanted, await coverageOf(tx, wanted.gateway, wanted.closedOn)),
  );
}

/** The days of a range on which something is unexplained. */
export async function findUnexplained(db: Db, wanted: WantedRun): Promise<readonly Day[]> {
  const { gateway, graceDays, closedOn } = wanted;
  const found: Day[] = [];
  for (const day of daysOf(wanted)) {
    const days = await reconcileDay(db, { gateway, day, graceDays, closedOn });
    found.push(...days.filter(({ covered, unexplained }) => covered && unexplained !== 0n));
  }
  return found;
}

/** How far back a run looks for journals that no line states, beside the days of grace, if nobody says from when. */
const usualDays = 35;

/** How many days long runs look at the days of a statement that came in late: a worker may be down for some of them. */
const lateFor = 10;

/** How long before a statement that came late a journal may have waited for it, beside the days of grace: a bank may have been closed. */
const daysBeforeLate = 11;

/**
 * The days of a run if nobody says them: to the end of the last statement; from the oldest line or case that waits, and from five weeks
 * before the days of grace at least. A statement that came in late lets it begin before the days of that one: only now may what is
 * missing on them, and shortly before, be called missing.
 *
 * @returns undefined if the gateway has no statements
 */
export async function usualRange(
  db: Db,
  gateway: string,
  graceDays: number = usualGraceDays,
): Promise<Days | undefined> {
  const { days } = await coverageOf(db, gateway);
  if (!days) return undefined;
  const begin = await beginOf(db, { gateway, graceDays, to: days.to });
  const oldest = await findOldestAcrossMerchants(db, gateway);
  const wanted = [begin > days.from ? begin : days.from, oldest ?? days.to].toSorted()[0] ?? days.from;
  // What is archived would look as if only the provider knew it.
  const from = [wanted, (await completeSinceAcrossMerchants(db)) ?? wanted].toSorted().at(-1) ?? wanted;
  return { from: from < days.to ? from : days.to, to: days.to };
}

/** From which day on journals are looked for that no line states. */
async function beginOf(
  db: Db,
  { gateway, graceDays, to }: { readonly gateway: string; readonly graceDays: number; readonly to: string },
): Promise<string> {
  const usual = laterBy(to, -usualDays - graceDays);
  const late = await findLateAcrossMerchants(db, gateway, { within: lateFor, before: usual });
  const before = late === undefined ? usual : laterBy(late, -daysBeforeLate - graceDays);
  return before < usual ? before : usual;
}

async function dayIn(tx: Tx, wanted: WantedDay, covered: Coverage): Promise<readonly Day[]> {
  const sums = {
    ledger: await sumLedgerAcrossMerchants(tx, wanted),
    lines: await sumLinesAcrossMerchants(tx, wanted),
    elsewhere: await sumElsewhereAcrossMerchants(tx, wanted),
    cases: await sumCasesAcrossMerchants(tx, wanted),
  };
  const named = [
    ...covered.currencies,
    ...Object.values(sums).flatMap((rows) => rows.map((one) => one.currency)),
  ];
  return [...new Set(named)].toSorted().map((currency) => {
    const isOver = covered.hasPassed(wanted.day, wanted.graceDays, currency);
    const parts = partsOf(sums, currency, isOver);
    const difference = parts.stated - parts.ledger;
    const explained = parts.open + parts.settled + parts.timing + parts.awaited;
    return {
      day: wanted.day,
      currency,
      covered: covered.has(wanted.day, currency),
      ...parts,
      difference,
      unexplained: difference - explained,
    };
  });
}

type Sums = {
  readonly ledger: Awaited<ReturnType<typeof sumLedgerAcrossMerchants>>;
  readonly lines: Awaited<ReturnType<typeof sumLinesAcrossMerchants>>;
  readonly elsewhere: Awaited<ReturnType<typeof sumElsewhereAcrossMerchants>>;
  readonly cases: Awaited<ReturnType<typeof sumCasesAcrossMerchants>>;
};

const noLedger = { sum: 0n, unstated: 0n };
const noLines = { stated: 0n, listed: 0n, of_other_days: 0n };
const noSum = { sum: 0n, cases: 0n };

/** The sums of one currency. */
function partsOf(sums: Sums, currency: string, isOver: boolean) {
  const isIn = (one: { readonly currency: string }): boolean => one.currency === currency;
  const ledger = sums.ledger.find(isIn) ?? noLedger;
  const lines = sums.lines.find(isIn) ?? noLines;
  const elsewhere = sums.elsewhere.find(isIn) ?? noSum;
  const held = sums.cases.filter(isIn);
  const open = held.find(({ resolved }) => !resolved) ?? noSum;
  const settled = held.find(({ resolved }) => resolved) ?? noSum;
  return {
    ledger: ledger.sum,
    stated: lines.stated,
    open: open.sum,
    openCases: Number(open.cases),
    settled: settled.sum,
    timing: lines.of_other_days - elsewhere.sum,
    // After the days of grace it is missing, and a case has it.
    awaited: isOver ? 0n : -ledger.unstated,
    listed: lines.listed,
  };
}
