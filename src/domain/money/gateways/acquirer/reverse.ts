import { merchantId } from '../../../../engine/principal.ts';
import { now } from '../../../../platform/clock.ts';
import { classify } from '../../../../platform/db/driver/violations.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Desk } from './desk.ts';
import { isAbout, reversalMessage } from './messages.ts';
import { type AcquirerMessage, findById } from './queries.ts';
import { endsReversal } from './response-codes.ts';
import {
  beginReversal,
  claimReversal,
  dueReversalsAcrossMerchants,
  endReversal,
  unansweredAcrossMerchants,
} from './reversal-queries.ts';

/**
 * Decides to reverse a message that is still in the state `from`, and sends the reversal. An answer that was taken first stays.
 *
 * @returns the message as it stands now
 */
export async function reverse(
  desk: Desk,
  row: AcquirerMessage,
  from: 'sent' | 'answered',
): Promise<AcquirerMessage> {
  await begin(desk, row, from);
  return await pressReversal(desk, row);
}

const mostNumbers = 20;

/** A trace number that was used today refuses the whole statement: then nothing is decided, and the next number may be free. */
async function begin({ db }: Desk, row: AcquirerMessage, from: 'sent' | 'answered'): Promise<void> {
  const merchant = merchantId(row.merchant_id);
  for (let tries = 1; ; tries += 1)
    try {
      await beginReversal(db, merchant, row.id, { reversalId: newId(), from, at: now() });
      return;
    } catch (error) {
      const failure = classify(error);
      const isUsed = typeof failure === 'object' && failure.constraint === 'acquirer_stan_once';
      if (!isUsed || tries === mostNumbers) throw error;
    }
}

/** Sends the reversal of a message once, if it is due, and nobody else does. @returns the message as it stands now */
export async function pressReversal(desk: Desk, original: AcquirerMessage): Promise<AcquirerMessage> {
  const { db, link, log, name, settings, reversalMs } = desk;
  const merchant = merchantId(original.merchant_id);
  const claimed = await claimReversal(db, merchant, original.id, reversalMs * 2);
  if (claimed) {
    const asked = await link.ask(reversalMessage(settings, claimed, original), reversalMs);
    const about = { gateway: name, reference: original.reference, repeats: claimed.repeats };
    const code =
      asked.kind === 'answered' && isAbout(claimed, asked.answer) ? asked.answer.fields[39] : undefined;
    if (code !== undefined && endsReversal(code))
      await endReversal(db, merchant, claimed.id, { responseCode: code, at: now() });
    else log.warn({ ...about, response_code: code }, 'a reversal is not answered yet: it is sent again');
  }
  return (await findById(db, merchant, original.id)) ?? original;
}

const mostAtOnce = 50;
const together = 8;

/** Reverses what has no answer in time, and sends due reversals again: what processes that died have left, too. */
export async function reverseOverdue(desk: Desk, signal: AbortSignal): Promise<void> {
  const unanswered = await unansweredAcrossMerchants(desk.db, desk.name, mostAtOnce);
  await eachOf(unanswered, signal, (row) => reverse(desk, row, 'sent'));
  const due = await dueReversalsAcrossMerchants(desk.db, desk.name, mostAtOnce);
  await eachOf(due, signal, (row) => pressReversal(desk, row));
}

async function eachOf(
  rows: readonly AcquirerMessage[],
  signal: AbortSignal,
  work: (row: AcquirerMessage) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < rows.length && !signal.aborted; first += together)
    await Promise.all(rows.slice(first, first + together).map(work));
}
