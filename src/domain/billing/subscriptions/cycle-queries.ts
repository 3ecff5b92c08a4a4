import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** A period that was billed, with its invoice. */
export type Cycle = Selectable<ModeTables['subscription_cycles']>;

export async function insertCycle(
  tx: Tx,
  merchantId: MerchantId,
  cycle: Omit<Insertable<ModeTables['subscription_cycles']>, 'merchant_id'>,
): Promise<void> {
  await tx
    .insertInto('subscription_cycles')
    .values({ ...cycle, merchant_id: merchantId })
    .execute();
}

export type Period = { readonly subscriptionId: string; readonly periodStart: Date };

export function findCycle(db: Db, merchantId: MerchantId, period: Period): Promise<Cycle | undefined> {
  return cyclesOf(db, merchantId, period.subscriptionId)
    .where('period_start', '=', period.periodStart)
    .executeTakeFirst();
}

/** The cycles that are neither paid nor waived, oldest first. */
export function findOpenCycles(db: Db, merchantId: MerchantId, subscriptionId: string): Promise<Cycle[]> {
  return cyclesOf(db, merchantId, subscriptionId)
    .where('outcome', 'is', null)
    .orderBy('period_start')
    .execute();
}

/** The newest paid cycle and those after it, oldest first, with what their invoices say; none if no cycle is paid. */
export function findCyclesSincePaid(db: Db, merchantId: MerchantId, subscriptionId: string) {
  const newest = cyclesOf(db, merchantId, subscriptionId)
    .clearSelect()
    .select('period_start')
    .where('outcome', '=', 'paid')
    .orderBy('period_start', 'desc')
    .limit(1);
  return db
    .selectFrom('subscription_cycles as c')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.merchant_id', '=', 'c.merchant_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .selectAll('c')
    .select('i.subtotal')
    .where('c.merchant_id', '=', merchantId)
    .where('c.subscription_id', '=', subscriptionId)
    .where('c.period_start', '>=', newest)
    .orderBy('c.period_start')
    .execute();
}

export type BilledCycle = Awaited<ReturnType<typeof findCyclesSincePaid>>[number];

/** The billed periods of a subscription with what their invoices say, newest first. */
export function findBilledPeriods(db: Db, merchantId: MerchantId, subscriptionId: string, most: number) {
  return db
    .selectFrom('subscription_cycles as c')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.merchant_id', '=', 'c.merchant_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .select(['c.period_start', 'c.period_end', 'c.outcome', 'c.tries', 'c.invoice_id'])
    .select(['i.number', 'i.total', 'i.currency'])
    .where('c.merchant_id', '=', merchantId)
    .where('c.subscription_id', '=', subscriptionId)
    .orderBy('c.period_start', 'desc')
    .limit(most)
    .execute();
}

export type BilledPeriod = Awaited<ReturnType<typeof findBilledPeriods>>[number];

function cyclesOf(db: Db, merchantId: MerchantId, subscriptionId: string) {
  return db
    .selectFrom('subscription_cycles')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('subscription_id', '=', subscriptionId);
}

/** Closes the open cycle of an invoice; undefined if it is closed already. */
export function closeCycle(
  tx: Tx,
  merchantId: MerchantId,
  invoiceId: string,
  closed: { readonly outcome: 'paid' | 'waived'; readonly closed_at: Date },
): Promise<Cycle | undefined> {
  return tx
    .updateTable('subscription_cycles')
    .set(closed)
    .where('merchant_id', '=', merchantId)
    .where('invoice_id', '=', invoiceId)
    .where('outcome', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Adds to the number of tries begun and of tries failed. */
export function countTry(
  tx: Tx,
  merchantId: MerchantId,
  { subscriptionId, periodStart }: Period,
  counted: { readonly tries: number; readonly failures: number },
): Promise<Cycle> {
  return tx
    .updateTable('subscription_cycles')
    .set((eb) => ({
      tries: eb('tries', '+', counted.tries),
      failures: eb('failures', '+', counted.failures),
    }))
    .where('merchant_id', '=', merchantId)
    .where('subscription_id', '=', subscriptionId)
    .where('period_start', '=', periodStart)
    .returningAll()
    .executeTakeFirstOrThrow();
}
