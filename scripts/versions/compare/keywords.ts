import { type Effect, found, judged, type Pair } from './judgement.ts';
import type { Finding } from './rows.ts';
import { accepts, lower, upper } from './shape.ts';

type Types = ReadonlySet<string>;

export function compareTypes({ direction, was, is }: Pair): Finding[] {
  const [before, now] = [was.types?.value, is.types?.value];
  const [isWider, isNarrower] = [exceeds(now, before), exceeds(before, now)];
  if (!isWider && !isNarrower) return [];
  // Another type of an answer is another type, even if apps could read it.
  const verdict = direction === 'answer' || isNarrower ? 'breaking' : 'addition';
  const reason = `the type changed from ${named(before)} to ${named(now)}`;
  return [found(verdict, is.types?.at ?? is.at, reason)];
}

/** Whether some type is among the first and not among the others; undefined is every type. */
function exceeds(types: Types | undefined, others: Types | undefined): boolean {
  if (others === undefined) return false;
  return types === undefined || [...types].some((type) => !accepts(others, type));
}

function named(types: ReadonlySet<string> | undefined): string {
  return types === undefined ? 'anything' : [...types].toSorted().join(' or ');
}

export function compareKeywords(pair: Pair): Finding[] {
  const keywords = new Set([...pair.was.keywords.keys(), ...pair.is.keywords.keys()]);
  return [...keywords].flatMap((keyword) => compareKeyword(pair, keyword));
}

/** Of an answer these say nothing: apps ignore fields they do not know, and no field is left out by them. */
const ofRequests = new Set(['additionalProperties', 'default']);

function compareKeyword({ direction, was, is }: Pair, keyword: string): Finding[] {
  const [before, now] = [was.keywords.get(keyword), is.keywords.get(keyword)];
  const [old, current] = [before?.value, now?.value];
  if (old === current || (direction === 'answer' && ofRequests.has(keyword))) return [];
  const verdict = judged(direction, effectOf(keyword, old, current));
  return [found(verdict, now?.at ?? is.at, changed(keyword, old, current), before?.at)];
}

function effectOf(keyword: string, was: unknown, is: unknown): Effect {
  // What a request means that leaves the field out.
  if (keyword === 'default' || keyword === 'discriminator') return 'other';
  if (was === undefined) return 'narrower';
  if (is === undefined) return 'wider';
  return keyword === 'pattern' ? effectOfPattern(was, is) : effectOfBound(keyword, was, is);
}

function effectOfBound(keyword: string, was: unknown, is: unknown): Effect {
  if (typeof was !== 'number' || typeof is !== 'number') return 'other';
  if (!lower.has(keyword) && !upper.has(keyword)) return 'other';
  return lower.has(keyword) === is > was ? 'narrower' : 'wider';
}

/** Of two patterns only this is known: one of them takes a letter at the beginning that the other does not. */
export function effectOfPattern(was: unknown, is: unknown): Effect {
  if (typeof was !== 'string' || typeof is !== 'string') return 'other';
  if (withoutFirst(is) === was) return 'wider';
  return withoutFirst(was) === is ? 'narrower' : 'other';
}

/** A pattern without the one letter that may stand first in its texts; undefined if there is no such letter. */
function withoutFirst(pattern: string): string | undefined {
  const rest = /^\^(?:\\u[0-9A-Fa-f]{4}|\\[^\p{L}\p{N}]|[^\\^$.*+?()[\]{}|])\?(.*)$/su.exec(pattern)?.[1];
  return rest === undefined ? undefined : `^${rest}`;
}

export function changed(name: string, was: unknown, is: unknown): string {
  if (was === undefined) return `\`${name}\` was added: ${JSON.stringify(is)}`;
  if (is === undefined) return `\`${name}\` was removed`;
  return `\`${name}\` changed from ${JSON.stringify(was)} to ${JSON.stringify(is)}`;
}
