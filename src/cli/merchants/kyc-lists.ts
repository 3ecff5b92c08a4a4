import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAsOperator } from '../../domain/merchants/onboarding/as-operator.ts';
import { findDocuments } from '../../domain/merchants/onboarding/document-queries.ts';
import { openName } from '../../domain/merchants/onboarding/documents.ts';
import {
  findSubmissionAcrossMerchants,
  type KycSubmission,
  listSubmissionsAcrossMerchants,
} from '../../domain/merchants/onboarding/queries.ts';
import { openForm } from '../../domain/merchants/onboarding/submit-kyc.ts';
import type { Context } from '../../engine/context.ts';
import { type Mode, merchantId } from '../../engine/principal.ts';
import { showId, uuidIn } from '../../platform/ids.ts';
import { contextOf } from '../support/acting.ts';
import { writing } from '../support/files.ts';
import { dbOfMode, type Operator, onDatabases } from '../support/operator.ts';
import {
  knownMerchant,
  merchantIn,
  modeOf,
  mostListed,
  numberIn,
  type OfMerchant,
  sayRest,
} from '../support/options.ts';
import { cell, Failure, printJson, printOne, printTable } from '../support/print.ts';

type Json = { readonly json?: true };

const statuses = ['submitted', 'document_requested', 'approved', 'rejected'] as const;

type ListKycOptions = OfMerchant &
  Json & { readonly status: string; readonly limit: string; readonly live?: true };

/** `mps kyc list`: the submissions of a mode. Decision 0077. */
export async function listKycVerb(options: ListKycOptions): Promise<void> {
  const status = statuses.find((one) => one === options.status);
  if (status === undefined && options.status !== 'all')
    throw new Failure('usage', `--status takes one of: ${statuses.join(', ')}, all.`);
  const of = options.merchant === undefined ? undefined : merchantIn(options.merchant);
  const limit = numberIn(options.limit, '--limit', { least: 1, most: mostListed });
  const found = await onDatabases(async (operator) => {
    if (of !== undefined) await knownMerchant(operator, of);
    const db = dbOfMode(operator, modeOf(options));
    return await listSubmissionsAcrossMerchants(db, { status, of, limit: limit + 1 });
  });
  const submissions = found.slice(0, limit).map((row) => ({
    submission: showId('kyc', row.id),
    merchant_id: showId('mer', row.merchant_id),
    tier: row.tier,
    status: row.status,
    documents: Number(row.documents),
    submitted_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }));
  if (options.json) printJson({ submissions, more: found.length > limit });
  else
    printTable(
      submissions.map((each) => Object.fromEntries(Object.entries(each).map(([k, v]) => [k, cell(v)]))),
    );
  sayRest(found, limit, 'There is no such submission.');
}

export function shownSubmission(row: KycSubmission) {
  return {
    submission: showId('kyc', row.id),
    merchant_id: showId('mer', row.merchant_id),
    tier: row.tier,
    status: row.status,
    submitted_at: row.created_at.toISOString(),
    submitted_by: row.submitted_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    note: row.note,
    erased_at: row.erased_at?.toISOString() ?? null,
  };
}

type Found = { readonly ctx: Context; readonly submission: KycSubmission; readonly mode: Mode };

/** The submission with an id, in whichever mode it is. */
export async function submissionOf(operator: Operator, named: string): Promise<Found> {
  const id = named.startsWith('kyc_') ? uuidIn(named) : undefined;
  if (id === undefined)
    throw new Failure('usage', 'A submission is named by its id, kyc_… List them: npx mps kyc list');
  for (const mode of ['live', 'sandbox'] as const) {
    const submission = await findSubmissionAcrossMerchants(dbOfMode(operator, mode), id);
    if (submission) return { ctx: await contextOf(operator, mode), submission, mode };
  }
  throw new Failure('notFound', 'There is no such submission. List them: npx mps kyc list');
}

/** `mps kyc show`: a submission with its form and documents. Decision 0077. */
export async function showKycVerb(named: string, options: Json & { readonly save?: string }): Promise<void> {
  const shown = await onDatabases(async (operator) => {
    const { ctx, submission, mode } = await submissionOf(operator, named);
    const rows = await findDocuments(ctx.db, merchantId(submission.merchant_id), submission.id);
    // A name that came from outside is not the name of a file here. With the id, the folder may hold other submissions.
    const fileOf = (row: (typeof rows)[number], index: number): string =>
      `${showId('kyc', submission.id)}-${index + 1}-${row.kind}.${extensions[row.media_type]}`;
    const documents = rows.map((row, index) => ({
      kind: row.kind,
      file: fileOf(row, index),
      name: openName(ctx.secrets, row),
      media_type: row.media_type,
      size: row.size,
    }));
    const { save } = options;
    for (const [index, row] of rows.entries()) {
      if (save === undefined) break;
      writing(save, () => mkdirSync(save, { recursive: true, mode: 0o700 }));
      const content = await readAsOperator(ctx, submission, row, operator);
      const file = join(save, fileOf(row, index));
      writing(file, () => writeFileSync(file, content, { mode: 0o600 }));
    }
    return { ...shownSubmission(submission), mode, form: openForm(ctx, submission) ?? {}, documents };
  });
  if (options.json) return printJson(shown);
  const { form, documents, ...rest } = shown;
  printOne({ ...rest, ...form, documents: documents.map(({ kind, name }) => `${kind}: ${name}`) }, options);
}

const extensions = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const;
