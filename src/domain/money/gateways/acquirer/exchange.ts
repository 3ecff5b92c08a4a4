import { type MerchantId, merchantId } from '../../../../engine/principal.ts';
import { now } from '../../../../platform/clock.ts';
import { newId, showId } from '../../../../platform/ids.ts';
import type { Asked } from '../../../../platform/iso8583/connection.ts';
import type { Message } from '../../../../platform/iso8583/layout.ts';
import { showMoney2 } from '../../amounts/amount.ts';
import type { Desk } from './desk.ts';
import { isAbout, isDoubted, isWhole, reportedIn } from './messages.ts';
import {
  type AcquirerMessage,
  endUnsent,
  findById,
  findMessage,
  insertMessage,
  type NewMessage,
  takeAnswer,
} from './queries.ts';
import { declineCodeFor, isApproval } from './response-codes.ts';
import { reverse } from './reverse.ts';

/** A message as it stands after it was asked for. */
export type Exchanged = {
  readonly row: AcquirerMessage;
  /** True: no byte of it was sent, and none will be. */
  readonly isUnsent?: true;
  /** True: it does not fit the layout of the acquirer, and so was not sent. */
  readonly isUnfit?: true;
  /** Field 55 of the answer, hexadecimal: data of the issuer for the chip. It is not stored. */
  readonly emvResponse?: string | undefined;
};

export type Written =
  /** Ours to send. */
  | { readonly isNew: true; readonly row: AcquirerMessage }
  /** Another call wrote it before. */
  | { readonly isNew: false; readonly row: AcquirerMessage };

type Wanted = Omit<NewMessage, 'id' | 'gateway' | 'terminal' | 'state' | 'transmitted_at' | 'deadline'>;

const mostTries = 20;

/** Writes a message before it is sent, once for its reference and attempt. */
export async function write(
  { db, name, settings, answerMs }: Desk,
  merchant: MerchantId,
  wanted: Wanted,
  state: 'sent' | 'reversed' = 'sent',
): Promise<Written> {
  const { purpose, reference, attempt } = wanted;
  const purposes = purpose === 'charge' || purpose === 'hold' ? (['charge', 'hold'] as const) : [purpose];
  for (let tries = 0; tries < mostTries; tries += 1) {
    const at = now();
    const row = await insertMessage(db, merchant, {
      ...wanted,
      id: newId(),
      gateway: name,
      terminal: settings.terminal,
      state,
      transmitted_at: at,
      deadline: new Date(at.getTime() + answerMs),
    });
    if (row) return { isNew: true, row };
    const first = await findMessage(db, merchant, { gateway: name, reference, purposes });
    if (first && first.attempt >= attempt) return { isNew: false, row: first };
    // Its trace number was used today already: the next one may be free.
  }
  throw new Error('no trace number is free today');
}

/**
 * Sends a message that is written, and takes its answer if nobody has decided to reverse it meanwhile. Without an answer it is
 * reversed, at once if there is time.
 */
export async function exchange(desk: Desk, row: AcquirerMessage, message: Message): Promise<Exchanged> {
  const { link, answerMs, log, name } = desk;
  // By the deadline, since from then on another process reverses it: that must not be answered before the message is sent.
  const leftMs = Math.min(answerMs, row.deadline.getTime() - now().getTime());
  const asked = await link.ask(message, leftMs);
  if (asked.kind === 'unsent') return await unsent(desk, row, asked);
  if (asked.kind === 'answered' && isAbout(row, asked.answer)) {
    const taken = await take(desk, row, asked.answer);
    return { row: taken, emvResponse: asked.answer.fields[55] };
  }
  const why = asked.kind === 'silent' ? asked.why : 'the answer is about something else';
  log.warn({ gateway: name, purpose: row.purpose, reference: row.reference, why }, 'a message has no answer');
  return { row: await reverse(desk, row, 'sent') };
}

/** The answer counts only if the message still waits for it. */
export async function take(desk: Desk, row: AcquirerMessage, answer: Message): Promise<AcquirerMessage> {
  const code = answer.fields[39] ?? '';
  const { amount, currency } = reportedIn(row, answer);
  const merchant = merchantId(row.merchant_id);
  const taken = await takeAnswer(desk.db, merchant, row.id, {
    response_code: code,
    auth_code: answer.fields[38]?.trim() || null,
    reported_amount: amount,
    reported_currency: currency,
    answered_at: now(),
  });
  noteUnknown(desk, row, code);
  if (taken) noteForPerson(desk, taken);
  return taken ?? (await latest(desk, row));
}

function noteUnknown({ log, name, settings }: Desk, row: AcquirerMessage, code: string): void {
  if (isApproval(code) || declineCodeFor(code, settings.response_codes) !== undefined) return;
  log.error(
    { gateway: name, reference: row.reference, response_code: code },
    'a response code that no table has: taken as declined',
  );
}

/** A charge or a hold needs no such line: what was paid of it goes back, what is held is released. */
function noteForPerson({ log, name }: Desk, row: AcquirerMessage): void {
  const { purpose, reference, response_code, reported_amount: amount, reported_currency } = row;
  const why = whyLook(row);
  if (why === undefined) return;
  const id =
    purpose === 'refund'
      ? { refund_id: showId('ref', reference) }
      : { transaction_id: showId('txn', reference) };
  const about = {
    merchant_id: showId('mer', row.merchant_id),
    ...id,
    gateway: name,
    purpose,
    reference,
    response_code,
  };
  const asked = { asked: showMoney2(row.amount), currency: row.currency };
  const said = { reported: amount === null ? null : showMoney2(amount), reported_currency };
  log.error({ ...about, ...asked, ...said }, why);
}

function whyLook(row: AcquirerMessage): string | undefined {
  if (isDoubted(row)) return 'a repeated capture is refused as a duplicate: a person must look';
  if (row.purpose !== 'refund' && row.purpose !== 'completion') return undefined;
  if (!isApproval(row.response_code ?? '') || isWhole(row)) return undefined;
  return 'another amount was approved than was asked: a person must look';
}

type Unsent = Extract<Asked, { kind: 'unsent' }>;

async function unsent(desk: Desk, row: AcquirerMessage, { why, isUnfit }: Unsent): Promise<Exchanged> {
  const { purpose, reference } = row;
  desk.log.warn({ gateway: desk.name, purpose, reference, why }, 'a message was not sent');
  const ended = await endUnsent(desk.db, merchantId(row.merchant_id), row.id);
  if (!ended) return { row: await latest(desk, row) };
  return { row: ended, isUnsent: true, ...(isUnfit && { isUnfit }) };
}

/** The message as it stands now. One that a reset of the sandbox took away stays as it was. */
async function latest({ db }: Desk, row: AcquirerMessage): Promise<AcquirerMessage> {
  return (await findById(db, merchantId(row.merchant_id), row.id)) ?? row;
}
