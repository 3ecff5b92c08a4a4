import { type Currency, currencies } from '../../../../../domain/money/amounts/currency.ts';
import {
  findPaymentCounts,
  type PaymentCount,
} from '../../../../../domain/payments/transactions/count-queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { onReplica } from '../../../../../platform/db/replica/replica.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const dayMs = 86_400_000;
/** Today is one of them. */
const shownDays = 30;

type Sum = { readonly payments: bigint; readonly amount: bigint; readonly failed: bigint };
export type Day = Sum & { readonly day: string };

export type Volume = {
  readonly currency: Currency;
  readonly today: Sum;
  readonly month: Sum;
  /** Oldest first, also those without a payment. */
  readonly days: readonly Day[];
};

/** What was captured and what failed in 30 days of the merchant's clock, by currency; currencies without any are left out. */
export async function volumesOf({ ctx, merchantId }: MerchantVisit): Promise<readonly Volume[]> {
  const { now } = await readClock(ctx, merchantId);
  const days = Array.from({ length: shownDays }, (_, at) => dayBefore(now, shownDays - 1 - at));
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const counts = await onReplica(ctx.db, merchantId, (db) =>
    findPaymentCounts(db, merchantId, { first, last }),
  );
  return currencies.flatMap((currency) => {
    const own = counts.filter((count) => count.currency === currency);
    if (own.length === 0) return [];
    const shown = days.map((day) => ({ day, ...sumOf(own.filter((count) => count.day === day)) }));
    return [
      { currency, today: sumOf(own.filter(({ day }) => day === last)), month: sumOf(own), days: shown },
    ];
  });
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}

function sumOf(counts: readonly PaymentCount[]): Sum {
  const captured = counts.filter(({ outcome }) => outcome === 'completed');
  const failed = counts.filter(({ outcome }) => outcome === 'failed');
  return {
    payments: total(captured.map(({ payments }) => payments)),
    amount: total(captured.map(({ amount }) => amount)),
    failed: total(failed.map(({ payments }) => payments)),
  };
}

const total = (numbers: readonly bigint[]): bigint => numbers.reduce((sum, each) => sum + each, 0n);

/** Captured among all that ended, over all currencies; undefined if none did. */
export function successOf(volumes: readonly Volume[]) {
  const captured = total(volumes.map(({ month }) => month.payments));
  const ended = captured + total(volumes.map(({ month }) => month.failed));
  if (ended === 0n) return undefined;
  const perMille = (captured * 1000n + ended / 2n) / ended;
  return { captured, ended, percent: `${perMille / 10n}.${perMille % 10n} %` };
}
