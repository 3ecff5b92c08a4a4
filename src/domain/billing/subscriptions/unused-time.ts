import type { Act } from '../../../engine/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type Amount, amountOf, formatMoney2, typedAmount, unitOf } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { findTransaction } from '../../payments/transactions/queries.ts';
import { findInvoice, type Invoice } from '../invoices/queries.ts';
import { priceOf } from '../plans/price.ts';
import { type BilledCycle, type Cycle, findCyclesSincePaid } from './cycle-queries.ts';
import type { Subscription } from './queries.ts';

/** How the line of an invoice says what was deducted for unused time. It is stored with the line, and in English. */
export function lineLess(name: string, credit: bigint): string {
  return `${name} (less ${formatMoney2(credit)} for unused time)`;
}

type Less = { readonly name: string; readonly credit: Amount };

/**
 * Reads what `lineLess` wrote, so that a page can say it in its own language.
 *
 * @returns undefined for every other line
 */
export function readLineLess(description: string, currency: Currency): Less | undefined {
  const [, name, text = ''] = /^(.+) \(less (\S+) for unused time\)$/.exec(description) ?? [];
  const credit = typedAmount(text, currency);
  return name !== undefined && credit !== undefined ? { name, credit } : undefined;
}

/** An act, or what a page reads with. */
type Reading = { readonly tx: Db; readonly merchant: Pick<Act['merchant'], 'id'> };

/**
 * What the rest of a paid period is worth at a moment, with its tax, rounded down to the smallest unit. A waived period was free, and
 * so was what the merchant has given back. Never below zero: no more can be given back than the invoice, which is at most the price.
 *
 * Decision 0082.
 */
export async function unusedOf(act: Reading, cycle: Cycle, at: Date): Promise<bigint> {
  if (cycle.outcome !== 'paid') return 0n;
  const invoice = await findInvoice(act.tx, act.merchant.id, cycle.invoice_id);
  if (!invoice) return 0n;
  const [start, end] = [cycle.period_start.getTime(), cycle.period_end.getTime()];
  const left = BigInt(Math.max(0, end - Math.max(start, at.getTime())));
  const kept = paidFor(cycle, invoice) - (await givenBackOf(act, invoice));
  const unit = unitOf(invoice.currency);
  return unit * ((kept * left) / (BigInt(end - start) * unit));
}

/** The price of a period with its tax. A period that was billed before prices were kept had no deduction. */
function paidFor({ price, tax_basis_points }: Cycle, { currency, total }: Invoice): Amount {
  return price === null ? amountOf(total) : priceOf({ amount: price, currency, tax_basis_points }).total;
}

/** What of an invoice went back to the customer or is on its way: refunds, and disputes that are not won. */
async function givenBackOf(act: Reading, { transaction_id: id }: Invoice): Promise<bigint> {
  const payment = id === null ? undefined : await findTransaction(act.tx, act.merchant.id, id);
  return payment ? payment.refunded + payment.disputed : 0n;
}

/**
 * What a change with proration had deducted from an invoice that is void now. It was paid, and has bought nothing. It is computed
 * again, because the merchant may have given it back in the meantime.
 *
 * @param subscription locked, and paused
 *
 * Decision 0148.
 */
export async function unusedOfVoided(act: Act, { id }: Subscription): Promise<bigint> {
  const since = await findCyclesSincePaid(act.tx, act.merchant.id, id);
  const [paid, changed] = since;
  if (!paid || !changed || deductedFrom(changed) === 0n) return 0n;
  const isCarried = since.slice(2).every((cycle, at) => carries(cycle, since[at + 1]));
  return isCarried ? await unusedOf(act, paid, changed.period_start) : 0n;
}

const deductedFrom = ({ price, subtotal }: BilledCycle): bigint => (price ?? subtotal) - subtotal;

/** Whether the customer has not used up the period before: it was unpaid while this one was billed, or its deduction was made again. */
function carries(cycle: BilledCycle, before: BilledCycle | undefined): boolean {
  const closedAt = before?.closed_at ?? null;
  return deductedFrom(cycle) > 0n || closedAt === null || closedAt >= cycle.created_at;
}
