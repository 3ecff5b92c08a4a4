import { type Effect, found, judged, type Pair } from './judgement.ts';
import type { Finding } from './rows.ts';
import type { Shape } from './shape.ts';
import type { Place } from './source.ts';

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

/** The code that a request is refused with, where it was refused before and still is. */
export function compareCodes({ direction, was, is }: Pair): Finding[] {
  if (direction === 'answer') return [];
  const keywords = new Set([...was.codes.keys(), ...is.codes.keys()]);
  return [...keywords].flatMap((keyword) => {
    const [before, now] = [was.codes.get(keyword), is.codes.get(keyword)];
    if (before?.value === now?.value || !refuses(was, keyword) || !refuses(is, keyword)) return [];
    return [recoded(is, keyword, before, now)];
  });
}

type Code = { readonly value: string; readonly at: Place } | undefined;

function recoded(is: Shape, keyword: string, before: Code, now: Code): Finding {
  return found('breaking', now?.at ?? is.at, refused(keyword, before?.value, now?.value), before?.at);
}

function refuses(shape: Shape, keyword: string): boolean {
  if (keyword === 'enum' || keyword === 'const') return shape.valuesAt !== undefined;
  if (keyword === 'type') return shape.types !== undefined;
  if (keyword === 'required') return shape.required.size > 0;
  if (keyword === 'anyOf' || keyword === 'oneOf') return shape.alternatives.has(keyword);
  return shape.keywords.has(keyword) || shape.rules.has(keyword);
}

const usual = 'VALIDATION_ERROR';

function refused(keyword: string, was = usual, is = usual): string {
  return `the refusal by \`${keyword}\` has the code ${is} instead of ${was}`;
}

export function compareRequired({ direction, was, is }: Pair): Finding[] {
  // A field that came or went has a row of its own.
  const isKept = (name: string) => was.properties.has(name) === is.properties.has(name);
  if (direction === 'answer') {
    return [...was.required]
      .filter(([name]) => !is.required.has(name) && isKept(name))
      .map(([name, at]) => ({
        ...found('breaking', is.requiredAt ?? is.at, `the field \`${name}\` may be missing in an answer`, at),
        trail: [name],
      }));
  }
  const needed = [...is.required].filter(([name]) => !was.required.has(name) && isKept(name));
  const freed = [...was.required].filter(([name]) => !is.required.has(name) && isKept(name));
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
