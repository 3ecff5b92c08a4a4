import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';

/** `raw` is for the fingerprint, `value` for the schema. */
export type Body = { readonly raw: Buffer; readonly value: unknown };

/** How large a body may be: its bytes, and its keys and values. */
type Largest = { readonly bytes: number; readonly values: number };

/** Begins to count a body that is held in memory; `refuse` stops reading it. */
type Hold = (refuse: () => void) => {
  readonly add: (bytes: number) => void;
  readonly arrived: () => void;
};

const usual: Largest = { bytes: 256 * 1024, values: 5000 };
const maxDepth = 32;
/** How much of a refused body is read and discarded, so that a sender who has sent it within the time below can read our answer. */
const discarded = 32 * 1024 * 1024;
const discardMs = 2000;

/**
 * Reads a JSON body. It runs after authentication, so that an unknown caller's body is never buffered.
 *
 * @param largest of the operation, if its bodies may be larger than 256 KiB
 * @param hold    of such an operation: counts what has arrived
 * @returns undefined when there is none
 * @throws UNSUPPORTED_MEDIA_TYPE another type, charset or any compression
 * @throws PAYLOAD_TOO_LARGE      more bytes than that
 * @throws SERVICE_UNAVAILABLE    too many large bodies at the same time
 * @throws INVALID_JSON           not JSON, nested too deeply, too many keys and values, or text that PostgreSQL cannot store
 */
export async function readBody(
  req: IncomingMessage,
  largest = usual,
  hold?: Hold,
): Promise<Body | undefined> {
  const length = Number(req.headers['content-length'] ?? 0);
  if (length === 0 && req.headers['transfer-encoding'] === undefined) return undefined;
  if (length > largest.bytes) throw refused(req, 'PAYLOAD_TOO_LARGE');
  if (!isPlainJson(req)) throw refused(req, 'UNSUPPORTED_MEDIA_TYPE');
  const raw = await collect(req, largest.bytes, hold);
  return raw.length === 0 ? undefined : { raw, value: parseJson(raw, largest.values) };
}

/** Parses a JSON text after one checking pass over its bytes. */
export function parseJson(raw: Buffer, values = usual.values): unknown {
  if (!isUtf8(raw) || !isHarmless(raw, values)) throw new ApiError('INVALID_JSON');
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    throw new ApiError('INVALID_JSON');
  }
}

function isPlainJson(req: IncomingMessage): boolean {
  const [type, ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const encoding = req.headers['content-encoding'] ?? 'identity';
  return (
    type?.trim() === 'application/json' &&
    encoding.toLowerCase() === 'identity' &&
    parameters.every((parameter) => /^\s*(charset\s*=\s*"?utf-?8"?\s*)?$/.test(parameter))
  );
}

type Refusal = 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'SERVICE_UNAVAILABLE';

/**
 * Discards the rest of the body within limits. Closing at once would reset the connection before the sender has our answer. Many
 * clients read only after they have sent all: they would take the refusal for a lost answer, and send the body again.
 */
function refused(req: IncomingMessage, code: Refusal): ApiError {
  let left = discarded;
  const stop = setTimeout(() => req.socket.destroy(), discardMs).unref();
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.socket.destroy();
  });
  req.once('close', () => clearTimeout(stop));
  req.once('end', () => clearTimeout(stop));
  return new ApiError(code, code === 'SERVICE_UNAVAILABLE' ? { retryAfterSeconds: 1 } : {});
}

function collect(req: IncomingMessage, maxBytes: number, hold?: Hold): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // A caller who hangs up reads no answer; the call only has to end.
    const onGone = (): void => reject(new ApiError('INVALID_JSON'));
    if (req.destroyed) return onGone();
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (code: Refusal): void => {
      req.off('data', onData);
      chunks.length = 0;
      reject(refused(req, code));
    };
    const held = hold?.(() => refuse('SERVICE_UNAVAILABLE'));
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxBytes) refuse('PAYLOAD_TOO_LARGE');
      else held?.add(chunk.length);
    };
    req.on('data', onData);
    req.once('close', onGone);
    req.once('end', () => {
      req.off('close', onGone);
      held?.arrived();
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
  });
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether the depth and the number of keys and values are within limits, and no escape makes U+0000 or half a surrogate pair.
 * `JSON.parse` finds all other errors.
 */
function isHarmless(raw: Buffer, maxValues: number): boolean {
  let depth = 0;
  let count = 0;
  let at = 0;
  while (at >= 0 && at < raw.length) {
    const byte = raw[at] ?? 0;
    depth += deeper[byte] ?? 0;
    count += counted[byte] ?? 0;
    if (depth > maxDepth || count > maxValues) return false;
    if (byte === quote) at = afterText(raw, at + 1);
    else if (bare[byte]) at = afterBare(raw, at + 1);
    else at += 1;
  }
  return at >= 0;
}

/** Tables by byte, for bytes outside strings. Numbers, `true`, `false`, `null` and anything unexpected are bare. */
const bare = new Uint8Array(256).fill(1);
/** Bytes that begin a key or a value. */
const counted = new Uint8Array(256).fill(1);
const deeper = new Int8Array(256);
for (const sign of ' \t\r\n,:[{]}"') bare[sign.charCodeAt(0)] = 0;
for (const sign of ' \t\r\n,:]}') counted[sign.charCodeAt(0)] = 0;
for (const sign of '[{') deeper[sign.charCodeAt(0)] = 1;
for (const sign of ']}') deeper[sign.charCodeAt(0)] = -1;

function afterBare(raw: Buffer, start: number): number {
  let at = start;
  while (at < raw.length && bare[raw[at] ?? 0]) at += 1;
  return at;
}

/** The index after the closing quote; -1 if an escape inside is refused. */
function afterText(raw: Buffer, start: number): number {
  let at = start;
  while (at < raw.length) {
    const byte = raw[at];
    if (byte === quote) return at + 1;
    at = byte === backslash ? afterEscape(raw, at) : at + 1;
    if (at < 0) return -1;
  }
  return at;
}

function afterEscape(raw: Buffer, at: number): number {
  const unit = escapedUnit(raw, at);
  if (unit === undefined) return at + 2;
  if (unit === 0 || isLow(unit)) return -1;
  if (unit < 0xd800 || unit > 0xdbff) return at + 6;
  const next = escapedUnit(raw, at + 6);
  return next !== undefined && isLow(next) ? at + 12 : -1;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The code unit of a `\uXXXX` at this index. Without a text for each: a body of 7 MiB may have a million. */
function escapedUnit(raw: Buffer, at: number): number | undefined {
  if (raw[at] !== backslash || raw[at + 1] !== 0x75) return undefined;
  let unit = 0;
  for (let place = at + 2; place < at + 6; place += 1) {
    const digit = hexDigits[raw[place] ?? 0] ?? -1;
    if (digit < 0) return undefined;
    unit = unit * 16 + digit;
  }
  return unit;
}

/** By byte; -1 for those that are no digit. */
const hexDigits = new Int8Array(256).fill(-1);
for (const sign of '0123456789abcdefABCDEF') hexDigits[sign.charCodeAt(0)] = Number.parseInt(sign, 16);
