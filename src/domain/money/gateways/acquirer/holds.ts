import { merchantId } from '../../../../engine/principal.ts';
import { now } from '../../../../platform/clock.ts';
import type { HoldOutcome, HoldRequest } from '../hold-port.ts';
import type { Holds } from '../port.ts';
import { charge } from './charge.ts';
import type { Desk } from './desk.ts';
import { take, write } from './exchange.ts';
import { completionMessage, isAbout, isDoubted, isWhole } from './messages.ts';
import { type AcquirerMessage, claimCompletion, findMessage } from './queries.ts';
import { isApproval, mayPass } from './response-codes.ts';
import { pressReversal, reverse } from './reverse.ts';

/** Holds by 0100, takes by 0220, releases by 0400. */
export function holdsOf(desk: Desk): Holds {
  return {
    authorize: (request) => charge(desk, request, 'hold'),
    capture: (request) => capture(desk, request),
    release: (request) => release(desk, request),
  };
}

type CaptureOutcome = Exclude<HoldOutcome, { kind: 'voided' }>;

/**
 * Takes a held amount. A completion says what has happened, so it is never reversed: it is repeated with its trace number until it is
 * answered, and the acquirer books it once.
 */
async function capture(desk: Desk, request: HoldRequest): Promise<CaptureOutcome> {
  const { reference, amount, currency } = request;
  const hold = await holdOf(desk, request);
  if (!hold) return { kind: 'unknown' };
  const { processing_code, acquirer_id, rrn, id: original_id } = hold;
  const about = { purpose: 'completion', reference, attempt: 1, original_id, mti: '0220', rrn } as const;
  const money = { processing_code, acquirer_id, amount, currency, due_at: now() };
  const { row } = await write(desk, request.merchantId, { ...about, ...money });
  return await ended(desk, hold, row.state === 'sent' ? await complete(desk, hold, row) : row);
}

/** Sends a completion once, if it is due. @returns it as it stands then */
async function complete(desk: Desk, hold: AcquirerMessage, row: AcquirerMessage): Promise<AcquirerMessage> {
  const claimed = await claimCompletion(desk.db, merchantId(row.merchant_id), row.id, desk.answerMs);
  if (!claimed) return row;
  const asked = await desk.link.ask(completionMessage(desk.settings, claimed, hold), desk.answerMs);
  if (asked.kind !== 'answered' || !isAbout(claimed, asked.answer)) return claimed;
  // The issuer is down: the acquirer has not decided, and is asked again.
  return mayPass(asked.answer.fields[39] ?? '') ? claimed : await take(desk, claimed, asked.answer);
}

async function ended(desk: Desk, hold: AcquirerMessage, row: AcquirerMessage): Promise<CaptureOutcome> {
  if (row.state !== 'answered') return { kind: 'unknown' };
  const gatewayStatus = row.response_code ?? '';
  // Some other amount was taken: it stays undecided.
  if (isApproval(gatewayStatus))
    return isWhole(row) ? { kind: 'captured', gatewayStatus } : { kind: 'unknown' };
  if (isDoubted(row)) return { kind: 'unknown' };
  // Nothing was taken, so the customer gets the amount back now and not only when the bank forgets the hold.
  await reverse(desk, hold, 'answered');
  return { kind: 'rejected', gatewayStatus };
}

/** Releases a held amount by reversing the hold. */
async function release(
  desk: Desk,
  request: HoldRequest,
): Promise<Exclude<HoldOutcome, { kind: 'captured' | 'rejected' }>> {
  const hold = await holdOf(desk, request);
  if (!hold) return { kind: 'unknown' };
  const row =
    hold.state === 'answered' ? await reverse(desk, hold, 'answered') : await pressReversal(desk, hold);
  return row.state === 'reversed' ? { kind: 'voided', gatewayStatus: '00' } : { kind: 'unknown' };
}

async function holdOf(desk: Desk, request: HoldRequest): Promise<AcquirerMessage | undefined> {
  const { reference, gatewayReference } = request;
  const hold = await findMessage(desk.db, request.merchantId, {
    gateway: desk.name,
    reference,
    purposes: ['hold'],
  });
  if (hold?.rrn === gatewayReference) return hold;
  desk.log.error({ gateway: desk.name, transaction: reference }, 'asked about a hold that was never sent');
  return undefined;
}
