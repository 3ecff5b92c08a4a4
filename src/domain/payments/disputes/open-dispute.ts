import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { newId } from '../../../platform/ids.ts';
import type { DisputeReport } from '../../money/gateways/dispute-port.ts';
import { findOpenDispute } from '../refunds/queries.ts';
import { shareRefund, takeDispute } from '../refunds/refund-money.ts';
import type { Transaction } from '../transactions/queries.ts';
import { countDisputed, type Dispute, findReported, insertDispute, setEvidenceDue } from './queries.ts';
import { closeWarning } from './resolve-dispute.ts';
import { disputeMoves } from './states.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The time for an answer, unless the gateway names another. */
const answerMs = 7 * dayMs;
const refundMs = 3 * dayMs;
/** After this time no dispute follows a warning. */
const lapsedMs = 120 * dayMs;

type Reported = Exclude<DisputeReport, { kind: 'decided' }> & { readonly gatewayReference: string };

/** Why a report changes nothing. */
export type Ignored = { readonly ignored: string };

/**
 * Opens what a gateway reports of a completed payment: a dispute, for which it takes the money (M12), or an early warning of one.
 * A dispute that was warned of goes on with the id of its warning. A payment has one open dispute at most; the same report twice
 * is one dispute, and may only give more time for an answer.
 *
 * @param payment locked
 *
 * Decision 0073.
 */
export async function openReported(
  act: Act,
  payment: Transaction,
  reported: Reported,
): Promise<Dispute | Ignored> {
  const { gatewayReference } = reported;
  const known = await findReported(act.tx, act.merchant.id, { paymentId: payment.id, gatewayReference });
  const open = await findOpenDispute(act.tx, act.merchant.id, payment.id);
  if (known && !isFollowed(known, reported)) return await giveTime(act, known, reported);
  if (open && !isFollowed(open, reported)) return { ignored: 'the payment has a dispute already' };
  const amount = disputable(payment, reported.amount);
  if (amount <= 0n) return { ignored: 'nothing is left of the payment' };
  if (reported.kind === 'warned') return await warn(act, payment, { ...reported, amount });
  const counted = { ...payment, disputed: payment.disputed + amount };
  const warning = await followed(act, known, open);
  return warning
    ? await openWarned(act, counted, { ...reported, amount, warning })
    : await openNew(act, counted, { ...reported, amount });
}

/** The bank may give more time for an answer. Never less: what it reported before may arrive again. */
async function giveTime(act: Act, dispute: Dispute, { kind, respondBy }: Reported): Promise<Dispute> {
  if (kind !== 'opened' || dispute.status !== 'needs_response') return dispute;
  if (respondBy === undefined || respondBy <= dispute.evidence_due_at) return dispute;
  const given = await setEvidenceDue(act.tx, act.merchant.id, dispute.id, respondBy);
  await expireAt(act, given.id, respondBy);
  await recordEvent(act, 'customer.dispute.updated', given);
  return given;
}

/** What is left of a payment, or the part of it that is disputed. */
function disputable({ type, status, amount, refunded, disputed }: Transaction, wanted?: bigint): bigint {
  if (type !== 'payment' || status !== 'completed') return 0n;
  const left = amount - refunded - disputed;
  return wanted === undefined || wanted > left ? left : wanted;
}

/**
 * Whether the report is of the dispute that was warned of. It may come after the warning has lapsed, or was answered with a refund: the
 * bank takes what is left, whatever it was given.
 */
function isFollowed({ status }: Dispute, { kind }: Reported): boolean {
  return kind === 'opened' && (status === 'warning' || status === 'warning_closed');
}

/**
 * The warning that a dispute follows: the one with its reference, even if that is closed. A payment has one open warning at a time, so
 * a newer one lapses.
 */
async function followed(
  act: Act,
  known: Dispute | undefined,
  open: Dispute | undefined,
): Promise<Dispute | undefined> {
  if (known && open && open.id !== known.id) await closeWarning(act, open, 'lapsed');
  return known ?? open;
}

type Sized = Omit<Reported, 'amount'> & { readonly amount: bigint };

async function warn(act: Act, payment: Transaction, reported: Sized): Promise<Dispute> {
  const now = act.ctx.now(act.merchant);
  const warning = await insertDispute(act.tx, act.merchant.id, {
    ...columnsOf(payment, reported),
    id: newId(),
    status: 'warning',
    evidence_due_at: reported.respondBy ?? later(now, refundMs),
    created_at: now,
  });
  await expireAt(act, warning.id, later(now, lapsedMs));
  await recordEvent(act, 'risk.dispute.created', warning);
  return warning;
}

async function openNew(act: Act, payment: Transaction, reported: Sized): Promise<Dispute> {
  const now = act.ctx.now(act.merchant);
  await countDisputed(act.tx, act.merchant.id, payment.id, reported.amount);
  const dispute = await insertDispute(act.tx, act.merchant.id, {
    ...columnsOf(payment, reported),
    ...(await shareRefund(act, payment, reported.amount)),
    id: newId(),
    status: 'needs_response',
    evidence_due_at: reported.respondBy ?? later(now, answerMs),
    created_at: now,
    opened_at: now,
  });
  await expireAt(act, dispute.id, dispute.evidence_due_at);
  await recordEvent(act, 'customer.dispute.created', dispute);
  await takeDispute(act, payment, dispute);
  return dispute;
}

async function openWarned(
  act: Act,
  payment: Transaction,
  { warning, ...reported }: Sized & { readonly warning: Dispute },
): Promise<Dispute> {
  const now = act.ctx.now(act.merchant);
  await countDisputed(act.tx, act.merchant.id, payment.id, reported.amount);
  const set = {
    amount: reported.amount,
    reason: reported.reason,
    gateway_reference: reported.gatewayReference,
    ...(await shareRefund(act, payment, reported.amount)),
    evidence_due_at: reported.respondBy ?? later(now, answerMs),
    opened_at: now,
    resolved_at: null,
    resolution: null,
  };
  await expireAt(act, warning.id, set.evidence_due_at);
  const opened = await move(act, 'disputes', warning.id, disputeMoves.open, {
    set,
    effect: (dispute) => takeDispute(act, payment, dispute),
  });
  assert(opened, 'the payment is locked, and its warning was open');
  return opened;
}

function columnsOf(payment: Transaction, { gatewayReference, amount, reason }: Sized) {
  const { id: transaction_id, currency } = payment;
  return { transaction_id, currency, amount, reason, gateway_reference: gatewayReference };
}

async function expireAt(act: Act, disputeId: string, at: Date): Promise<void> {
  await enqueue(act, 'disputes.expire', { key: disputeId, payload: { disputeId }, at });
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
