import type { VersionChain } from '../platform/contract/types.ts';

/** One reason why a version differs from the one before it. Shapes in, shapes out. */
type VersionChange = {
  /** Starts with a verb; it becomes the changelog's line. */
  readonly title: string;
  /** operationIds and event types. */
  readonly touches: readonly string[];
  /** Older → newer. */
  readonly request?: (body: unknown) => unknown;
  /** Newer → older. */
  readonly response?: (body: unknown, status: number) => unknown;
  /** Newer → older. */
  readonly event?: (data: unknown) => unknown;
};

type Version = { readonly date: string; readonly changes: readonly VersionChange[] };

/** The released versions, oldest first, each with what it changed; the first changed nothing. Spec: "Versioning". */
const released: readonly Version[] = [{ date: '2026-01-01', changes: [] }];

/**
 * Requests go up, oldest change first; answers and events go down, newest change first. Handlers know the newest shapes only.
 *
 * Spec: "Versioning". Decision 0016.
 */
export function versionChain(versions: readonly Version[] = released): VersionChain {
  const supported = versions.map(({ date }) => date);
  const current = supported.at(-1);
  if (current === undefined) throw new Error('there is no version');
  const after = (date: string, touched: string) =>
    versions
      .slice(supported.indexOf(date) + 1)
      .flatMap(({ changes }) => changes.filter(({ touches }) => touches.includes(touched)));
  return {
    current,
    supported,
    has: (date) => supported.includes(date),
    up: (from, id, input) =>
      after(from, id).reduce((shape, change) => change.request?.(shape) ?? shape, input),
    down: (to, id, status, body) =>
      after(to, id).reduceRight((shape, change) => change.response?.(shape, status) ?? shape, body),
    downEvent: (to, type, data) =>
      after(to, type).reduceRight((shape, change) => change.event?.(shape) ?? shape, data),
  };
}
