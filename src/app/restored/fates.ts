import type { jobHandlers } from '../job-handlers.ts';

/**
 * What becomes of a job after the database was restored to an earlier moment.
 *
 * - `held`: it sends money, asks a payer, or ends something that may have gone on after that moment
 * - `held for some payments`: held if its payment is under way at an acquirer, where a missing answer is followed by a reversal, or is of a
 *   subscription, which is collected anew after a refusal
 * - `held for a bank or cash`: held unless its payout goes to a wallet, whose operator knows the payout by its id
 * - `runs`: it asks by an id that the provider knows, or it changes only what was restored with it
 */
export type Fate = 'held' | 'held for some payments' | 'held for a bank or cash' | 'runs';

const fates = {
  'payments.callback': 'runs',
  'payments.requery': 'held for some payments',
  'payments.confirm': 'held for some payments',
  'checkout.expire': 'held for some payments',
  // A hold that was captured meanwhile would be released.
  'authorizations.expire': 'held',
  'authorizations.finish': 'held',
  // An acquirer knows a refund by a trace number, which a new message does not have.
  'refunds.finish': 'held',
  'refunds.confirm': 'held',
  'disputes.callback': 'runs',
  'disputes.answer': 'runs',
  // A dispute that was answered meanwhile would be lost.
  'disputes.expire': 'held',
  'disputes.drop-file': 'runs',
  'payouts.complete': 'held for a bank or cash',
  'payouts.confirm': 'held for a bank or cash',
  'payouts.return': 'runs',
  // Cash that was collected meanwhile would be given back to the merchant.
  'payouts.expire': 'held for a bank or cash',
  'payouts.review': 'runs',
  // It makes payouts with new ids.
  'payout-batches.run': 'held',
  'invoices.mark-unpaid': 'runs',
  // Whoever has paid meanwhile would be asked to pay again.
  'invoices.remind': 'held',
  // They make checkouts and payments with new ids.
  'subscriptions.renew': 'held',
  'subscriptions.collect': 'held',
  'subscriptions.charge': 'held',
  'payment-methods.expire': 'runs',
  'payment-methods.renewed': 'runs',
  'ledger.tell-balances': 'runs',
  'capital.expire-offer': 'runs',
  'events.recover': 'runs',
  'ledger.settle-pending': 'runs',
  'ledger.release-reserve': 'runs',
  'platform-billing.bill': 'runs',
  'platform-billing.collect': 'runs',
  'platform-billing.retry': 'runs',
  'reports.write': 'runs',
} as const satisfies Readonly<Record<keyof typeof jobHandlers, Fate>>;

export function kindsThat(fate: Fate): readonly string[] {
  return Object.entries(fates).flatMap(([kind, one]) => (one === fate ? [kind] : []));
}

const skipped = 250_000;
const lastStan = 999_999;

/**
 * Where trace numbers go on: a quarter of their range later, two or three. Restores after one another begin timelines after one another,
 * so they do not go on at the same number: another moment may be restored on the same day.
 */
export function traceNumberAfter(last: number, timeline: number): number {
  const quarters = ((timeline - 1) % 3) + 1;
  return ((last - 1 + quarters * skipped) % lastStan) + 1;
}
