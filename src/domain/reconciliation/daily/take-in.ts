import type { Context } from '../../../engine/context.ts';
import { now } from '../../../platform/clock.ts';
import { troubleOf } from '../../money/gateways/asking.ts';
import type { Rail, WantedStatement } from '../../money/gateways/rail.ts';
import type { Statement } from '../../money/gateways/statement.ts';
import { coverageOf, daysOf, laterBy } from '../matching/coverage.ts';
import { UnreadableStatement } from '../statements/csv-rows.ts';
import { hashOf } from '../statements/hash-statement.ts';
import { importStatement, StatementChanged } from '../statements/import-statement.ts';
import { isWithdrawnAcrossMerchants } from '../statements/queries.ts';

/** What a run writes as its name. */
const by = 'daily run';

/** How far back files are read, and days are asked for that no statement includes: a worker may have been down. */
const daysOfFiles = 35;
const daysToAsk = 7;

/**
 * Takes in what a provider states of days that are over: the files that it has sent, or a statement of each day that it has not given.
 * The trouble with one file or one currency keeps no other from being taken in.
 *
 * @returns false if something could not be had or taken in, and should be asked for again
 */
export async function takeIn({ db, log }: Pick<Context, 'db' | 'log'>, rail: Rail): Promise<boolean> {
  const gateway = rail.name;
  const to = laterBy(now().toISOString().slice(0, 10), -1);
  let isWhole = true;
  const attempt = async <T>(step: () => Promise<T>, wanted?: WantedStatement): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      isWhole = false;
      log.error(
        { gateway, ...wanted, err: troubleOf(error) },
        'a provider gave no statement; it is asked again',
      );
      return undefined;
    }
  };
  const take = (statement: Statement) => attempt(() => takeOne({ db, log }, gateway, statement));
  await attempt(async () => {
    const files = rail.received?.({ from: laterBy(to, 1 - daysOfFiles), to }) ?? [];
    for await (const one of files) await take(one);
  });
  const silent = new Set<string>();
  for (const wanted of (await attempt(() => notStated(db, rail, to))) ?? []) {
    // A provider that does not answer is asked about one day of a currency, not about each.
    if (silent.has(wanted.currency)) continue;
    const one = await attempt(async () => (await rail.statement?.(wanted)) ?? 'none', wanted);
    if (one === undefined) silent.add(wanted.currency);
    else if (one !== 'none') await take(one);
  }
  return isWhole;
}

/** The days of the last week that no statement of a currency includes. */
async function notStated(db: Context['db'], { name, statesIn = [] }: Rail, to: string) {
  const covered = await coverageOf(db, name);
  const days = daysOf({ from: laterBy(to, 1 - daysToAsk), to });
  return statesIn.flatMap((currency) =>
    days.filter((day) => !covered.has(day, currency)).map((day) => ({ currency, from: day, to: day })),
  );
}

async function takeOne(
  { db, log }: Pick<Context, 'db' | 'log'>,
  gateway: string,
  statement: Statement,
): Promise<void> {
  // Files are read again every day. Only an operator takes in again what an operator took back.
  if (await isWithdrawnAcrossMerchants(db, { gateway, hash: hashOf(statement) })) return;
  try {
    await importStatement(db, { gateway, by }, statement);
  } catch (error) {
    if (!(error instanceof StatementChanged || error instanceof UnreadableStatement)) throw error;
    log.error({ gateway, statement: statement.id, why: error.message }, 'a statement was not taken');
  }
}
