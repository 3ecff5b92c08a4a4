import { type Contract, nameOf } from './contract.ts';
import { type Finding, within } from './rows.ts';
import { type Shape, shapeOf } from './shape.ts';
import { fieldsOf, isFields, type Place } from './source.ts';
import { compareValues } from './values.ts';

/** Apps write requests and read answers. An event is an answer. */
export type Direction = 'request' | 'answer';

/** What a change does to the set of valid bodies. */
export type Effect = 'narrower' | 'wider' | 'other';

/** An app's request must stay valid; an answer must stay within what the app was told. */
export function judged(direction: Direction, effect: Effect): Finding['verdict'] {
  if (effect === 'other') return 'breaking';
  return (effect === 'narrower') === (direction === 'request') ? 'breaking' : 'addition';
}

export type Pair = { readonly direction: Direction; readonly was: Shape; readonly is: Shape };

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
    const target = typeof part === 'object' ? part : String(part);
    const id = this.#ids.get(target) ?? this.#ids.size;
    this.#ids.set(target, id);
    return id;
  }

  /** Where another component is referred to although the first still exists, the line of the reference was edited. */
  #referred(was: readonly unknown[], is: readonly unknown[], findings: Finding[]): Finding[] {
    const [before, after] = [nameOf(was[0]), nameOf(is[0])];
    if (before === undefined || after === undefined || before === after) return findings;
    const schemas = (contract: Contract) =>
      fieldsOf(fieldsOf(contract.openapi.root['components'])['schemas']);
    const events = (contract: Contract) =>
      fieldsOf(fieldsOf(contract.webhooks.root['components'])['schemas']);
    const stillThere = before in schemas(this.#is) || before in events(this.#is);
    if (!stillThere) return findings;
    const at = this.#is.place(is[0]);
    return findings.map((finding) => ({ ...finding, at }));
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
      return before === now ? [] : [finding(judged(direction, effect), now?.at ?? is.at, reason, before?.at)];
    });
    return both.flat();
  }

  #alternatives({ direction, was, is }: Pair): Finding[] {
    return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
      const [before, now] = [was.alternatives.get(keyword), is.alternatives.get(keyword)];
      if (before === undefined && now === undefined) return [];
      if (before === undefined || now === undefined) {
        const verdict =
          direction === 'answer' ? 'breaking' : judged(direction, now === undefined ? 'wider' : 'narrower');
        const reason = `alternatives (\`${keyword}\`) were ${now === undefined ? 'removed' : 'added'}`;
        return [finding(verdict, now?.at ?? is.at, reason, before?.at)];
      }
      const { pairs, gone, come } = this.#matched(before.value, now.value);
      return [
        ...pairs.flatMap(([a, b]) => this.compare(direction, [a], [b])),
        ...gone.map((part) =>
          finding('breaking', now.at, 'an alternative was removed', this.#was.place(part)),
        ),
        ...come.map((part) =>
          finding(judged(direction, 'wider'), this.#is.place(part), 'an alternative was added'),
        ),
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

function finding(verdict: Finding['verdict'], at: Place, reason: string, was?: Place): Finding {
  return { verdict, at, reason, trail: [], ...(was !== undefined && { was }) };
}

function compareTypes({ direction, was, is }: Pair): Finding[] {
  const [before, now] = [was.types?.value, is.types?.value];
  const lost =
    before === undefined ? [] : [...before].filter((type) => now !== undefined && !accepts(now, type));
  const gained =
    now === undefined ? [] : [...now].filter((type) => before !== undefined && !accepts(before, type));
  const isWider = gained.length > 0 || (now === undefined && before !== undefined);
  const isNarrower = lost.length > 0 || (before === undefined && now !== undefined);
  if (!isWider && !isNarrower) return [];
  const verdict = direction === 'answer' || isNarrower ? 'breaking' : 'addition';
  const reason = `the type changed from ${named(before)} to ${named(now)}`;
  return [finding(verdict, is.types?.at ?? is.at, reason)];
}

function accepts(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function named(types: ReadonlySet<string> | undefined): string {
  return types === undefined ? 'anything' : [...types].toSorted().join(' or ');
}

const lower = new Set(['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum']);
const upper = new Set(['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum']);

function compareKeywords({ direction, was, is }: Pair): Finding[] {
  const keywords = new Set([...was.keywords.keys(), ...is.keywords.keys()]);
  return [...keywords].flatMap((keyword) => {
    const [before, now] = [was.keywords.get(keyword), is.keywords.get(keyword)];
    if (before?.value === now?.value) return [];
    // Answers are open whatever they say: apps ignore fields they do not know.
    if (keyword === 'additionalProperties' && direction === 'answer') return [];
    const effect = effectOf(keyword, before?.value, now?.value);
    const at = now?.at ?? is.at;
    return [finding(judged(direction, effect), at, changed(keyword, before?.value, now?.value), before?.at)];
  });
}

function effectOf(keyword: string, was: unknown, is: unknown): Effect {
  // What a request means that leaves the field out.
  if (keyword === 'default' || keyword === 'discriminator') return 'other';
  if (was === undefined) return 'narrower';
  if (is === undefined) return 'wider';
  if (typeof was !== 'number' || typeof is !== 'number') return 'other';
  if (lower.has(keyword)) return is > was ? 'narrower' : 'wider';
  if (upper.has(keyword)) return is < was ? 'narrower' : 'wider';
  return 'other';
}

export function changed(name: string, was: unknown, is: unknown): string {
  if (was === undefined) return `\`${name}\` was added: ${JSON.stringify(is)}`;
  if (is === undefined) return `\`${name}\` was removed`;
  return `\`${name}\` changed from ${JSON.stringify(was)} to ${JSON.stringify(is)}`;
}

function compareRules({ direction, was, is }: Pair): Finding[] {
  const gone = [...was.rules].filter(([rule]) => !is.rules.has(rule));
  const come = [...is.rules].filter(([rule]) => !was.rules.has(rule));
  const codes =
    direction === 'answer'
      ? []
      : [...is.codes].flatMap(([keyword, { value, at }]) => {
          const before = was.codes.get(keyword)?.value;
          const isNew =
            before === undefined &&
            !was.keywords.has(keyword) &&
            !was.rules.has(keyword) &&
            !hadList(was, keyword);
          return before === value || isNew ? [] : [finding('breaking', at, refused(keyword, before, value))];
        });
  // One rule for another: nobody can say which of the requests of before are still valid.
  const isReplaced = gone.length > 0 && come.length > 0;
  const effect = (own: Effect): Finding['verdict'] =>
    isReplaced || direction === 'answer' ? 'breaking' : judged(direction, own);
  return [
    ...come.map(([, at]) => finding(effect('narrower'), at, 'a rule between fields was added or changed')),
    ...(isReplaced
      ? []
      : gone.map(([, at]) => finding(effect('wider'), is.at, 'a rule between fields was removed', at))),
    ...codes,
  ];
}

function hadList(was: Shape, keyword: string): boolean {
  return keyword === 'enum' && was.valuesAt !== undefined;
}

function refused(keyword: string, was: unknown, is: unknown): string {
  return `the refusal by \`${keyword}\` has the code ${String(is)} instead of ${String(was ?? 'VALIDATION_ERROR')}`;
}

function compareRequired({ direction, was, is }: Pair): Finding[] {
  if (direction === 'answer') {
    return [...was.required]
      .filter(([name]) => !is.required.has(name) && is.properties.has(name))
      .map(([name, at]) => ({
        ...finding(
          'breaking',
          is.requiredAt ?? is.at,
          `the field \`${name}\` may be missing in an answer`,
          at,
        ),
        trail: [name],
      }));
  }
  const needed = [...is.required].filter(([name]) => !was.required.has(name) && was.properties.has(name));
  const freed = [...was.required].filter(([name]) => !is.required.has(name) && is.properties.has(name));
  return [
    ...needed.map(([name, at]) => ({
      ...finding('breaking', at, `a request must have the field \`${name}\``),
      trail: [name],
    })),
    ...freed.map(([name]) => ({
      ...finding('addition', is.requiredAt ?? is.at, `a request need not have the field \`${name}\``),
      trail: [name],
    })),
  ];
}
