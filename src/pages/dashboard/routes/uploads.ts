import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../../platform/errors.ts';
import { type PostedFile, type PostedForm, readPosted } from '../requests/form.ts';
import type { Visit } from '../requests/visit.ts';

/** Of all fields and files together. */
const mostBytes = 21 * 1024 * 1024;
/** Files are held in memory, so few people send them at once, and each of them one form at a time. */
const mostAtOnce = 4;
const sending = new Set<string>();

/**
 * The visit with the form that it carries as multipart/form-data. Nothing is read of somebody who is not signed in.
 *
 * @throws PAYLOAD_TOO_LARGE   the form is larger than 21 MiB
 * @throws SERVICE_UNAVAILABLE others send files, or the person does already
 * @throws VALIDATION_ERROR    the form cannot be read
 */
export async function withFiles(visit: Visit, req: IncomingMessage): Promise<Visit> {
  const type = req.headers['content-type'] ?? '';
  const { session } = visit;
  if (session?.stage !== 'full' || !type.startsWith('multipart/form-data')) return visit;
  if (sending.has(session.userId) || sending.size >= mostAtOnce) throw new ApiError('SERVICE_UNAVAILABLE');
  sending.add(session.userId);
  try {
    return { ...visit, form: await formIn(await bodyOf(req), type) };
  } finally {
    sending.delete(session.userId);
  }
}

/** What is too large is read to its end and thrown away, so that the browser gets to see the answer. */
async function bodyOf(req: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size <= mostBytes) chunks.push(bytes);
    else chunks.length = 0;
  }
  if (size > mostBytes) throw new ApiError('PAYLOAD_TOO_LARGE');
  return new Uint8Array(Buffer.concat(chunks));
}

async function formIn(body: Uint8Array<ArrayBuffer>, type: string): Promise<PostedForm> {
  const sent = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new ApiError('VALIDATION_ERROR');
  });
  const texts = new URLSearchParams();
  const files = new Map<string, PostedFile>();
  for (const [name, value] of sent) {
    if (typeof value === 'string') texts.append(name, value);
    else if (value.size > 0)
      files.set(name, { name: value.name, content: Buffer.from(await value.arrayBuffer()) });
  }
  return readPosted(texts.toString(), files);
}
