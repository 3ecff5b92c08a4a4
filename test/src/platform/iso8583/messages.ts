import * as fc from 'fast-check';
import {
  type FieldLayout,
  type Layout,
  type Message,
  standardFields,
} from '../../../../src/platform/iso8583/layout.ts';

/** No secret: a key of tests. */
export const macKey = ['0123456789ABCDEF', 'FEDCBA9876543210'].join('');

export const aLayout = (about: Partial<Layout> = {}): Layout => ({
  lengthHeader: 'binary',
  header: '',
  numbers: 'bcd',
  bitmap: 'binary',
  fields: standardFields,
  longest: 9999,
  ...about,
});

const digit = fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9');
const letter = fc.constantFrom('A', 'Q', 'Z', 'a', 'q', 'z', '0', '5', '9', ' ');
const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

/** A value as it comes out again: of full length where the field has a fixed one. */
function valueFor({ format, length, prefix }: FieldLayout): fc.Arbitrary<string> {
  const size = { minLength: prefix === undefined ? length : 0, maxLength: length };
  if (format === 'b')
    return fc.uint8Array(size).map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase());
  return fc.string({ unit: { n: digit, an: letter, ans: printable }[format], ...size });
}

/** A message with some of these fields. */
export function messageOf(fields: Layout['fields']): fc.Arbitrary<Message> {
  const each = Object.entries(fields).map(([at, field]) =>
    fc.option(
      valueFor(field).map((value) => [at, value] as const),
      { nil: undefined },
    ),
  );
  return fc.record({
    mti: fc.string({ unit: digit, minLength: 4, maxLength: 4 }),
    fields: fc.tuple(...each).map((some) => Object.fromEntries(some.filter((one) => one !== undefined))),
  });
}

const fieldLayout: fc.Arbitrary<FieldLayout> = fc
  .record({
    format: fc.constantFrom('n', 'an', 'ans', 'b'),
    length: fc.integer({ min: 1, max: 99 }),
    prefix: fc.constantFrom(undefined, 2, 3),
    encoding: fc.constantFrom(undefined, 'ascii', 'bcd', 'binary', 'hex'),
  })
  .map(({ prefix, encoding, ...field }) => ({
    ...field,
    ...(prefix !== undefined && { prefix }),
    ...(encoding !== undefined && { encoding }),
  }));

const mac = fc.record({ algorithm: fc.constantFrom('x9.19', 'hmac-sha256'), key: fc.constant(macKey) });

/** Any layout, without the fields of its MAC. */
export const anyLayout: fc.Arbitrary<Layout> = fc
  .record({
    lengthHeader: fc.constantFrom('binary', 'ascii', 'bcd'),
    header: fc.constantFrom('', '6000030000', '00'),
    numbers: fc.constantFrom('ascii', 'bcd'),
    bitmap: fc.constantFrom('binary', 'hex'),
    numbered: fc.dictionary(
      fc
        .integer({ min: 2, max: 127 })
        .filter((at) => at !== 64 && at !== 65)
        .map(String),
      fieldLayout,
      { maxKeys: 30 },
    ),
    mac: fc.option(mac, { nil: undefined }),
  })
  .map(({ numbered, mac: sealing, ...layout }) => ({
    ...layout,
    fields: numbered,
    longest: 9999,
    ...(sealing && { mac: sealing }),
  }));
