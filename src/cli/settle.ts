import { formatMoney2 } from '../domain/money/amounts/amount.ts';
import { askAsOperator } from '../domain/payments/attempts/confirm-payment.ts';
import { settlePaymentAsOperator } from '../domain/payments/attempts/settle-as-operator.ts';
import {
  type Finding,
  NotSettled,
  settleRefundAsOperator,
} from '../domain/payments/refunds/settle-as-operator.ts';
import type { Transaction } from '../domain/payments/transactions/queries.ts';
import type { Act } from '../engine/context.ts';
import { type IdPrefix, showId, uuidIn } from '../platform/ids.ts';
import { actAs } from './support/acting.ts';
import { onDatabases } from './support/operator.ts';
import { merchantOf, modeOf, type OfMerchant, type OfMode, wordsIn } from './support/options.ts';
import { Failure, printOne, say } from './support/print.ts';

type Options = OfMerchant & OfMode & { readonly json?: true };

type SettleOptions = Options & { readonly as: string; readonly note: string; readonly reference?: string };

/** How a refund and a payment may be settled. */
const endsOfRefund = ['completed', 'failed'] as const;
const endsOfPayment = [...endsOfRefund, 'voided'] as const;

/** `mps refund settle`. Decision 0138. */
export async function settleRefundVerb(id: string, options: SettleOptions): Promise<void> {
  const refundId = idIn(id, 'ref', 'a refund');
  const found = foundBy(options, endsOfRefund);
  const settled = await acting(options, (act, by) => settleRefundAsOperator(act, refundId, { ...found, by }));
  if (!settled) throw notThere(`refund ${id}`, options);
  const { refund, row, isNew } = settled;
  const ids = { refund_id: id, payment_id: showId('txn', refund.payment_id) };
  printOne({ ...ids, ...shown(row), status: refund.status }, options);
  if (!isNew) say(`Nothing was changed: the refund is ${refund.status} already.`);
}

/** `mps payment settle`. Decision 0138. */
export async function settlePaymentVerb(id: string, options: SettleOptions): Promise<void> {
  const paymentId = idIn(id, 'txn', 'a payment');
  const found = foundBy(options, endsOfPayment);
  const settled = await acting(options, (act, by) =>
    settlePaymentAsOperator(act, paymentId, { ...found, by }),
  );
  if (!settled) throw notThere(`payment ${id}`, options);
  const { payment, isNew } = settled;
  printOne({ payment_id: id, ...shown(payment) }, options);
  if (!isNew) say(`Nothing was changed: the payment is ${payment.status} already.`);
  else if (found.as === 'completed' && (payment.status === 'reversed' || payment.status === 'voided'))
    say(`It came too late for its checkout: the payment is ${payment.status}, and the money goes back.`);
}

/** `mps payment ask`. Decision 0138. */
export async function askPaymentVerb(id: string, options: Options): Promise<void> {
  const paymentId = idIn(id, 'txn', 'a payment');
  const payment = await acting(options, (act, by) => askAsOperator(act, paymentId, by));
  if (!payment) throw notThere(`payment ${id}`, options);
  printOne({ payment_id: id, ...shown(payment) }, options);
  say('A worker of the service asks its gateway now. What it answers has its effect at once.');
}

function acting<T>(options: Options, work: (act: Act, by: string) => Promise<T>): Promise<T> {
  return onDatabases((operator) => {
    const whose = { mode: modeOf(options), merchantId: merchantOf(operator, options) };
    return actAs(operator, whose, (act) => work(act, operator.by)).catch(explained);
  });
}

function explained(error: unknown): never {
  if (error instanceof NotSettled) throw new Failure('refused', `Nothing was changed. ${error.message}`);
  throw error;
}

function notThere(what: string, options: OfMode): Failure {
  return new Failure('notFound', `This merchant has no ${what} in ${modeOf(options)}, or it is archived.`);
}

function idIn(text: string, prefix: IdPrefix, what: string): string {
  const id = text.startsWith(`${prefix}_`) ? uuidIn(text) : undefined;
  if (id === undefined)
    throw new Failure('usage', `Name ${what} by an id such as ${prefix}_…, not "${text}".`);
  return id;
}

function foundBy<As extends string>(
  { as, note, reference }: SettleOptions,
  ends: readonly As[],
): Omit<Finding<As>, 'by'> {
  const end = ends.find((one) => one === as);
  if (end === undefined) throw new Failure('usage', `--as is one of: ${ends.join(', ')}.`);
  if (reference !== undefined && !/^[\x21-\x7e]{1,100}$/.test(reference))
    throw new Failure('usage', '--reference takes 1 to 100 letters, digits and signs, without spaces.');
  return { as: end, note: wordsIn(note, '--note'), reference };
}

function shown(row: Transaction) {
  return {
    status: row.status,
    amount: formatMoney2(row.amount),
    currency: row.currency,
    gateway: row.gateway,
    reference: row.gateway_reference,
    failure: row.failure,
  };
}
