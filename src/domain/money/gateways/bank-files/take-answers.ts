import { inTransactionAcrossMerchants } from '../../../../platform/db/database.ts';
import { sha256 } from '../../../../platform/secrets.ts';
import { troubleOf } from '../asking.ts';
import { findAnswerAcrossMerchants, insertAnswerAcrossMerchants } from './answer-queries.ts';
import { applyNotices } from './apply-notices.ts';
import { readCamt053, readCamt054 } from './messages/camt.ts';
import { type Message, type MessageName, readMessage } from './messages/document.ts';
import type { Notices } from './messages/notices.ts';
import { readPain002 } from './messages/pain002.ts';
import { Unreadable } from './messages/xml.ts';
import { type BankRail, filePurpose } from './parts.ts';
import {
  type Arrived,
  type Filed,
  isGarbled,
  Misnamed,
  NoConnection,
  type OpenBox,
  whyOf,
} from './transport/box.ts';

/**
 * Takes the files that the bank has put into its folder: each once, whatever its name, and one that cannot be read is set aside.
 * What a file says is written before the file is noted as taken, so a crash between the two lets it be said again.
 *
 * @returns false if some could not be taken; they are tried again at the next call
 * @throws what the connection to the bank threw
 *
 * Decision 0105.
 */
export async function takeAnswers(rail: BankRail, signal: AbortSignal): Promise<boolean> {
  return await rail.box.visit(async (box) => {
    let tookAll = true;
    for (const file of rail.rested(await box.arrived())) {
      if (signal.aborted) break;
      tookAll = (await takeOne(rail, box, file)) && tookAll;
    }
    return tookAll;
  });
}

/**
 * The trouble with one file keeps no other from being taken.
 *
 * @throws NoConnection, as no other file can be read either
 */
async function takeOne(rail: BankRail, box: OpenBox, file: Arrived): Promise<boolean> {
  try {
    const into = await read(rail, box, file);
    if (into !== undefined) await box.clear(file, into);
    return true;
  } catch (error) {
    if (error instanceof NoConnection) throw error;
    const about = { bank_file: file.name, err: troubleOf(error), ...whyOf(error) };
    rail.log.error(about, 'a file of the bank could not be taken; it is tried again');
    return false;
  }
}

/** Undefined if there is nothing to clear away: another process has taken the file, or the bank has put another in its place. */
async function read(rail: BankRail, box: OpenBox, file: Arrived): Promise<Filed | undefined> {
  const about = { bank_file: file.name, size: file.size };
  if (file.size > rail.mostBytes) {
    rail.log.warn({ ...about, most: rail.mostBytes }, 'a file of the bank is too large and was set aside');
    return 'set-aside';
  }
  const bytes = await box.read(file, rail.mostBytes);
  if (bytes === undefined) {
    if (isGarbled(file.name)) throw new Misnamed('its name is not UTF-8: rename it');
    rail.log.info(about, 'a file of the bank is gone or was replaced; the next look finds what is there');
    return undefined;
  }
  const hash = sha256(Buffer.from(bytes)).toString('hex');
  const known = await findAnswerAcrossMerchants(rail.db, { gateway: rail.name, hash });
  if (known !== undefined) {
    rail.log.info({ ...about, first_name: known.name }, 'a file of the bank came again and changed nothing');
    return known.state === 'taken' ? 'processed' : 'set-aside';
  }
  return await take(rail, { file, bytes, hash });
}

type Read = { readonly file: Arrived; readonly bytes: Uint8Array; readonly hash: string };

async function take(rail: BankRail, { file, bytes, hash }: Read): Promise<Filed> {
  const key = { gateway: rail.name, hash, name: file.name };
  const understood = await understand(bytes);
  if (understood instanceof Unreadable) {
    const words = understood.message;
    rail.log.warn(
      { bank_file: file.name, why: words },
      'a file of the bank could not be read and was set aside',
    );
    await inTransactionAcrossMerchants(rail.db, (tx) =>
      insertAnswerAcrossMerchants(tx, { ...key, state: 'set_aside', words }),
    );
    return 'set-aside';
  }
  const { message, notices } = understood;
  const applied = await applyNotices(rail, { hash, file: file.name, notices });
  const content_sealed = rail.secrets.seal(Buffer.from(bytes).toString('base64'), filePurpose);
  await inTransactionAcrossMerchants(rail.db, (tx) =>
    insertAnswerAcrossMerchants(tx, {
      ...key,
      message: message.name,
      message_id: message.id,
      state: 'taken',
      content_sealed,
    }),
  );
  rail.log.info({ bank_file: file.name, message: message.name, ...applied }, 'a file of the bank was taken');
  return 'processed';
}

type Understood = { readonly message: Message; readonly notices: Notices };

async function understand(bytes: Uint8Array): Promise<Understood | Unreadable> {
  try {
    const message = await readMessage(bytes);
    return { message, notices: await readers[message.name](message, bytes) };
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}

type Reader = (message: Message, bytes: Uint8Array) => Notices | Promise<Notices>;

const readers: Readonly<Record<MessageName, Reader>> = {
  'pain.002.001.10': ({ body }) => readPain002(body),
  'camt.054.001.08': ({ body }) => readCamt054(body),
  // Kept for reconciliation, which compares all movements with the ledger; a payout is ended by the other two.
  'camt.053.001.08': async (_message, bytes) => {
    await readCamt053(bytes);
    return { single: [], groups: [] };
  },
};
