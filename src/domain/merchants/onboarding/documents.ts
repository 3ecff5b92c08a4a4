import type { Act } from '../../../engine/context.ts';
import { newId } from '../../../platform/ids.ts';
import { type Secrets, sha256 } from '../../../platform/secrets.ts';
import { type DocumentRow, findKept, insertDocument } from './document-queries.ts';
import type { DocumentKind } from './form.ts';

/** A file as it is handed in. */
export type Upload = { readonly kind: DocumentKind; readonly name: string; readonly content: Buffer };

export const mostBytes = 5 * 1024 * 1024;
export const mostDocuments = 10;

type MediaType = DocumentRow['media_type'];

/** How a file of each type begins, and what it ends with among its last bytes. */
const marks: readonly { readonly type: MediaType; readonly begin: Buffer; readonly end: Buffer }[] = [
  { type: 'application/pdf', begin: Buffer.from('%PDF-'), end: Buffer.from('%%EOF') },
  {
    type: 'image/png',
    begin: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    end: Buffer.from('IEND'),
  },
  { type: 'image/jpeg', begin: Buffer.from([0xff, 0xd8, 0xff]), end: Buffer.from([0xff, 0xd9]) },
];
/** A PDF may have a few bytes after its end. */
const tailBytes = 1024;

/** The type of a file by its content, whatever its name says; undefined for other types and for a file that was cut off. */
function typeOf(content: Buffer): MediaType | undefined {
  const tail = content.subarray(-tailBytes);
  return marks.find(({ begin, end }) => content.subarray(0, begin.length).equals(begin) && tail.includes(end))
    ?.type;
}

/** What is wrong with a file, in words; undefined: nothing. */
export function problemWithFile({ name, content }: Omit<Upload, 'kind'>): string | undefined {
  if (content.length === 0) return `${name} is empty`;
  if (content.length > mostBytes) return `${name} is larger than 5 MiB`;
  return typeOf(content) ? undefined : `${name} is neither a PDF nor a PNG or JPEG image, or it was cut off`;
}

/** One scan may be two documents: by the content alone, the database would keep only the first of them. */
function hashOf({ kind, content }: Omit<Upload, 'name'>): Buffer {
  return sha256(Buffer.concat([Buffer.from(`${kind}:`), content]));
}

export const namePurpose = 'kyc-document-name';
export const contentPurpose = 'kyc-document';

/**
 * Stores the documents of a submission, encrypted. A file that the submission has already as the same kind is not stored again.
 *
 * Decision 0077.
 */
export async function keepDocuments(
  act: Act,
  submissionId: string,
  uploads: readonly Upload[],
): Promise<void> {
  const { secrets } = act.ctx;
  for (const { kind, name, content } of uploads) {
    const media_type = typeOf(content);
    if (!media_type || problemWithFile({ name, content }))
      throw new Error('a document was not judged before');
    await insertDocument(act.tx, act.merchant.id, {
      id: newId(),
      submission_id: submissionId,
      kind,
      media_type,
      size: content.length,
      sha256: hashOf({ kind, content }),
      name_sealed: secrets.seal(name, namePurpose),
      content_sealed: secrets.seal(content.toString('base64'), contentPurpose),
      created_at: act.ctx.now(act.merchant),
    });
  }
}

/** The kinds of the documents that a submission has and of those that are handed in with it, and how many files they are. */
export async function kindsOf(
  act: Act,
  submissionId: string | undefined,
  uploads: readonly Upload[],
): Promise<{ readonly kinds: readonly string[]; readonly files: number }> {
  const kept = submissionId === undefined ? [] : await findKept(act.tx, act.merchant.id, submissionId);
  const all = [...kept, ...uploads.map((upload) => ({ kind: upload.kind, sha256: hashOf(upload) }))];
  return {
    kinds: all.map(({ kind }) => kind),
    files: new Set(all.map((one) => one.sha256.toString('hex'))).size,
  };
}

export function openName(secrets: Secrets, { name_sealed }: Pick<DocumentRow, 'name_sealed'>): string {
  return secrets.open(name_sealed, namePurpose);
}

export function openContent(
  secrets: Secrets,
  { content_sealed }: Pick<DocumentRow, 'content_sealed'>,
): Buffer {
  return Buffer.from(secrets.open(content_sealed, contentPurpose), 'base64');
}
