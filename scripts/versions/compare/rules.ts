import { type Effect, found, judged, type Pair } from './judgement.ts';
import type { Finding } from './rows.ts';
import type { Shape } from './shape.ts';

export function compareRules({ direction, was, is }: Pair): Finding[] {
  const gone = [...was.rules].filter(([rule]) => !is.rules.has(rule));
  const come = [...is.rules].filter(([rule]) => !was.rules.has(rule));
  // One rule for another: nobody can say which of the requests of before are still valid.
  const isReplaced = gone.length > 0 && come.length > 0;
  const effect = (own: Effect): Finding['verdict'] =>
    isReplaced || direction === 'answer' ? 'breaking' : judged(direction, own);
  const lost = isReplaced ? [] : gone;
  return [
    ...come.map(([, at]) => found(effect('narrower'), at, 'a rule between fields was added or changed')),
    ...lost.map(([, at]) => found(effect('wider'), is.at, 'a rule between fields was removed', at)),
  ];
}

/** The code that a request is refused with, where it was refused before. */
export function compareCodes({ direction, was, is }: Pair): Finding[] {
  if (direction === 'answer') return [];
  return [...is.codes].flatMap(([keyword, { value, at }]) => {
    const before = was.codes.get(keyword)?.value;
    const isNew = before === undefined && !refusedBefore(was, keyword);
    return before === value || isNew ? [] : [found('breaking', at, refused(keyword, before, value))];
  });
}

function refusedBefore(was: Shape, keyword: string): boolean {
  if (keyword === 'enum' || keyword === 'const') return was.valuesAt !== undefined;
  if (keyword === 'type') return was.types !== undefined;
  if (keyword === 'required') return was.required.size > 0;
  return was.keywords.has(keyword) || was.rules.has(keyword);
}

function refused(keyword: string, was: string | undefined, is: string): string {
  return `the refusal by \`${keyword}\` has the code ${is} instead of ${was ?? 'VALIDATION_ERROR'}`;
}

export function compareRequired({ direction, was, is }: Pair): Finding[] {
  if (direction === 'answer') {
    return [...was.required]
      .filter(([name]) => !is.required.has(name) && is.properties.has(name))
      .map(([name, at]) => ({
        ...found('breaking', is.requiredAt ?? is.at, `the field \`${name}\` may be missing in an answer`, at),
        trail: [name],
      }));
  }
  const needed = [...is.required].filter(([name]) => !was.required.has(name) && was.properties.has(name));
  const freed = [...was.required].filter(([name]) => !is.required.has(name) && is.properties.has(name));
  return [
    ...needed.map(([name, at]) => ({
      ...found('breaking', at, `a request must have the field \`${name}\``),
      trail: [name],
    })),
    ...freed.map(([name]) => ({
      ...found('addition', is.requiredAt ?? is.at, `a request need not have the field \`${name}\``),
      trail: [name],
    })),
  ];
}
