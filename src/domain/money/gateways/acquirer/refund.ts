import { now } from '../../../../platform/clock.ts';
import type { RefundOutcome, RefundRequest } from '../refund-port.ts';
import type { Desk } from './desk.ts';
import { exchange, write } from './exchange.ts';
import { isWhole, refundMessage } from './messages.ts';
import { type AcquirerMessage, findMessage, findTaken } from './queries.ts';
import { isApproval, mayPass } from './response-codes.ts';
import { pressReversal, reverse } from './reverse.ts';

/**
 * Gives money back. A refund whose answer was lost is reversed first, and only then sent again under another trace number: so the
 * acquirer never refunds twice.
 */
export async function refund(desk: Desk, request: RefundRequest): Promise<RefundOutcome> {
  const { merchantId, gatewayReference: rrn } = request;
  const taken = await findTaken(desk.db, merchantId, { gateway: desk.name, rrn });
  if (!taken) {
    desk.log.error(
      { gateway: desk.name, refund: request.reference },
      'asked to refund what was never charged',
    );
    return { kind: 'rejected' };
  }
  const latest = await latestAttempt(desk, request);
  if (latest && !isOver(latest)) return outcomeOf(latest);
  const attempt = (latest?.attempt ?? 0) + 1;
  return await send(desk, request, { taken, attempt });
}

/** The last attempt, after what is overdue about it was pressed. */
async function latestAttempt(desk: Desk, request: RefundRequest): Promise<AcquirerMessage | undefined> {
  const { merchantId, reference } = request;
  const row = await findMessage(desk.db, merchantId, { gateway: desk.name, reference, purposes: ['refund'] });
  if (row?.state === 'reversing') return await pressReversal(desk, row);
  const isOverdue = row?.state === 'sent' && row.deadline.getTime() <= now().getTime();
  return isOverdue ? await reverse(desk, row, 'sent') : row;
}

/** Certainly not refunded, and worth another attempt. */
function isOver({ state, response_code: code }: AcquirerMessage): boolean {
  return state === 'reversed' || (state === 'answered' && mayPass(code ?? ''));
}

async function send(
  desk: Desk,
  { merchantId, reference, amount, currency }: RefundRequest,
  { taken, attempt }: { readonly taken: AcquirerMessage; readonly attempt: number },
): Promise<RefundOutcome> {
  const { acquirer_id, id: original_id } = taken;
  const processing_code = `20${taken.processing_code.slice(2)}`;
  const about = { purpose: 'refund', reference, attempt, original_id, mti: '0200' } as const;
  const money = { processing_code, acquirer_id, amount, currency, due_at: null };
  const written = await write(desk, merchantId, { ...about, ...money });
  if (!written.isNew) return outcomeOf(written.row);
  const { row } = await exchange(desk, written.row, refundMessage(desk.settings, written.row, taken));
  return outcomeOf(row);
}

function outcomeOf(row: AcquirerMessage): RefundOutcome {
  const { state, response_code: code, rrn } = row;
  if (state !== 'answered' || code === null || mayPass(code)) return { kind: 'unknown' };
  if (!isApproval(code)) return { kind: 'rejected' };
  // Some other amount was given back. It stays undecided, and is not sent again.
  return isWhole(row) ? { kind: 'completed', gatewayReference: rrn } : { kind: 'unknown' };
}
