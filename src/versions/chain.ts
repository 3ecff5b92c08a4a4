import { frozen } from '../../generated/versions.ts';
import type { Version, VersionChange } from '../platform/contract/change.ts';
import type { KnownChange, Shapes, VersionChain, VersionedRequest } from '../platform/contract/types.ts';

/** The released versions, oldest first, each with its breaking changes. README.md says how to add one. Spec: "Versioning". */
const released: readonly Version[] = [{ date: '2026-01-01', changes: [], ...frozen['2026-01-01'] }];

/**
 * Upgrades requests, and translates answers and events from the version they are in to the one that is wanted. So handlers know the
 * newest shapes only.
 *
 * @param today decides which versions are deprecated and which retired; absent: none is
 *
 * Spec: "Versioning". Decisions 0016, 0067.
 */
export function versionChain<Also extends string = never>(
  versions: readonly Version<Also>[] = released,
  today?: () => Date,
): VersionChain {
  const dates = versions.map(({ date }) => date);
  const current = dates.at(-1);
  if (current === undefined) throw new Error('there is no version');
  const changes = changesIn(versions);
  const isOver = (day: string | undefined) =>
    day !== undefined && today !== undefined && today() >= new Date(day);
  const supported = () =>
    versions
      .filter(({ date, notice }) => date === current || !isOver(notice?.retired))
      .map(({ date }) => date);
  return {
    current,
    get supported() {
      return supported();
    },
    has: (date) => supported().includes(date),
    inEffect: (pin) => supported().find((date) => date >= pin) ?? current,
    up: (from, id, request) => changes(from, current, id).reduce(upgraded, request),
    answer: (id, status, body, shapes) =>
      translated(changes, id, shapes, { value: body, by: ({ response }) => response, also: status }),
    event: (type, data, shapes) =>
      translated(changes, type, shapes, { value: data, by: ({ event }) => event, also: 0 }),
    changes: (after, upTo) =>
      versions
        .filter(({ date }) => date > after && date <= upTo)
        .flatMap(({ date, changes: of }) => of.map((change) => known(date, change))),
    contracts: new Map(versions.flatMap(({ date, contract }) => (contract ? [[date, contract]] : []))),
    noticeOf: (version) => {
      const notice = versions.find(({ date }) => date === version)?.notice;
      return isOver(notice?.deprecated) ? notice : undefined;
    },
  };
}

const parts = ['parameters', 'request', 'response', 'event'] as const;

function known(version: string, change: VersionChange<string>): KnownChange {
  const { title, touches } = change;
  return { version, title, touches, parts: new Set(parts.filter((part) => change[part] !== undefined)) };
}

type Change = VersionChange<string>;
type Changes = (after: string, upTo: string, touched: string) => readonly Change[];

/** The changes of the versions later than one and not later than another, oldest first, that touch an operation or event. */
function changesIn(versions: readonly Version<string>[]): Changes {
  return (after, upTo, touched) =>
    versions
      .filter(({ date }) => date > after && date <= upTo)
      .flatMap(({ changes }) => changes.filter(({ touches }) => touches.includes(touched)));
}

function upgraded(request: VersionedRequest, change: Change): VersionedRequest {
  const { params, query } = change.parameters?.(request) ?? request;
  // A change may touch operations with a body and such without.
  const body = request.body === undefined ? undefined : (change.request?.(request.body) ?? request.body);
  return { ...request, params, query, body };
}

type Translating = {
  readonly value: unknown;
  readonly by: (change: Change) =>
    | {
        readonly up: (value: unknown, also: number) => unknown;
        readonly down: (value: unknown, also: number) => unknown;
      }
    | undefined;
  readonly also: number;
};

/**
 * Takes the shortest way, not the way over the newest version: what was removed later is not lost for a reader who asks for the very
 * version that was stored.
 */
function translated(
  changes: Changes,
  touched: string,
  { from, to }: Shapes,
  { value, by, also }: Translating,
): unknown {
  if (from < to)
    return changes(from, to, touched).reduce((shape, change) => by(change)?.up(shape, also) ?? shape, value);
  return changes(to, from, touched).reduceRight(
    (shape, change) => by(change)?.down(shape, also) ?? shape,
    value,
  );
}
