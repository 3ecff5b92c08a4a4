import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatMoney2 } from '../../domain/money/amounts/amount.ts';
import {
  findAnswerAcrossMerchants,
  findAnswersAcrossMerchants,
  type WaitingAnswer,
  writePassedOn,
} from '../../domain/payments/disputes/answer-queries.ts';
import { findFiles } from '../../domain/payments/disputes/file-queries.ts';
import { filesInDatabase } from '../../domain/payments/disputes/file-store.ts';
import { merchantId as merchantIdOf } from '../../engine/principal.ts';
import { firstLetters } from '../../platform/contract/letters.ts';
import type { Db } from '../../platform/db/database.ts';
import { showId, uuidIn } from '../../platform/ids.ts';
import { actAs } from '../support/acting.ts';
import { writing } from '../support/files.ts';
import { onDatabases } from '../support/operator.ts';
import { modeOf, mostListed, numberIn, type OfMode, sayRest, wordsIfGiven } from '../support/options.ts';
import { cell, Failure, printJson, printOne, printTable, say } from '../support/print.ts';

type Options = OfMode & { readonly json?: true };

/** Of the evidence, in a table. */
const mostShown = 40;
export async function listVerb(
  options: Options & { readonly passedOn?: true; readonly limit: string },
): Promise<void> {
  const limit = numberIn(options.limit, '--limit', { least: 1, most: mostListed });
  const wanted = { passedOn: options.passedOn === true, most: limit + 1 };
  const found = await onDatabases(({ databases }) =>
    findAnswersAcrossMerchants(databases[modeOf(options)], wanted),
  );
  const answers = found.slice(0, limit).map(shown);
  if (options.json) printJson({ answers, more: found.length > limit });
  else
    printTable(
      answers.map((one) =>
        cellsOf({ ...one, evidence: one.evidence && firstLetters(one.evidence, mostShown) }),
      ),
    );
  sayRest(found, limit, 'There is no such answer.');
}

export async function showVerb(id: string, options: Options & { readonly to?: string }): Promise<void> {
  const disputeId = disputeIn(id);
  const { answer, written } = await onDatabases(async ({ databases }) => {
    const db = databases[modeOf(options)];
    const found = await findAnswerAcrossMerchants(db, disputeId);
    if (!found) throw noAnswer(id, options);
    return { answer: found, written: options.to === undefined ? [] : await download(db, found, options.to) };
  });
  printOne({ ...shown(answer), files: written }, options);
  if (answer.passed_on_at === null)
    say(`When the acquirer has it: npx mps dispute passed-on ${id}${options.live ? ' --live' : ''}`);
}

/** The merchant named the files, so their names are not trusted as paths. With the id, the folder may hold other answers. */
async function download(db: Db, answer: WaitingAnswer, folder: string): Promise<readonly string[]> {
  writing(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const written: string[] = [];
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(folder, `${showId('dsp', answer.dispute_id)}-${name}`);
    writing(path, () => writeFileSync(path, content, { mode: 0o600 }));
    written.push(path);
  };
  if (answer.answer === 'accept') return written;
  if (answer.evidence !== null) write('evidence.txt', `${answer.evidence}\n`);
  const merchant = merchantIdOf(answer.merchant_id);
  const store = filesInDatabase(db);
  for (const [at, { id, name }] of (await findFiles(db, merchant, [answer.dispute_id])).entries()) {
    const content = await store.read(merchant, id);
    if (!content) throw new Failure('refused', `The file ${showId('file', id)} has no content.`);
    write(`${at + 1}-${name.replaceAll(/[^\w.-]/g, '_')}`, content);
  }
  return written;
}

export async function passedOnVerb(id: string, options: Options & { readonly note?: string }): Promise<void> {
  const disputeId = disputeIn(id);
  const note = wordsIfGiven(options.note, '--note') ?? null;
  const mode = modeOf(options);
  const { answer, isNew } = await onDatabases(async (operator) => {
    const db = operator.databases[mode];
    const known = await findAnswerAcrossMerchants(db, disputeId);
    if (!known) throw noAnswer(id, options);
    const merchantId = merchantIdOf(known.merchant_id);
    const done = await actAs(operator, { mode, merchantId }, ({ tx }) =>
      writePassedOn(tx, merchantId, disputeId, { by: operator.by, note }),
    );
    return { answer: (await findAnswerAcrossMerchants(db, disputeId)) ?? known, isNew: done };
  });
  printOne(shown(answer), options);
  if (!isNew) say(`It was passed on before, by ${answer.passed_on_by ?? 'somebody'}. Nothing was changed.`);
}

function noAnswer(id: string, options: Options): Failure {
  return new Failure('notFound', `No answer to a dispute ${id} is to be passed on in ${modeOf(options)}.`);
}

/** The id of a dispute, as an operator names it. */
export function disputeIn(text: string): string {
  const id = text.startsWith('dsp_') ? uuidIn(text) : undefined;
  if (id === undefined) throw new Failure('usage', `Name a dispute by an id such as dsp_…, not "${text}".`);
  return id;
}

const cellsOf = (one: object) =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, cell(value)]));

function shown(one: WaitingAnswer) {
  return {
    dispute_id: showId('dsp', one.dispute_id),
    merchant_id: showId('mer', one.merchant_id),
    payment_id: showId('txn', one.transaction_id),
    gateway: one.gateway,
    reference: one.gateway_reference,
    amount: formatMoney2(one.amount),
    currency: one.currency,
    // An acquirer may decide before it has the answer, which then is of no use.
    dispute_status: one.status,
    answer: one.answer,
    evidence: one.answer === 'contest' ? one.evidence : null,
    evidence_due_at: one.evidence_due_at.toISOString(),
    state: one.passed_on_at === null ? 'waiting' : 'passed_on',
    waiting_since: one.waiting_since.toISOString(),
    passed_on_at: one.passed_on_at?.toISOString() ?? null,
    passed_on_by: one.passed_on_by,
    note: one.note,
  };
}
