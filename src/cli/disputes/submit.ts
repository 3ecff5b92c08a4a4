import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { beginFile, endFile, mostBytes, storeFile } from '../../domain/payments/disputes/add-file.ts';
import { submitEvidence } from '../../domain/payments/disputes/answer-dispute.ts';
import { findFiles } from '../../domain/payments/disputes/file-queries.ts';
import { type Dispute, findDispute } from '../../domain/payments/disputes/queries.ts';
import { recordOperatorAction } from '../../domain/people/audit/audit.ts';
import { judgedBody } from '../../platform/contract/judge-body.ts';
import { ApiError } from '../../platform/errors.ts';
import { showId } from '../../platform/ids.ts';
import { actAs, contextOf } from '../support/acting.ts';
import { readGiven, textOf } from '../support/files.ts';
import { type Operator, onDatabases } from '../support/operator.ts';
import { knownMerchant, merchantOf, modeOf, type OfMerchant, type OfMode } from '../support/options.ts';
import { Failure, printOne } from '../support/print.ts';
import { disputeIn } from './answers.ts';
import { shown } from './list.ts';

type Options = OfMerchant &
  OfMode & { readonly evidence: string; readonly file?: readonly string[]; readonly json?: true };

type Whose = Parameters<typeof actAs>[1];
type Given = { readonly name: string; readonly content: string };

/**
 * `mps dispute submit`: hands in what a merchant has sent who cannot do it themselves. The same judgement as by the API, and the same
 * answer to the gateway. A file that the dispute has already is not added twice, so the command may be repeated. Decision 0151.
 */
export async function submitVerb(id: string, options: Options): Promise<void> {
  const disputeId = disputeIn(id);
  const evidence = evidenceIn(options.evidence);
  const files = (options.file ?? []).map(fileIn);
  const submitted = await onDatabases(async (operator) => {
    const merchantId = await knownMerchant(operator, merchantOf(operator, options));
    const whose = { mode: modeOf(options), merchantId };
    await refuseUnknown(operator, whose, disputeId);
    for (const file of files) await addOnce(operator, whose, disputeId, file);
    return await actAs(operator, whose, async (act): Promise<Dispute> => {
      const dispute = await submitEvidence(act, { disputeId, evidence, submit: true });
      const { length } = await findFiles(act.tx, merchantId, [disputeId]);
      const object = showId('dsp', disputeId);
      await recordOperatorAction(act, operator.by, {
        action: 'dispute.answered',
        object,
        details: { files: length },
      });
      return dispute;
    });
  });
  printOne(shown(submitted), options);
}

async function refuseUnknown(operator: Operator, whose: Whose, disputeId: string): Promise<void> {
  const found = await actAs(operator, whose, ({ tx, merchant }) => findDispute(tx, merchant.id, disputeId));
  if (!found)
    throw new Failure(
      'notFound',
      `This merchant has no dispute ${showId('dsp', disputeId)} in ${whose.mode}.`,
    );
}

/** The file store is asked with no transaction open. */
async function addOnce(operator: Operator, whose: Whose, disputeId: string, file: Given): Promise<void> {
  const sum = createHash('sha256').update(Buffer.from(file.content, 'base64')).digest();
  const begun = await actAs(operator, whose, async (act) => {
    const known = await findFiles(act.tx, act.merchant.id, [disputeId]);
    const isThere = known.some(({ name, sha256 }) => name === file.name && sha256.equals(sum));
    return isThere ? undefined : await beginFile(act, { disputeId, ...file }).catch(named(file));
  });
  if (!begun) return;
  await storeFile(await contextOf(operator, whose.mode), begun);
  await actAs(operator, whose, (act) => endFile(act, disputeId, begun.id));
}

/** One of several files is refused: says which. */
const named =
  ({ name }: Given) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError) || error.code !== 'FILE_NOT_SUPPORTED') throw error;
    throw new Failure('refused', `${name} is not a PDF, PNG or JPEG.`);
  };

function evidenceIn(file: string): string {
  const text = textOf(readGiven(file, '--evidence'), file).replaceAll('\r\n', '\n').trim();
  return inWords('--evidence', () => judgedBody('submitDisputeEvidence', { evidence: text })).evidence;
}

function fileIn(path: string): Given {
  const bytes = readGiven(path, '--file');
  if (bytes.length === 0 || bytes.length > mostBytes)
    throw new Failure('usage', `--file: ${path} is empty, or has more than 5 MiB.`);
  const given = { name: basename(path), content: bytes.toString('base64') };
  return inWords(`--file ${path}`, () => judgedBody('uploadDisputeFile', given));
}

/** What the API would refuse is a mistake in the option. */
function inWords<T>(option: string, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const what = error.errors?.map(({ message }) => message).join('; ') ?? error.message;
    throw new Failure('usage', `${option}: ${what}.`);
  }
}
