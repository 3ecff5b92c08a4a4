import { eventGroups } from '../../../../generated/event-registry.ts';

/** What an app may subscribe to by name, whether anything fires it today or not. */
const known: readonly string[] = eventGroups.flatMap(({ events }) => events.map(({ id }) => id));
const fired = new Set<string>(
  eventGroups.flatMap(({ events }) => events.filter(({ implemented }) => implemented).map(({ id }) => id)),
);

/** What a new app receives. Spec: "Delivery and retry". */
export const firstEventTypes: readonly string[] = ['payment.capture.completed', 'payment.capture.declined'];

/** Subscribes to every event, also to those that are registered later. */
const everything = '*';

export type UnknownEventType = {
  readonly name: string;
  /** Names that may have been meant, the closest first. */
  readonly near: readonly string[];
};

/** Names that no event has. */
export class UnknownEventTypes extends Error {
  override name = 'UnknownEventTypes';
  readonly unknown: readonly UnknownEventType[];

  constructor(unknown: readonly UnknownEventType[]) {
    super(unknown.map(inWords).join(' '));
    this.unknown = unknown;
  }
}

/**
 * A subscription as it is kept: each name once, in the order of the registry; with `*` nothing else.
 *
 * @throws UnknownEventTypes with the names that may have been meant
 *
 * Spec: "Delivery and retry".
 */
export function subscription(names: readonly string[]): string[] {
  const unknown = [...new Set(names)].filter((name) => name !== everything && !known.includes(name));
  if (unknown.length > 0) throw new UnknownEventTypes(unknown.map((name) => ({ name, near: near(name) })));
  return names.includes(everything) ? [everything] : known.filter((name) => names.includes(name));
}

function inWords({ name, near: meant }: UnknownEventType): string {
  const hint = meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : '';
  return `There is no event "${name}".${hint}`;
}

const mostNear = 3;
/** What is longer was no slip of the hand. */
const longest = 64;

/** Misspelt by a third of its letters at most; or the end of a name, or the beginning of several. */
function near(name: string): readonly string[] {
  if (name.length > longest) return [];
  const wanted = name.toLowerCase().replaceAll('_', '-');
  const scored = known
    .map((each) => ({ each, far: distance(wanted, each) }))
    .filter(({ each, far }) => far <= Math.max(each.length, wanted.length) / 3 || isPart(wanted, each));
  return scored
    .toSorted((a, b) => unlikely(a) - unlikely(b))
    .slice(0, mostNear)
    .map(({ each }) => each);
}

/** What is fired today was rather meant. */
function unlikely({ each, far }: { each: string; far: number }): number {
  return fired.has(each) ? far - 2 : far;
}

function isPart(wanted: string, name: string): boolean {
  const stem = wanted.replace(/[.*]+$/, '');
  return stem.length >= 4 && (name.endsWith(`.${stem}`) || name.startsWith(`${stem}.`));
}

/** Levenshtein: how many letters have to be put in, left out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= b.length; to += 1) {
      const changed = cell(row, to - 1) + (a[at - 1] === b[to - 1] ? 0 : 1);
      next.push(Math.min(changed, cell(row, to) + 1, cell(next, to - 1) + 1));
    }
    row = next;
  }
  return cell(row, b.length);
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
