import type { VersionChain } from '../platform/contract/types.ts';

/** One breaking change between a version and the one before it, as functions from shape to shape. */
type VersionChange = {
  /** Starts with a verb; becomes a line of CHANGELOG.md. */
  readonly title: string;
  /** The operationIds and event types that it changes. */
  readonly touches: readonly string[];
  /** Turns the body of an older request into the newer shape. */
  readonly request?: (body: unknown) => unknown;
  /** Turns a newer answer into the older shape. */
  readonly response?: (body: unknown, status: number) => unknown;
  /** Turns the data of a newer event into the older shape. */
  readonly event?: (data: unknown) => unknown;
};

type Version = { readonly date: string; readonly changes: readonly VersionChange[] };

/** The released versions, oldest first, each with its breaking changes. README.md says how to add one. Spec: "Versioning". */
const released: readonly Version[] = [{ date: '2026-01-01', changes: [] }];

/**
 * Upgrades requests, oldest change first, and downgrades answers and events, newest change first. So handlers know the
 * newest shapes only.
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
