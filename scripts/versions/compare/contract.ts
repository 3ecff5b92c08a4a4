import { type Fields, fieldsOf, isFields, type Place, type Source, Unreadable } from './source.ts';

/** The two documents of one version. A reference leads within its own document, or from webhooks.yaml to openapi.yaml. */
export class Contract {
  readonly openapi: Source;
  readonly webhooks: Source;
  readonly #texts = new Map<object, string>();
  readonly #targets = new Map<object, unknown>();

  constructor(openapi: Source, webhooks: Source) {
    this.openapi = openapi;
    this.webhooks = webhooks;
  }

  /** The part that a reference names, or the part itself. */
  follow(part: unknown): unknown {
    if (!isFields(part) || typeof part['$ref'] !== 'string') return part;
    const known = this.#targets.get(part);
    if (known !== undefined) return known;
    const [document = '', pointer = ''] = part['$ref'].split('#/');
    const source = document === '' ? this.sourceOf(part) : this.openapi;
    const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const target = steps.reduce<unknown>((parent, step) => fieldsOf(parent)[step], source.root);
    if (target === undefined) {
      const { file, line } = this.place(part);
      throw new Unreadable(`${file}:${line}: ${part['$ref']} leads nowhere`);
    }
    const end = this.follow(target);
    this.#targets.set(part, end);
    return end;
  }

  /** The line of a key of a part, or else of the part itself. */
  place(part: unknown, key?: string | number): Place {
    const node = typeof part === 'object' && part !== null ? part : this.openapi.root;
    return new Spot(this, node, key);
  }

  sourceOf(part: object): Source {
    return this.webhooks.has(part) ? this.webhooks : this.openapi;
  }

  /** Whether the part was read from one of the documents. */
  has(part: object): boolean {
    return this.openapi.has(part) || this.webhooks.has(part);
  }

  /** The part with all references followed, keys in order and without annotations: equal texts ask for the same. */
  text(part: unknown): string {
    if (Array.isArray(part)) return `[${part.map((each) => this.text(each)).join(',')}]`;
    if (!isFields(part)) return part === true ? '{}' : JSON.stringify(part ?? null);
    const known = this.#texts.get(part);
    if (known !== undefined) return known;
    this.#texts.set(part, '"(itself)"');
    const { $ref: _reference, ...beside } = part;
    const whole = { ...fieldsOf('$ref' in part ? this.follow(part) : {}), ...beside };
    const said = Object.keys(whole)
      .filter((key) => !annotations.has(key) && !isSaidAnyway(whole, key))
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${this.#entry(key, whole[key])}`);
    const text = `{${said.join(',')}}`;
    this.#texts.set(part, text);
    return text;
  }

  #entry(key: string, value: unknown): string {
    if (['properties', 'patternProperties', 'dependentSchemas'].includes(key)) {
      const names = Object.entries(fieldsOf(value)).toSorted(([a], [b]) => (a < b ? -1 : 1));
      return `{${names.map(([name, child]) => `${JSON.stringify(name)}:${this.text(child)}`).join(',')}}`;
    }
    const isSet = ['required', 'enum', 'type'].includes(key) && Array.isArray(value);
    return this.text(isSet ? value.toSorted((a, b) => String(a).localeCompare(String(b))) : value);
  }
}

/** That fields belong to an object, and that an object has others too. */
function isSaidAnyway(schema: Fields, key: string): boolean {
  if (key === 'type') return schema['type'] === 'object' && ('properties' in schema || 'required' in schema);
  return key === 'additionalProperties' && schema[key] === true;
}

/** Keywords that say something to readers and generators, and nothing to a validator. */
export const annotations: ReadonlySet<string> = new Set(
  'title description summary examples example deprecated externalDocs xml $comment x-origin x-named-by x-brand x-meaning'.split(
    ' ',
  ),
);

/** The name of the component that a reference leads to. */
export function nameOf(part: unknown): string | undefined {
  const reference = isFields(part) ? part['$ref'] : undefined;
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

/** A place whose line is looked up when somebody asks: of most, nobody does. */
class Spot implements Place {
  readonly #contract: Contract;
  readonly #part: object;
  readonly #key: string | number | undefined;

  constructor(contract: Contract, part: object, key: string | number | undefined) {
    this.#contract = contract;
    this.#part = part;
    this.#key = key;
  }

  get file(): string {
    return this.#contract.sourceOf(this.#part).file;
  }

  get line(): number {
    return this.#contract.sourceOf(this.#part).line(this.#part, this.#key);
  }
}
