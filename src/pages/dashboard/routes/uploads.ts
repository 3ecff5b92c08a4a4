import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../../../../generated/error-catalogue.ts';
import { ApiError } from '../../../platform/errors.ts';
import { type PostedFile, type PostedForm, readPosted } from '../requests/form.ts';
import type { Visit } from '../requests/visit.ts';

/** Of all fields and files together. */
const mostBytes = 21 * 1024 * 1024;
/** Of everybody who sends files now: they are held in memory. */
const mostHeld = 4 * mostBytes;
/** What has arrived counts and not who sends, so that a few people who send slowly keep nobody else from sending. */
let held = 0;
/** Each person sends one form at a time. */
const sending = new Set<string>();

/**
 * The visit with the form that it carries as multipart/form-data. Nothing is read of somebody who is not signed in.
 *
 * @param find finds the visit, with its session as it stands then
 * @throws PAYLOAD_TOO_LARGE   the form is larger than 21 MiB
 * @throws SERVICE_UNAVAILABLE others send files, or the person does already
 * @throws VALIDATION_ERROR    the form cannot be read
 */
export async function withFiles(find: () => Promise<Visit>, req: IncomingMessage): Promise<Visit> {
  const visit = await find();
  const form = await sentForm(visit, req);
  // Files may take minutes to arrive. By then the session may have ended, or the person may have been removed.
  return form ? { ...(await find()), form } : visit;
}

async function sentForm({ session }: Visit, req: IncomingMessage): Promise<PostedForm | undefined> {
  const type = req.headers['content-type'] ?? '';
  if (session?.stage !== 'full' || !type.startsWith('multipart/form-data')) return undefined;
  if (sending.has(session.userId)) throw new ApiError('SERVICE_UNAVAILABLE');
  sending.add(session.userId);
  const body = new HeldBody();
  try {
    return await formIn(await bodyOf(req, body), type);
  } finally {
    body.drop();
    sending.delete(session.userId);
  }
}

/** What is too much is read to its end and thrown away, so that the browser gets to see the answer. */
async function bodyOf(req: IncomingMessage, body: HeldBody): Promise<Uint8Array<ArrayBuffer>> {
  let refusal: ErrorCode | undefined;
  for await (const chunk of req) {
    const bytes: Buffer = chunk;
    refusal ??= body.add(bytes);
    if (refusal !== undefined) body.drop();
  }
  if (refusal !== undefined) throw new ApiError(refusal);
  return body.whole();
}

class HeldBody {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  /** Keeps the chunk, or says why not. */
  add(chunk: Buffer): ErrorCode | undefined {
    if (this.#size + chunk.length > mostBytes) return 'PAYLOAD_TOO_LARGE';
    if (held + chunk.length > mostHeld) return 'SERVICE_UNAVAILABLE';
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    held += chunk.length;
    return undefined;
  }

  drop(): void {
    this.#chunks.length = 0;
    held -= this.#size;
    this.#size = 0;
  }

  whole(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
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
