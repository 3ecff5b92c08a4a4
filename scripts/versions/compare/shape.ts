import { annotations, type Contract } from './contract.ts';
import { type Fields, fieldsOf, isFields, listOf, type Place } from './source.ts';

type Found<Value> = { readonly value: Value; readonly at: Place };

/**
 * A schema as a caller meets it: references followed, `allOf` joined, null a type among others. Two documents that say
 * the same by other components, or by another way to write null, have the same shape.
 */
export type Shape = {
  at: Place;
  /** null is one of them. Undefined: any type. */
  types: Found<ReadonlySet<string>> | undefined;
  /** The values of `enum` or `const`, without null. */
  readonly values: Map<string, Found<unknown>>;
  /** Where the list of values stands; undefined if any value will do. */
  valuesAt: Place | undefined;
  /** The list is `x-extensible-enum`: more values may come. */
  isOpen: boolean;
  /** Bounds, patterns and other keywords with one value each. */
  readonly keywords: Map<string, Found<unknown>>;
  readonly properties: Map<string, Found<unknown[]>>;
  propertiesAt: Place | undefined;
  readonly required: Map<string, Place>;
  requiredAt: Place | undefined;
  /** Schemas of the items of a list, and of the fields that have no name. */
  readonly inner: Map<'items' | 'additionalProperties', Found<unknown[]>>;
  /** Alternatives: every list of `anyOf` or `oneOf` that stands by itself. */
  readonly alternatives: Map<'anyOf' | 'oneOf', Found<unknown[]>>;
  /** Rules between fields, in whichever keyword they stand: text → where. */
  readonly rules: Map<string, Place>;
  /** Keyword, or rule, → code of the refusal. */
  readonly codes: Map<string, Found<string>>;
  /** What else is said of a failure code: `retryable CODE` and `status CODE`. */
  readonly traits: Map<string, Found<unknown>>;
  /** What the values mean: value, or '' for all of them, → sentences. */
  readonly meanings: Map<string, Found<string>>;
  /** `x-meaning: same` stands beside the sentences. */
  meaningAt: Place | undefined;
};

/** Joins the parts of a schema: usually one, several where `allOf` names a property twice. */
export function shapeOf(contract: Contract, parts: readonly unknown[]): Shape {
  const shape: Shape = {
    at: contract.place(parts.at(-1)),
    types: undefined,
    values: new Map(),
    valuesAt: undefined,
    isOpen: false,
    keywords: new Map(),
    properties: new Map(),
    propertiesAt: undefined,
    required: new Map(),
    requiredAt: undefined,
    inner: new Map(),
    alternatives: new Map(),
    rules: new Map(),
    codes: new Map(),
    traits: new Map(),
    meanings: new Map(),
    meaningAt: undefined,
  };
  for (const part of parts) join(contract, shape, part);
  inferTypes(shape);
  return shape;
}

function join(contract: Contract, shape: Shape, part: unknown): void {
  if (!isFields(part)) return;
  if ('$ref' in part) {
    const target = contract.follow(part);
    shape.at = contract.place(target);
    join(contract, shape, target);
  }
  for (const [keyword, value] of Object.entries(part)) {
    const at = contract.place(part, keyword);
    const reader = readers[keyword];
    if (readWithIf.has(keyword)) continue;
    if (reader !== undefined) reader({ contract, shape, part, at }, value);
    else if (plainKeywords.has(keyword)) narrow(shape, keyword, { value, at });
    else if (keyword !== '$ref' && !annotations.has(keyword)) addRule({ contract, shape, part, at }, keyword);
  }
  joinNull(contract, shape, part);
}

/** A list of values says whether null is one of them, whatever the types beside it say. */
function joinNull(contract: Contract, shape: Shape, part: Fields): void {
  const values = 'const' in part ? [part['const']] : part['enum'];
  if (!Array.isArray(values)) return;
  const { types } = shape;
  if (values.includes(null)) shape.types = types ?? { value: new Set(['null']), at: contract.place(part) };
  else if (types)
    shape.types = { ...types, value: new Set([...types.value].filter((type) => type !== 'null')) };
}

/** Parts that bound the same must both be met: of two numbers the stricter one counts, of other keywords each. */
function narrow(shape: Shape, keyword: string, found: Found<unknown>): void {
  const before = shape.keywords.get(keyword);
  shape.keywords.set(keyword, before === undefined ? found : both(keyword, before, found));
}

function both(keyword: string, one: Found<unknown>, other: Found<unknown>): Found<unknown> {
  if (one.value === other.value || keyword === 'default') return other;
  const [first, second] = [Number(one.value), Number(other.value)];
  if (lower.has(keyword)) return second > first ? other : one;
  if (upper.has(keyword)) return second < first ? other : one;
  return { value: [one.value, other.value].flat().map(String).toSorted().join(' and '), at: other.at };
}

type Reading = {
  readonly contract: Contract;
  readonly shape: Shape;
  readonly part: Record<string, unknown>;
  readonly at: Place;
};

export const lower = new Set(['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum']);
export const upper = new Set(['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum']);

/** Keywords that are compared as they stand. */
const plainKeywords = new Set(
  `pattern format minLength maxLength minItems maxItems minProperties maxProperties minimum maximum exclusiveMinimum
  exclusiveMaximum multipleOf uniqueItems default x-no-card-number contentEncoding contentMediaType`.split(
    /\s+/u,
  ),
);

const readers: Readonly<Record<string, (reading: Reading, value: unknown) => void>> = {
  type: ({ shape, at }, value) => {
    const names = new Set(namesIn(value));
    const others = shape.types?.value ?? names;
    const shared = [...names, ...others].filter((type) => accepts(names, type) && accepts(others, type));
    shape.types = { value: new Set(shared), at };
  },
  nullable: ({ shape, at }, value) => {
    if (value === true) shape.types = { value: new Set([...(shape.types?.value ?? []), 'null']), at };
  },
  enum: (reading, value) => readValues(reading, value),
  const: (reading, value) => readValues(reading, [value]),
  'x-extensible-enum': (reading, value) => {
    readValues(reading, value);
    reading.shape.isOpen = true;
  },
  description: ({ shape, part, at }, value) => {
    const hasValues = 'enum' in part || 'const' in part || 'x-extensible-enum' in part;
    if (hasValues) shape.meanings.set('', { value: words(value), at });
  },
  'x-enumDescriptions': ({ contract, shape }, value) => {
    for (const [name, said] of Object.entries(fieldsOf(value)))
      shape.meanings.set(name, { value: words(said), at: contract.place(value, name) });
  },
  'x-meaning': ({ shape, at }) => {
    shape.meaningAt = at;
  },
  'x-retryable': ({ contract, shape }, value) => {
    for (const [index, code] of listOf(value).entries())
      shape.traits.set(`retryable ${String(code)}`, { value: true, at: contract.place(value, index) });
  },
  'x-status': ({ contract, shape }, value) => {
    for (const [code, status] of Object.entries(fieldsOf(value)))
      shape.traits.set(`status ${code}`, { value: status, at: contract.place(value, code) });
  },
  required: ({ contract, shape, at }, value) => {
    shape.requiredAt = at;
    for (const [index, name] of listOf(value).entries())
      shape.required.set(String(name), contract.place(value, index));
  },
  properties: ({ contract, shape, at }, value) => {
    shape.propertiesAt = at;
    for (const [name, child] of Object.entries(fieldsOf(value))) {
      const before = shape.properties.get(name)?.value ?? [];
      shape.properties.set(name, { value: [...before, child], at: contract.place(value, name) });
    }
  },
  items: ({ shape, at }, value) => {
    shape.inner.set('items', { value: [...(shape.inner.get('items')?.value ?? []), value], at });
  },
  additionalProperties: ({ shape, at }, value) => {
    if (value === true) return;
    if (isFields(value)) shape.inner.set('additionalProperties', { value: [value], at });
    else shape.keywords.set('additionalProperties', { value, at });
  },
  'x-error-code': ({ contract, shape }, value) => {
    for (const [keyword, code] of Object.entries(fieldsOf(value)))
      if (keyword in readers || plainKeywords.has(keyword))
        shape.codes.set(keyword, { value: String(code), at: contract.place(value, keyword) });
  },
  discriminator: ({ shape, at }, value) => {
    shape.keywords.set('discriminator', { value: fieldsOf(value)['propertyName'], at });
  },
  allOf: ({ contract, shape }, value) => {
    for (const [index, member] of listOf(value).entries()) {
      if (isOnlyRule(member)) addRules(contract, shape, fieldsOf(member), contract.place(value, index));
      else join(contract, shape, member);
    }
  },
  if: ({ contract, shape, part, at }) => addConditions(contract, shape, part, at),
  anyOf: (reading, value) => readAlternatives(reading, 'anyOf', value),
  oneOf: (reading, value) => readAlternatives(reading, 'oneOf', value),
};

/** A rule that stands among keywords with other meanings. What a boolean is not says which one it is. */
function addRule({ shape, part, at, contract }: Reading, keyword: string): void {
  const isBoolean = keyword === 'not' && part['type'] === 'boolean' && 'const' in fieldsOf(part['not']);
  const excluded = fieldsOf(part['not'])['const'];
  if (isBoolean) readValues({ contract, shape, part, at }, [excluded === false]);
  else addRules(contract, shape, { [keyword]: part[keyword], 'x-error-code': part['x-error-code'] }, at);
}

/** Every rule of a part, in whichever keyword it stands. */
function addRules(contract: Contract, shape: Shape, part: Fields, at: Place): void {
  const codes = fieldsOf(part['x-error-code']);
  const add = (keyword: string, text: string, place = at): void => {
    shape.rules.set(text, place);
    const code = codes[keyword];
    if (typeof code === 'string') shape.codes.set(text, { value: code, at: place });
  };
  if ('if' in part) addConditions(contract, shape, part, at);
  for (const [name, needed] of Object.entries(fieldsOf(part['dependentRequired'])))
    for (const other of listOf(needed)) add('dependentRequired', `${name} needs ${String(other)}`);
  for (const [keyword, value] of Object.entries(part)) {
    if (besideRules.has(keyword) || annotations.has(keyword)) continue;
    if (keyword.startsWith('x-') && Array.isArray(value))
      for (const rule of value) add(keyword, `${keyword}: ${contract.text(rule)}`, contract.place(rule));
    else add(keyword, `${keyword}: ${contract.text(value)}`);
  }
}

/** A rule for all objects is a rule without condition. */
function addConditions(contract: Contract, shape: Shape, part: Fields, at: Place): void {
  const then = fieldsOf(part['then']);
  if (contract.text(part['if']) === '{"type":"object"}') {
    const { allOf, ...beside } = then;
    for (const member of listOf(allOf))
      addRules(contract, shape, ruleOf(contract, member), contract.place(member));
    addRules(contract, shape, beside, contract.place(then));
  } else {
    const texts = ['if', 'then', 'else'].map((keyword) => `${keyword} ${contract.text(part[keyword])}`);
    shape.rules.set(texts.join(' '), at);
  }
}

/** A rule may be a component of its own, with more beside the reference. */
function ruleOf(contract: Contract, member: unknown): Fields {
  const { $ref: reference, ...beside } = fieldsOf(member);
  return reference === undefined ? beside : { ...fieldsOf(contract.follow(member)), ...beside };
}

const readWithIf = new Set(['then', 'else']);

/** What stands beside a rule, and what is read by itself. */
const besideRules = new Set(
  'type additionalProperties x-error-code if then else dependentRequired'.split(' '),
);

function isOnlyRule(member: unknown): boolean {
  const keywords = new Set(Object.keys(fieldsOf(member)));
  if (keywords.has('$ref') || keywords.has('properties')) return false;
  return ['if', 'not', 'anyOf', 'oneOf', 'dependentRequired'].some((keyword) => keywords.has(keyword));
}

function readValues({ contract, shape, at }: Reading, value: unknown): void {
  const allowed = shape.valuesAt === undefined || shape.isOpen ? undefined : new Set(shape.values.keys());
  shape.values.clear();
  shape.valuesAt = at;
  // The list of a `const` is made here and stands in no file.
  const isRead = Array.isArray(value) && contract.has(value);
  for (const [index, each] of listOf(value).entries()) {
    const place = isRead ? contract.place(value, index) : at;
    const text = JSON.stringify(each);
    if (each !== null && allowed?.has(text) !== false) shape.values.set(text, { value: each, at: place });
  }
}

function readAlternatives(
  { contract, shape, at }: Reading,
  keyword: 'anyOf' | 'oneOf',
  value: unknown,
): void {
  const members = listOf(value);
  const others = members.filter((member) => fieldsOf(contract.follow(member))['type'] !== 'null');
  if (others.length < members.length) {
    const before = shape.types?.value ?? [];
    const [only] = others;
    if (others.length === 1) join(contract, shape, only);
    shape.types = {
      value: new Set([...before, ...(shape.types?.value ?? []), 'null']),
      at: shape.types?.at ?? at,
    };
    if (others.length === 1) return;
  }
  addChoice({ contract, shape, at }, keyword, others);
}

/** A choice beside another one is compared by its text: nobody can say which belongs to which. */
function addChoice(
  { contract, shape, at }: Omit<Reading, 'part'>,
  keyword: 'anyOf' | 'oneOf',
  members: readonly unknown[],
): void {
  if (shape.alternatives.has(keyword)) shape.rules.set(`${keyword}: ${contract.text(members)}`, at);
  else shape.alternatives.set(keyword, { value: [...members], at });
}

/** A list of values says the type, if nothing else does; so do fields. */
function inferTypes(shape: Shape): void {
  if (shape.types !== undefined && [...shape.types.value].some((type) => type !== 'null')) return;
  const at = shape.valuesAt ?? shape.propertiesAt;
  if (at === undefined) return;
  const types = [...shape.values.values()].map(({ value }) => typeof value);
  const said = shape.valuesAt === undefined ? ['object'] : types;
  shape.types = { value: new Set([...(shape.types?.value ?? []), ...said]), at };
}

export function accepts(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function namesIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** Sentences without the way they are broken into lines. */
function words(value: unknown): string {
  return String(value).replaceAll(/\s+/gu, ' ').trim();
}
