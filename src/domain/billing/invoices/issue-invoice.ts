import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { takeSlug } from '../../payers/slugs/take-slug.ts';
import { endOfDueDate } from './due.ts';
import { type Invoice, lockInvoice, takeNumber } from './queries.ts';
import { refuseUnpayable } from './refuse-unpayable.ts';
import { scheduleReminder } from './remind.ts';
import { invoiceMoves } from './states.ts';

const numberDigits = 6;

/**
 * Sends a draft: it gets its number and its page. Numbers have no gaps: a transaction that takes one locks the counter, and
 * one that rolls back returns its number before the next transaction reads the counter.
 *
 * @param precondition throws if the draft, which is locked, is not as its caller decided on
 * @throws NOT_FOUND
 * @throws INVOICE_NOT_DRAFT      `details.status`
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see refuseUnpayable
 *
 * Spec: "States and transitions", invoice. POST /v1/invoices/{id}/send.
 */
export async function issueInvoice(
  act: Act,
  id: string,
  precondition?: (draft: Invoice) => Promise<void>,
): Promise<Invoice> {
  const draft = await lockInvoice(act.tx, act.merchant.id, id);
  if (!draft) throw notFound('inv');
  // Check before taking a number: a caller that catches this refusal and commits must not leave a gap.
  if (draft.status !== 'draft')
    throw new ApiError('INVOICE_NOT_DRAFT', { details: { status: draft.status } });
  await precondition?.(draft);
  refuseUnpayable(act.ctx, draft);
  const now = act.ctx.now(act.merchant);
  const due = endOfDueDate(draft.due_date);
  await enqueue(act, 'invoices.mark-unpaid', {
    key: id,
    payload: { invoiceId: id },
    at: due > now ? due : now,
  });
  await scheduleReminder(act, draft, now);
  const slug = await takeSlug(act, { kind: 'invoice', resource_id: id });
  // As late as can be: all other invoices of the merchant wait from here until this transaction ends.
  const taken = await takeNumber(act.tx, act.merchant.id);
  const number = `INV-${String(taken).padStart(numberDigits, '0')}`;
  const set = { number, slug, sent_at: now, updated_at: now };
  const sent = await move(act, 'invoices', id, invoiceMoves.send, { set });
  assert(sent, 'the invoice is locked, and a draft');
  return sent;
}
