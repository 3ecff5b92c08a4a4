import { eventGroups } from '../../../../generated/event-registry.ts';

/** All events of the registry. An app may also subscribe to those that are not implemented yet. */
const known: readonly string[] = eventGroups.flatMap(({ events }) => events.map(({ id }) => id));
const fired = new Set<string>(
  eventGroups.flatMap(({ events }) => events.filter(({ implemented }) => implemented).map(({ id }) => id)),
);

/** The subscription of a new app. Spec: "Delivery and retry". */
export const firstEventTypes: readonly string[] = ['payment.capture.completed', 'payment.capture.declined'];

/** Stands for every event, also for those that are registered later. */
const everything = '*';

export type UnknownEventType = {
  readonly name: string;
  /** Similar names, the most similar first. */
  readonly similar: readonly string[];
};

/** The names are not in the registry. */
export class UnknownEventTypes extends Error {
  override name = 'UnknownEventTypes';
  readonly unknown: readonly UnknownEventType[];

  constructor(unknown: readonly UnknownEventType[]) {
    super(unknown.map(inWords).join(' '));
    this.unknown = unknown;
  }
}

/**
 * The event types as an endpoint stores them: each name once, in the order of the registry; `*` alone if it is among them.
 *
 * @throws UnknownEventTypes with similar names
 *
 * Spec: "Delivery and retry".
 */
export function subscribedEventTypes(names: readonly string[]): string[] {
  const unknown = [...new Set(names)].filter((name) => name !== everything && !known.includes(name));
  if (unknown.length > 0)
    throw new UnknownEventTypes(unknown.map((name) => ({ name, similar: similarTo(name) })));
  return names.includes(everything) ? [everything] : known.filter((name) => names.includes(name));
}

function inWords({ name, similar }: UnknownEventType): string {
  const hint = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : '';
  return `There is no event "${name}".${hint}`;
}

const mostSimilar = 3;
/** Longer texts are not typing mistakes, and comparing them costs time. */
const longest = 64;

/** Names that differ in at most a third of their letters, and names that end or begin with the given text. */
function similarTo(name: string): readonly string[] {
  if (name.length > longest) return [];
  const wanted = name.toLowerCase().replaceAll('_', '-');
  const scored = known
    .map((each) => ({ each, far: distance(wanted, each) }))
    .filter(({ each, far }) => far <= Math.max(each.length, wanted.length) / 3 || isPart(wanted, each));
  return scored
    .toSorted((a, b) => unlikely(a) - unlikely(b))
    .slice(0, mostSimilar)
    .map(({ each }) => each);
}

/** Ranks implemented events first: the caller more probably meant one of them. */
function unlikely({ each, far }: { each: string; far: number }): number {
  return fired.has(each) ? far - 2 : far;
}

function isPart(wanted: string, name: string): boolean {
  const stem = wanted.replace(/[.*]+$/, '');
  return stem.length >= 4 && (name.endsWith(`.${stem}`) || name.startsWith(`${stem}.`));
}

/** Levenshtein distance: how many letters must be inserted, deleted or replaced. */
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
