import { type Contract, nameOf } from './contract.ts';
import { type Direction, found, judged, type Pair } from './judgement.ts';
import { compareKeywords, compareTypes } from './keywords.ts';
import { type Finding, within } from './rows.ts';
import { compareCodes, compareRequired, compareRules } from './rules.ts';
import { type Shape, shapeOf } from './shape.ts';
import { fieldsOf, isFields } from './source.ts';
import { compareValues } from './values.ts';

const released = new WeakMap<Contract, Map<object, Shape>>();

/** Compares schemas of two versions, by what they accept and not by how their components are called. */
export class Schemas {
  readonly #was: Contract;
  readonly #is: Contract;
  readonly #ids = new Map<unknown, number>();
  readonly #known = new Map<string, readonly Finding[]>();

  constructor(was: Contract, is: Contract) {
    this.#was = was;
    this.#is = is;
  }

  compare(direction: Direction, was: readonly unknown[], is: readonly unknown[]): readonly Finding[] {
    const key = [
      direction,
      ...was.map((part) => this.#id(part)),
      '|',
      ...is.map((part) => this.#id(part)),
    ].join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, []);
    const pair = { direction, was: this.#released(was), is: shapeOf(this.#is, is) };
    const inner = [
      ...compareValues(pair),
      ...compareTypes(pair),
      ...compareKeywords(pair),
      ...compareRules(pair),
      ...compareCodes(pair),
      ...compareRequired(pair),
      ...this.#properties(pair),
      ...this.#inner(pair),
      ...this.#alternatives(pair),
    ];
    const findings = this.#referred(was, is, inner);
    this.#known.set(key, findings);
    return findings;
  }

  /** The released contract stays the same, however often it is compared. */
  #released(parts: readonly unknown[]): Shape {
    const [only] = parts;
    if (parts.length !== 1 || !isFields(only)) return shapeOf(this.#was, parts);
    const shapes = released.get(this.#was) ?? new Map<object, Shape>();
    released.set(this.#was, shapes);
    const shape = shapes.get(only) ?? shapeOf(this.#was, parts);
    shapes.set(only, shape);
    return shape;
  }

  #id(part: unknown): number {
    const id = this.#ids.get(part) ?? this.#ids.size;
    this.#ids.set(part, id);
    return id;
  }

  /** Where another component is referred to although the first still exists, the line of the reference was edited. */
  #referred(was: readonly unknown[], is: readonly unknown[], findings: Finding[]): Finding[] {
    const [before, after] = [nameOf(was[0]), nameOf(is[0])];
    if (before === undefined || after === undefined || before === after) return findings;
    const isThere = [this.#is.openapi, this.#is.webhooks].some(
      ({ root }) => before in fieldsOf(fieldsOf(root['components'])['schemas']),
    );
    if (!isThere) return findings;
    const at = this.#is.place(is[0]);
    return findings.map((each) => ({ ...each, at }));
  }

  #properties({ direction, was, is }: Pair): Finding[] {
    const gone = [...was.properties].filter(([name]) => !is.properties.has(name));
    const come = [...is.properties].filter(([name]) => !was.properties.has(name));
    const same = [...was.properties].flatMap(([name, { value }]) => {
      const now = is.properties.get(name);
      return now === undefined ? [] : within(name, this.compare(direction, value, now.value));
    });
    const answer = direction === 'answer';
    return [
      ...gone.map(([name, { at }]): Finding => {
        const reason = answer
          ? `the field \`${name}\` was removed from an answer`
          : `the field \`${name}\` is no longer accepted`;
        return { verdict: 'breaking', at: is.propertiesAt ?? is.at, was: at, reason, trail: [name] };
      }),
      ...come.map(([name, { at }]): Finding => {
        const isNeeded = !answer && is.required.has(name);
        const reason = isNeeded
          ? `a request must have the new field \`${name}\``
          : `the field \`${name}\` was added`;
        return { verdict: isNeeded ? 'breaking' : 'addition', at, reason, trail: [name] };
      }),
      ...same,
    ];
  }

  #inner({ direction, was, is }: Pair): Finding[] {
    const both = (['items', 'additionalProperties'] as const).map((keyword) => {
      const [before, now] = [was.inner.get(keyword), is.inner.get(keyword)];
      if (before !== undefined && now !== undefined)
        return within(keyword === 'items' ? '[]' : '{}', this.compare(direction, before.value, now.value));
      const effect = now === undefined ? 'wider' : 'narrower';
      const reason = `\`${keyword}\` was ${now === undefined ? 'removed' : 'added'}`;
      return before === now ? [] : [found(judged(direction, effect), now?.at ?? is.at, reason, before?.at)];
    });
    return both.flat();
  }

  #alternatives(pair: Pair): Finding[] {
    return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
      const [before, now] = [pair.was.alternatives.get(keyword), pair.is.alternatives.get(keyword)];
      if (before === undefined || now === undefined) return before === now ? [] : [onOff(pair, keyword)];
      const { pairs, gone, come } = this.#matched(before.value, now.value);
      const added = judged(pair.direction, 'wider');
      return [
        ...pairs.flatMap(([a, b]) => this.compare(pair.direction, [a], [b])),
        ...gone.map((part) => found('breaking', now.at, 'an alternative was removed', this.#was.place(part))),
        ...come.map((part) => found(added, this.#is.place(part), 'an alternative was added')),
      ];
    });
  }

  /** Alternatives that are alike belong together, then those of one name, then those of one position. */
  #matched(was: readonly unknown[], is: readonly unknown[]) {
    const pairs: [unknown, unknown][] = [];
    let [left, right] = [[...was], [...is]];
    const match = (isSame: (a: unknown, b: unknown) => boolean): void => {
      for (const a of left) {
        const b = right.find((other) => isSame(a, other));
        if (b === undefined) continue;
        pairs.push([a, b]);
        right = right.filter((other) => other !== b);
      }
      left = left.filter((a) => !pairs.some(([paired]) => paired === a));
    };
    match((a, b) => this.#was.text(a) === this.#is.text(b));
    match((a, b) => nameOf(a) !== undefined && nameOf(a) === nameOf(b));
    if (left.length === right.length) match(() => true);
    return { pairs, gone: left, come: right };
  }
}

/** A choice where there was none, or none where there was one. */
function onOff({ direction, was, is }: Pair, keyword: 'anyOf' | 'oneOf'): Finding {
  const [before, now] = [was.alternatives.get(keyword), is.alternatives.get(keyword)];
  const verdict =
    direction === 'answer' ? 'breaking' : judged(direction, now === undefined ? 'wider' : 'narrower');
  const reason = `alternatives (\`${keyword}\`) were ${now === undefined ? 'removed' : 'added'}`;
  return found(verdict, now?.at ?? is.at, reason, before?.at);
}
