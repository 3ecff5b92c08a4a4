import type { Act } from '../../../engine/context.ts';
import { holdJobs } from '../../../engine/jobs/enqueue.ts';
import { assert } from '../../../platform/assert.ts';
import { showId } from '../../../platform/ids.ts';
import type { Errand } from '../../money/gateways/port.ts';
import type { RefundOutcome } from '../../money/gateways/refund-port.ts';
import { recordOperatorAction } from '../../people/audit/audit.ts';
import { findTransaction, lockTransaction, type Transaction } from '../transactions/queries.ts';
import { findRefund, type Refund } from './queries.ts';
import { settleRefund } from './settle-refund.ts';

/** What an operator has found out at the gateway, and who says so. */
export type Finding<As extends string> = {
  readonly as: As;
  /** The user of the machine on which the command was typed. */
  readonly by: string;
  readonly note: string;
  /** The gateway's own id. Absent: the one that is known. */
  readonly reference?: string | undefined;
};

/** Why an operator cannot do that now, and what to do instead, in words for them. Nothing may be kept of the transaction. */
export class NotSettled extends Error {
  override name = 'NotSettled';
}

/** What the gateway says of something that an operator has settled. */
export const settledStatus = 'SETTLED_BY_OPERATOR';

/** A guess would be matched with nothing, or with something else. */
export const noReference =
  'Its gateway has not named it, and a statement may do so by nothing else. Add the reference that the gateway shows for it.';

type SettledRefund = {
  readonly refund: Refund;
  /** The refund's own row in the list. */
  readonly row: Transaction;
  /** False: it was so before, and nothing was changed. */
  readonly isNew: boolean;
};

/**
 * An operator says how a refund has ended that its gateway left undecided. It has the effects of the gateway's answer.
 *
 * @returns undefined if the merchant has no such refund
 * @throws NotSettled
 *
 * Spec: "States and transitions", refund. Decision 0138.
 */
export async function settleRefundAsOperator(
  act: Act,
  id: string,
  finding: Finding<'completed' | 'failed'>,
): Promise<SettledRefund | undefined> {
  // Lock order: jobs, then the payment, as a job that ends does.
  const jobs = await holdJobs(act, { kinds: ['refunds.finish', 'refunds.confirm'], keys: [id] });
  const refund = await lockRefund(act, id);
  if (!refund) return undefined;
  const row = await rowOf(act, refund);
  const { as, by, note } = finding;
  if (refund.status === as) return { refund, row, isNew: false };
  if (refund.status !== 'pending')
    throw new NotSettled(`The refund is ${refund.status}: only one that is pending can be settled.`);
  if (refund.unwanted && as === 'failed')
    throw new NotSettled(
      "The refund returns money that is not the merchant's, so it cannot fail. Return the money in another way, then settle the refund as completed.",
    );
  await refuseTooEarly(act, jobs, {
    since: refund.created_at,
    gateway: row.gateway,
    errand: { merchantId: act.merchant.id, reference: id, purpose: 'refund' },
  });
  const settled = await settleRefund(act, id, outcomeOf(finding, row));
  assert(settled?.status === as, 'the refund is locked and pending');
  const ended = await rowOf(act, settled);
  const reference = finding.reference ?? ended.gateway_reference;
  const details = { as, note, gateway: row.gateway, reference };
  await recordOperatorAction(act, by, { action: 'refund.settled', object: showId('ref', id), details });
  return { refund: settled, row: ended, isNew: true };
}

function outcomeOf({ as, reference }: Finding<'completed' | 'failed'>, row: Transaction): RefundOutcome {
  if (as === 'failed') return { kind: 'rejected' };
  const gatewayReference = reference ?? row.gateway_reference;
  if (gatewayReference === null) throw new NotSettled(noReference);
  return { kind: 'completed', gatewayReference };
}

/** Reads it again after its payment is locked. */
async function lockRefund(act: Act, id: string): Promise<Refund | undefined> {
  const known = await findRefund(act.tx, act.merchant.id, id);
  if (!known) return undefined;
  await lockTransaction(act.tx, act.merchant.id, known.payment_id);
  return await findRefund(act.tx, act.merchant.id, id);
}

async function rowOf(act: Act, refund: Refund): Promise<Transaction> {
  const row = await findTransaction(act.tx, act.merchant.id, refund.transaction_id);
  assert(row, 'a refund has a row in the list');
  return row;
}

const soonestMs = 60 * 60 * 1000;

type Asked = {
  /** When the gateway was asked first. Business time. */
  readonly since: Date;
  readonly gateway: string;
  /** Absent: whatever the gateway still does leads to what an operator may say. */
  readonly errand?: Errand | undefined;
};

/**
 * Refuses while an answer of the gateway may still come by itself, and if nobody here can tell. Such an answer would be lost, or the
 * money be moved twice.
 *
 * @param jobs the locked jobs that ask about it
 * @throws NotSettled
 */
export async function refuseTooEarly(
  act: Act,
  jobs: Awaited<ReturnType<typeof holdJobs>>,
  { since, gateway, errand }: Asked,
): Promise<void> {
  if (jobs.some(({ isRunning }) => isRunning))
    throw new NotSettled('The gateway is being asked about it right now. Try again in a minute.');
  const soonest = new Date(since.getTime() + soonestMs);
  if (act.ctx.now(act.merchant) < soonest)
    throw new NotSettled(
      `Less than an hour has passed since it began. Try again after ${soonest.toISOString()}.`,
    );
  const known = act.ctx.gateways.byName(gateway);
  // It alone says whether it is at work, and which fee the payment has.
  if (!known)
    throw new NotSettled(
      `The gateway ${gateway} is not in the gateways.yaml of this command. Name the file of the service: GATEWAYS=gateways.yaml. If the entry was removed, put it back, without routes.`,
    );
  if (errand && (await known.isAtWork?.(act.tx, errand)))
    throw new NotSettled(
      `The gateway ${gateway} is still at work on it: a message has no answer yet, or is being reversed. Try again when that has ended.`,
    );
}
