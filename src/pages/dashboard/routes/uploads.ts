import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../../../../generated/error-catalogue.ts';
import { ApiError } from '../../../platform/errors.ts';
import { BodyMemory } from '../../../platform/http/limits/body-memory.ts';
import { mostTogether } from '../parts/file-field.ts';
import { type PostedFile, type PostedForm, readPosted } from '../requests/form.ts';
import type { Visit } from '../requests/visit.ts';

/** Of all fields and files together: the files, and a mebibyte for what stands around them. */
const mostBytes = mostTogether + 1024 * 1024;
/** Of all texts together, as of a form without files. In characters. */
const mostText = 256 * 1024;
/** More than any form has. */
const mostParts = 500;
/** Of what stands before a text or a file: its names and its type. */
const mostHeader = 4096;
/** For the forms of everybody who sends files now. */
const memory = new BodyMemory(4 * mostBytes);
/** Each person sends one form at a time. */
const sending = new Set<string>();

/**
 * The visit with the form that it carries as multipart/form-data. Nothing is read of somebody who is not signed in.
 *
 * @param find finds the visit, with its session as it stands then
 * @throws PAYLOAD_TOO_LARGE   the form is larger than 21 MiB, has more than 256 Ki characters of text, or too many parts
 * @throws SERVICE_UNAVAILABLE others send files and this form is the largest, or the person sends one already
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
  const body = new HeldForm();
  try {
    return await formIn(await bodyOf(req, body), type);
  } finally {
    body.drop();
    sending.delete(session.userId);
  }
}

/** What is too much is read to its end and thrown away, so that the browser gets to see the answer. */
async function bodyOf(req: IncomingMessage, body: HeldForm): Promise<Uint8Array<ArrayBuffer>> {
  for await (const chunk of req) {
    const bytes: Buffer = chunk;
    body.add(bytes);
  }
  return body.whole();
}

class HeldForm {
  readonly #chunks: Buffer[] = [];
  readonly #held = memory.begin(() => this.#refuse('SERVICE_UNAVAILABLE'));
  #size = 0;
  #refusal: ErrorCode | undefined;

  /** Keeps the chunk, unless the form is refused. */
  add(chunk: Buffer): void {
    if (this.#refusal !== undefined) return;
    this.#size += chunk.length;
    if (this.#size > mostBytes) return this.#refuse('PAYLOAD_TOO_LARGE');
    this.#chunks.push(chunk);
    this.#held.add(chunk.length);
  }

  #refuse(code: ErrorCode): void {
    this.#refusal = code;
    this.drop();
  }

  drop(): void {
    this.#chunks.length = 0;
    this.#held.drop();
  }

  whole(): Uint8Array<ArrayBuffer> {
    if (this.#refusal !== undefined) throw new ApiError(this.#refusal);
    this.#held.arrived();
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
}

const boundaryIn = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

/** Parsing stops everything else in this process. What would take seconds, such as a million parts, is refused before it begins. */
async function formIn(body: Uint8Array<ArrayBuffer>, type: string): Promise<PostedForm> {
  const [, quoted, bare] = boundaryIn.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw new ApiError('VALIDATION_ERROR');
  if (!isQuicklyParsed(Buffer.from(body.buffer), boundary)) throw new ApiError('PAYLOAD_TOO_LARGE');
  // The parser gets the boundary that was judged, whatever else the header says.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const sent = await new Response(body, { headers }).formData().catch(() => {
    throw new ApiError('VALIDATION_ERROR');
  });
  return sortedOut(sent);
}

function isQuicklyParsed(body: Buffer, boundary: string): boolean {
  const mark = Buffer.from(`--${boundary}`);
  let parts = 0;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at)) {
    at += mark.length;
    parts += 1;
    const header = body.subarray(at, at + mostHeader);
    const isLast = header.subarray(0, 2).equals(dashes);
    if (parts > mostParts || (!isLast && !header.includes('\r\n\r\n'))) return false;
  }
  return true;
}

const dashes = Buffer.from('--');

async function sortedOut(sent: FormData): Promise<PostedForm> {
  const texts = new URLSearchParams();
  const files = new Map<string, PostedFile>();
  let letters = 0;
  for (const [name, value] of sent) {
    if (typeof value === 'string') {
      letters += name.length + value.length;
      if (letters > mostText) throw new ApiError('PAYLOAD_TOO_LARGE');
      texts.append(name, value);
    } else if (value.size > 0 || value.name !== '')
      // Where no file was chosen, browsers send one without a name. A chosen file that is empty has one.
      files.set(name, { name: value.name, content: Buffer.from(await value.arrayBuffer()) });
  }
  return readPosted(texts.toString(), files);
}
