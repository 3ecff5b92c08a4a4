import type { Db } from '../../../platform/db/database.ts';
import { findCoveredAcrossMerchants } from '../statements/queries.ts';
import type { Days } from './line-queries.ts';

/** Which days the statements of a gateway include. */
export type Coverage = {
  /** Whether a statement of the currency includes the day. */
  readonly has: (day: string, currency: string) => boolean;
  /**
   * Whether statements include the day and so many days after it: what none of them states is missing. A day on which the provider
   * is closed and that no statement includes is passed over. It holds nothing up, and it is no day of grace. Without a currency: of any.
   */
  readonly hasPassed: (day: string, graceDays: number, currency?: string) => boolean;
  /**
   * The days of a range that no statement of a currency includes, from its first statement to its last one; without those on which the
   * provider is closed. What was booked on them is compared with nothing, nor is it or what came shortly before ever missing.
   */
  readonly gapsIn: (range: Days) => readonly Gap[];
  readonly currencies: readonly string[];
  /** The first and the last day; undefined if there are no statements. */
  readonly days: Days | undefined;
};

export type Gap = { readonly currency: string; readonly day: string };

/** Whether a provider is closed on a day. */
export type ClosedOn = (day: string) => boolean;

/** @param closedOn absent: the provider always works */
export async function coverageOf(
  db: Db,
  gateway: string,
  closedOn: ClosedOn = () => false,
): Promise<Coverage> {
  const statements = await findCoveredAcrossMerchants(db, gateway);
  const covered = new Set(statements.flatMap((one) => daysOf(one).map((day) => `${one.currency} ${day}`)));
  const currencies = [...new Set(statements.map(({ currency }) => currency))].toSorted();
  const has = (day: string, currency: string): boolean => covered.has(`${currency} ${day}`);
  const [from] = statements.map((one) => one.from).toSorted();
  const to = statements.at(-1)?.to;
  // Without statements: before every day.
  const end = to ?? '';
  const passed = (day: string, graceDays: number, currency: string): boolean => {
    let left = graceDays + 1;
    for (let one = day; left > 0 && one <= end; one = laterBy(one, 1)) {
      if (has(one, currency)) left -= 1;
      else if (!closedOn(one)) return false;
    }
    return left === 0;
  };
  return {
    has,
    hasPassed: (day, graceDays, currency) =>
      (currency === undefined ? currencies : [currency]).some((one) => passed(day, graceDays, one)),
    gapsIn: (range) =>
      currencies.flatMap((currency) =>
        daysOf(
          within(
            range,
            statements.filter((one) => one.currency === currency),
          ),
        )
          .filter((day) => !has(day, currency) && !closedOn(day))
          .map((day) => ({ currency, day })),
      ),
    currencies,
    days: from === undefined || to === undefined ? undefined : { from, to },
  };
}

/** Of a range, the days from the first to the last one of these statements. */
function within({ from, to }: Days, statements: readonly Days[]): Days {
  const first = statements.map((one) => one.from).toSorted()[0] ?? from;
  const last =
    statements
      .map((one) => one.to)
      .toSorted()
      .at(-1) ?? to;
  return { from: first > from ? first : from, to: last < to ? last : to };
}

/** Each day of a range. */
export function daysOf({ from, to }: Days): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = laterBy(day, 1)) days.push(day);
  return days;
}

export function laterBy(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
