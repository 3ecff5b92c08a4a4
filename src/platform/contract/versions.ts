import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Operation } from './contract.ts';
import type { VersionChain } from './types.ts';

/** The body of an answer as text. One that was stored before a release is older than the newest version. */
export type Written = {
  readonly status: number;
  readonly text: string;
  /** The version that the text is in. */
  readonly version: string;
};

/**
 * The version of a call: that of its header, or else the one that the caller's app is pinned to.
 *
 * @param pin absent: the call needs no key
 * @throws UNSUPPORTED_VERSION the header names none, or one that was retired
 * @throws SERVICE_UNAVAILABLE a later release, which another process runs, has pinned the app to a version that is not known here
 *
 * Spec: "Versioning".
 */
export function versionOf(versions: VersionChain, req: IncomingMessage, pin: string | undefined): string {
  const asked = req.headers['service-version'];
  if (asked === undefined) {
    if (pin !== undefined && pin > versions.current)
      throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    return pin === undefined ? versions.current : versions.inEffect(pin);
  }
  if (typeof asked === 'string' && versions.has(asked)) return asked;
  throw new ApiError('UNSUPPORTED_VERSION', { details: { supported: versions.supported } });
}

/** The version of an answer and, once a notice has been given, when it ends. RFC 9745, RFC 8594. Spec: "Versioning". */
export function versionHeaders(versions: VersionChain, version: string): Readonly<Record<string, string>> {
  const notice = versions.noticeOf(version);
  if (!notice) return { 'Service-Version': version };
  const page = `</docs/changelog#${version}>`;
  return {
    'Service-Version': version,
    Deprecation: `@${new Date(notice.deprecated).getTime() / 1000}`,
    Sunset: new Date(notice.retired).toUTCString(),
    Link: `${page}; rel="deprecation"; type="text/html", ${page}; rel="sunset"; type="text/html"`,
  };
}

/** The header has been judged: a contract knows only the versions that were there when it was frozen. */
export function withoutVersion(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  if (headers['service-version'] === undefined) return headers;
  const { 'service-version': _judged, ...others } = headers;
  return others;
}

/** The body as a caller of version `to` gets it. Until the operation is known, only failures are sent, and they stay as they are. */
export function inVersion(
  versions: VersionChain,
  { to, operation }: { readonly to: string; readonly operation: Operation | undefined },
  { status, text, version: from }: Written,
): string {
  if (to === from || operation === undefined) return text;
  return JSON.stringify(versions.answer(operation.id, status, JSON.parse(text), { from, to }));
}

/**
 * A refusal as its caller gets it. It must be sent whatever happens: where a change of a version throws, it is in the version that it
 * was made in, and says so.
 */
export function refusalInVersion(
  { versions, log }: { readonly versions: VersionChain; readonly log: Log },
  to: { readonly to: string; readonly operation: Operation | undefined },
  made: Written,
): { readonly text: string; readonly headers: Readonly<Record<string, string>> } {
  try {
    return { text: inVersion(versions, to, made), headers: {} };
  } catch (error) {
    log.error(
      { err: error, operation: to.operation?.id, version: to.to },
      'a change of a version cannot translate a refusal',
    );
    return { text: made.text, headers: { 'Service-Version': made.version } };
  }
}
