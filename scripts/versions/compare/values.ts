import { type Direction, found, type Pair } from './judgement.ts';
import type { Finding } from './rows.ts';
import type { Shape } from './shape.ts';
import type { Place } from './source.ts';

/** Compares lists of values: which there are, whether more may come, and what they mean. */
export function compareValues(pair: Pair): Finding[] {
  const { was, is } = pair;
  if (was.valuesAt === undefined && is.valuesAt === undefined) return [];
  if (was.valuesAt === undefined || is.valuesAt === undefined) return [listed(pair)];
  return [
    ...compareOpenness(pair),
    ...compareMembers(pair),
    ...compareTraits(pair),
    ...compareMeanings(pair),
  ];
}

/** A list that was not there, or is there no longer. Values of an open list are not checked. */
function listed({ direction, was, is }: Pair): Finding {
  const isFreed = is.valuesAt === undefined;
  const isBreaking = direction === 'answer' ? isFreed : !isFreed && !is.isOpen;
  const reason = isFreed ? 'the list of values was removed' : 'a list of values was added';
  return found(isBreaking ? 'breaking' : 'addition', listAt(is), reason, was.valuesAt);
}

function compareOpenness({ direction, was, is }: Pair): Finding[] {
  if (was.isOpen === is.isOpen) return [];
  const reason = is.isOpen ? 'more values may come than an app was told' : 'the list of values was closed';
  const isHarmless = is.isOpen === (direction === 'request');
  return [found(isHarmless ? 'addition' : 'breaking', listAt(is), reason)];
}

function compareMembers({ direction, was, is }: Pair): Finding[] {
  const gone = [...was.values].filter(([text]) => !is.values.has(text));
  const come = [...is.values].filter(([text]) => !was.values.has(text));
  return [
    ...gone.map(([text, { at }]) => found('breaking', listAt(is), `the value ${text} was removed`, at)),
    ...come.map(([text, { at }]) =>
      found(mayCome(direction, was) ? 'addition' : 'breaking', at, `the value ${text} was added`),
    ),
  ];
}

function mayCome(direction: Direction, was: Shape): boolean {
  return direction === 'request' || was.isOpen;
}

/** Whether a failure may be retried, and its status, belong to what its code means. */
function compareTraits({ was, is }: Pair): Finding[] {
  const traits = new Set([...was.traits.keys(), ...is.traits.keys()]);
  return [...traits].flatMap((trait) => {
    const [kind, code = ''] = trait.split(' ');
    const isKnown = [was, is].every(({ values }) => values.has(JSON.stringify(code)));
    const [before, now] = [was.traits.get(trait), is.traits.get(trait)];
    if (before?.value === now?.value || !isKnown) return [];
    return [found('breaking', (now ?? { at: listAt(is) }).at, traitChanged(kind, code, now), before?.at)];
  });
}

function traitChanged(kind: string | undefined, code: string, now: unknown): string {
  if (kind === 'status') return `the status of ${code} changed`;
  return `${code} is ${now === undefined ? 'no longer' : 'now'} retryable`;
}

function listAt({ valuesAt, at }: Shape): Place {
  return valuesAt ?? at;
}

/** Other words can be another meaning. The author says with `x-meaning: same` that they are not. */
function compareMeanings({ was, is }: Pair): Finding[] {
  const other = [...was.meanings].flatMap(([value, { value: before, at }]) => {
    const now = is.meanings.get(value);
    if (now?.value === before || (value !== '' && !is.values.has(JSON.stringify(value)))) return [];
    const of = value === '' ? 'the values' : value;
    if (is.meaningAt !== undefined)
      return [found('addition', is.meaningAt, `the description of ${of} changed, and the meaning stays`)];
    const reason = `the description of ${of} changed: if it still means the same, write \`x-meaning: same\` beside it`;
    return [found('breaking', now?.at ?? listAt(is), reason, at)];
  });
  if (is.meaningAt === undefined || other.length > 0) return other;
  // Once the words are released, the sign would let the next change of them pass unseen.
  return [found('stale', is.meaningAt, '`x-meaning: same` stands beside words that did not change')];
}
