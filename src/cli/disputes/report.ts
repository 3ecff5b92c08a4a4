import { values } from '../../../generated/values.ts';
import { formatMoney2, typedAmount } from '../../domain/money/amounts/amount.ts';
import { readCurrency } from '../../domain/money/amounts/currency.ts';
import { type Dispute, findReported } from '../../domain/payments/disputes/queries.ts';
import { type ReportPayload, receiveReport } from '../../domain/payments/disputes/receive-report.ts';
import { reinstateDispute } from '../../domain/payments/disputes/resolve-dispute.ts';
import { lockTransaction, type Transaction } from '../../domain/payments/transactions/queries.ts';
import { recordOperatorAction } from '../../domain/people/audit/audit.ts';
import { isDay } from '../../domain/reconciliation/statements/csv-cells.ts';
import type { Act } from '../../engine/context.ts';
import { showId, uuidIn } from '../../platform/ids.ts';
import { actAs } from '../support/acting.ts';
import { onDatabases } from '../support/operator.ts';
import { merchantOf, modeOf, type OfMerchant, type OfMode } from '../support/options.ts';
import { Failure, printOne, say } from '../support/print.ts';
import { shown } from './list.ts';
import { said as known } from './said.ts';

type Options = OfMerchant & OfMode & { readonly json?: true };

/** Only an operator reports what comes back: callbacks that arrive late and in another order would give money away. */
type Said = ReportPayload['report'] | { readonly kind: 'reinstated' };

type ReportOptions = Options & {
  readonly as: string;
  readonly reference: string;
  readonly reason: string;
  readonly amount?: string;
  readonly respondBy?: string;
};

/** `mps dispute report`: what a gateway with callbacks reports by itself. The same report twice is one dispute. Decision 0073. */
export async function reportVerb(id: string, options: ReportOptions): Promise<void> {
  const paymentId = id.startsWith('txn_') ? uuidIn(id) : undefined;
  if (paymentId === undefined) throw usage(`Name a payment by an id such as txn_…, not "${id}".`);
  if (!/^[\x21-\x7e]{1,100}$/.test(options.reference))
    throw usage('--reference takes 1 to 100 letters, digits and signs, without spaces.');
  const said = saidIn(options);
  const { payment, dispute, isChanged } = await onDatabases((operator) => {
    const whose = { mode: modeOf(options), merchantId: merchantOf(operator, options) };
    return actAs(operator, whose, (act) => report(act, paymentId, { ...options, said, by: operator.by }));
  });
  if (!payment)
    throw new Failure(
      'notFound',
      `This merchant has no payment ${id} in ${modeOf(options)}, or it is archived.`,
    );
  if (!dispute)
    throw refused(
      `it has no dispute ${options.reference}, and none can be opened: the payment is ${payment.status}, another dispute of it is open, or nothing of it is left`,
    );
  refuseOther(dispute, said);
  printOne(shown(dispute), options);
  if (isChanged) sayOtherAmount(dispute, reportOf(payment, { ...options, said }));
  else sayKnown(dispute);
}

function refuseOther({ status, reinstated_at: reinstated }: Dispute, said: Said): void {
  if (said.kind === 'reinstated' && reinstated === null)
    throw refused(`it is ${status}, and only the money of a lost dispute comes back`);
  if (said.kind !== 'decided' || said.outcome === status) return;
  const hint =
    status === 'lost' && reinstated === null
      ? '. If the bank gave its money back, report it as reinstated'
      : '';
  throw refused(`it is ${status}${hint}`);
}

/** The acquirer takes what it says: what is not booked will differ from its statement. */
function sayOtherAmount({ amount, currency }: Dispute, said: Said): void {
  if (!isOpening(said) || said.amount === undefined || BigInt(said.amount) === amount) return;
  say(
    `The dispute is over ${formatMoney2(amount)} ${currency}, not the amount of this report: no more was left of the payment.`,
  );
}

/** Another amount, less time or a second loss under this reference has no effect, and somebody must know. */
function sayKnown({ status, reinstated_at: reinstated }: Dispute): void {
  say(
    (status === 'won' || status === 'lost') && reinstated === null
      ? 'Nothing was changed: it was decided before. If the bank takes the money again, report that with a reference of its own.'
      : 'Nothing was changed: it was reported before.',
  );
}

const usage = (words: string) => new Failure('usage', words);
const isOpening = (said: Said): said is Extract<Said, { readonly reason: unknown }> =>
  said.kind === 'warned' || said.kind === 'opened';
const refused = (why: string) => new Failure('refused', `Nothing was changed: ${why}.`);

/** What the options say of any payment. Before the database is asked: a mistyped word is none of a missing payment. */
function saidIn(options: ReportOptions): Said {
  const as = known.find((one) => one === options.as);
  const reason = values.DisputeReason.find((one) => one === options.reason);
  if (as === undefined) throw usage(`--as is one of: ${known.join(', ')}.`);
  if (as === 'won' || as === 'lost') return { kind: 'decided', outcome: as };
  if (as === 'reinstated') return { kind: as };
  if (reason === undefined) throw usage(`--reason is one of: ${values.DisputeReason.join(', ')}.`);
  const { respondBy } = options;
  return { kind: as, reason, ...(respondBy !== undefined && { respondBy: timeIn(respondBy) }) };
}

type Reported = ReportOptions & { readonly said: Said; readonly by: string };

async function report(act: Act, paymentId: string, options: Reported) {
  // Of two operators who report the same at once, one changes something.
  const payment = await lockTransaction(act.tx, act.merchant.id, paymentId);
  if (!payment) return { payment, dispute: undefined, isChanged: false };
  const about = { paymentId, gatewayReference: options.reference };
  const said = reportOf(payment, options);
  refusePast(said, act.ctx.now(act.merchant));
  const before = await findReported(act.tx, act.merchant.id, about);
  if (said.kind !== 'reinstated') await receiveReport(act, { ...about, report: said });
  else if (before) await reinstate(act, before, options.amount);
  const dispute = await findReported(act.tx, act.merchant.id, about);
  const isChanged = dispute !== undefined && differs(dispute, before);
  if (isChanged) await recordReport(act, dispute, options);
  return { payment, dispute, isChanged };
}

/** The dispute comes back as a whole. An operator who names a part of it must not book more than the bank gave. */
async function reinstate(act: Act, dispute: Dispute, typed: string | undefined): Promise<void> {
  const { amount, currency } = dispute;
  if (typed !== undefined && typedAmount(typed, readCurrency(currency)) !== amount)
    throw refused(
      `the dispute is over ${formatMoney2(amount)} ${currency}, and no other amount of it can be reinstated`,
    );
  await reinstateDispute(act, dispute);
}

const differs = (dispute: Dispute, before: Dispute | undefined): boolean =>
  dispute.status !== before?.status ||
  dispute.evidence_due_at > before.evidence_due_at ||
  dispute.reinstated_at?.getTime() !== before.reinstated_at?.getTime();

/** It moved money, or began what will: the merchant's audit log says who said so. */
function recordReport(act: Act, dispute: Dispute, { by, as, reference }: Reported): Promise<void> {
  return recordOperatorAction(act, by, {
    action: 'dispute.reported',
    object: showId('dsp', dispute.id),
    details: {
      as,
      reference,
      amount: formatMoney2(dispute.amount),
      currency: dispute.currency,
      evidence_due_at: dispute.evidence_due_at.toISOString(),
    },
  });
}

function reportOf(
  payment: Transaction,
  { said, amount }: { readonly said: Said; readonly amount?: string },
): Said {
  if (!isOpening(said) || amount === undefined) return said;
  return { ...said, amount: amountIn(amount, payment) };
}

function amountIn(text: string, { currency }: Transaction): string {
  const amount = typedAmount(text, readCurrency(currency));
  if (amount === undefined) throw usage('--amount takes an amount above zero such as 10.00.');
  return String(amount);
}

function timeIn(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  // A day that its month does not have would be one of the next month.
  if (Number.isNaN(at) || !isDay(text.slice(0, 10)))
    throw usage('--respond-by takes a time such as 2026-03-09T12:00:00Z.');
  return new Date(at).toISOString();
}

/** @param now business time: the clock of a sandbox may be ahead */
function refusePast(said: Said, now: Date): void {
  if (!isOpening(said) || said.respondBy === undefined) return;
  // A time that has passed would lose the dispute at once.
  if (new Date(said.respondBy) <= now) throw usage('--respond-by takes a time that has not passed.');
}
