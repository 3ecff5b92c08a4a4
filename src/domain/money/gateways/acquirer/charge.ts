import { now } from '../../../../platform/clock.ts';
import { LinkDown } from '../../../../platform/iso8583/dial.ts';
import { amountOf, showMoney2 } from '../../amounts/amount.ts';
import { readCurrency } from '../../amounts/currency.ts';
import type {
  Approved,
  Authorized,
  ChargeOutcome,
  ChargeQuestion,
  ChargeRequest,
  Declined,
} from '../port.ts';
import type { Desk } from './desk.ts';
import { type Exchanged, exchange, write } from './exchange.ts';
import { isBookable, isPaying, paymentMessage, routeOf } from './messages.ts';
import { type AcquirerMessage, findMessage } from './queries.ts';
import { declineCodeFor, isApproval } from './response-codes.ts';
import { pressReversal, reverse } from './reverse.ts';

type Purpose = 'charge' | 'hold';

const types = { charge: '0200', hold: '0100' } as const;

/** Longer data of a chip does not fit field 55. */
const mostChipBytes = 999;

/**
 * Charges a payment, or holds its amount. The message is written before it is sent, so that the payment is charged once, however
 * often it is asked for and wherever a process dies.
 */
export async function charge(desk: Desk, request: ChargeRequest, purpose: Purpose): Promise<ChargeOutcome> {
  const { merchantId, reference, instrument, amount, currency } = request;
  if (!isPaying(instrument)) return neverSent('CARD_DECLINED', 'NO_SUCH_INSTRUMENT');
  if (instrument.type === 'reader' && Buffer.from(instrument.ciphertext, 'base64').length > mostChipBytes)
    return neverSent('CARD_DECLINED', 'PAYLOAD_TOO_LONG');
  const earlier = await findPayment(desk, request);
  if (earlier) return await decide(desk, earlier);
  // Before anything is written: most failures of a provider are found here.
  if (!(await isReachable(desk))) return { kind: 'unavailable' };
  const written = await write(desk, merchantId, {
    purpose,
    reference,
    attempt: 1,
    original_id: null,
    mti: types[purpose],
    ...routeOf(desk.settings, instrument),
    amount,
    currency,
    due_at: null,
  });
  if (!written.isNew) return await decide(desk, written.row);
  const message = paymentMessage(desk.settings, written.row, instrument);
  return await settle(desk, await exchange(desk, written.row, message));
}

async function isReachable({ link }: Desk): Promise<boolean> {
  try {
    await link.ready();
    return true;
  } catch (error) {
    if (error instanceof LinkDown) return false;
    throw error;
  }
}

/** A charge may be under way for this long. Until then, a missing message does not mean that it never began. */
const underWayMs = 30_000;

/**
 * Says what became of a payment, and reverses it if its answer is overdue. A payment that was never written is ended here, so that a
 * call that comes back to life later cannot send it.
 */
export async function query(desk: Desk, question: ChargeQuestion): Promise<ChargeOutcome> {
  const { merchantId, reference, amount, currency, startedAt } = question;
  const found = await findPayment(desk, question);
  if (found) return isAnotherName(found, question) ? { kind: 'unknown' } : await decide(desk, found);
  if (question.gatewayReference !== null) return { kind: 'unknown' };
  if (question.now.getTime() < startedAt.getTime() + underWayMs) return { kind: 'unknown' };
  const ended = { purpose: 'charge', reference, attempt: 1, original_id: null, mti: types.charge } as const;
  const none = { processing_code: '000000', acquirer_id: null, amount, currency, due_at: null };
  const { row } = await write(desk, merchantId, { ...ended, ...none }, 'reversed');
  return await decide(desk, row);
}

function isAnotherName({ rrn }: AcquirerMessage, { gatewayReference }: ChargeQuestion): boolean {
  return gatewayReference !== null && gatewayReference !== rrn;
}

function findPayment({ db, name }: Desk, { merchantId, reference }: ChargeRequest | ChargeQuestion) {
  return findMessage(db, merchantId, { gateway: name, reference, purposes: ['charge', 'hold'] });
}

/** What a stored message says. One that waits too long, or is being reversed, is pressed. */
async function decide(desk: Desk, row: AcquirerMessage): Promise<ChargeOutcome> {
  if (row.state === 'sent' && row.deadline.getTime() <= now().getTime())
    return outcomeOf(desk, { row: await reverse(desk, row, 'sent') });
  if (row.state === 'reversing') return outcomeOf(desk, { row: await pressReversal(desk, row) });
  return await settle(desk, { row });
}

/** Reverses an approval that nobody could book, as one of a part that names no amount. */
async function settle(desk: Desk, exchanged: Exchanged): Promise<ChargeOutcome> {
  const { row } = exchanged;
  if (row.state !== 'answered' || !isUseless(row)) return outcomeOf(desk, exchanged);
  noteUseless(desk, row);
  return outcomeOf(desk, { row: await reverse(desk, row, 'answered') });
}

function isUseless(row: AcquirerMessage): boolean {
  return isApproval(row.response_code ?? '') && !isBookable(row);
}

function noteUseless({ log, name }: Desk, row: AcquirerMessage): void {
  const { reference, response_code, reported_amount: amount, reported_currency } = row;
  const said = { reported: amount === null ? null : showMoney2(amount), reported_currency };
  log.error(
    { gateway: name, reference, response_code, ...said },
    'an approval that nobody could book: it is reversed',
  );
}

function outcomeOf(desk: Desk, { row, isUnsent, isUnfit, emvResponse }: Exchanged): ChargeOutcome {
  if (isUnsent) return { kind: 'unavailable', ...(isUnfit && { answered: true }) };
  if (row.state === 'reversed') {
    const said =
      isUseless(row) && row.response_code !== null
        ? ({ reason: 'CARD_DECLINED', gatewayStatus: row.response_code } as const)
        : ({ reason: 'GATEWAY_TIMEOUT', gatewayStatus: 'TIMEOUT' } as const);
    return { kind: 'declined', gatewayReference: row.rrn, ...said };
  }
  // Sent or reversing: the acquirer may have charged, and nobody may say so yet.
  if (row.state !== 'answered') return { kind: 'unknown' };
  return answered(desk, row, emvResponse);
}

function answered(
  { settings }: Desk,
  row: AcquirerMessage,
  emvResponse: string | undefined,
): Approved | Authorized | Declined {
  const code = row.response_code ?? '';
  const said = { gatewayReference: row.rrn, gatewayStatus: code };
  const forReader = {
    responseCode: code,
    ...(row.auth_code !== null && { authCode: row.auth_code }),
    ...(emvResponse !== undefined && { emvResponse: Buffer.from(emvResponse, 'hex').toString('base64') }),
  };
  if (!isApproval(code)) {
    const reason = declineCodeFor(code, settings.response_codes) ?? 'CARD_DECLINED';
    return { kind: 'declined', reason, ...said, ...forReader };
  }
  const amount = amountOf(row.reported_amount ?? row.amount);
  const currency = readCurrency(row.reported_currency ?? row.currency);
  if (row.purpose === 'hold') return { kind: 'authorized', ...said, amount, currency };
  return { kind: 'approved', ...said, amount, currency, ...forReader };
}

function neverSent(reason: Declined['reason'], gatewayStatus: string): Declined {
  return { kind: 'declined', reason, gatewayReference: null, gatewayStatus };
}
