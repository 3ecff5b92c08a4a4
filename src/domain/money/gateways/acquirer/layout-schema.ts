// How settings are described, and the part of them that says how messages are written.

export const text = (description: string, pattern: string, words: string) => ({
  description,
  type: 'string',
  pattern,
  'x-words': `${words}.`,
});
export const wholeNumber = (description: string, [minimum, maximum]: readonly [number, number]) => ({
  description,
  type: 'integer',
  minimum,
  maximum,
  'x-words': `must be a whole number from ${minimum} to ${maximum}.`,
});
export const closed = (
  description: string,
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
) => ({ description, type: 'object', additionalProperties: false, required, properties });

const fieldLayout = closed(
  'How this acquirer writes a field, where it differs from ISO 8583:1987.',
  {
    format: {
      description: 'Digits, letters and digits, printable characters, or bytes.',
      enum: ['n', 'an', 'ans', 'b'],
    },
    length: wholeNumber('In digits, characters or bytes; with a prefix: at most.', [1, 999]),
    prefix: { description: 'The digits of the length in front. Absent: a fixed length.', enum: [2, 3] },
    encoding: { description: 'Absent: as the layout says.', enum: ['ascii', 'bcd', 'binary', 'hex'] },
  },
  ['format', 'length'],
);

/** Checks and describes `layout` of an entry. */
export const layoutSchema = closed(
  'How the acquirer writes messages. Its manual says so.',
  {
    preset: {
      description:
        '`ascii`: digits as text, a bitmap of hexadecimal digits, a length of four digits. `bcd`: two digits in a byte, a binary bitmap, a length of two bytes.',
      enum: ['ascii', 'bcd'],
    },
    length_header: {
      description:
        'The length in front of each message: two bytes, four digits, or four digits in two bytes.',
      enum: ['binary', 'ascii', 'bcd'],
    },
    header: text(
      'Bytes in front of the message type, such as a TPDU (6000030000). Default: none.',
      '^([0-9A-Fa-f]{2}){0,32}$',
      'must be hexadecimal digits, at most 32 bytes',
    ),
    bitmap: { description: 'How the bitmap is written.', enum: ['binary', 'hex'] },
    fields: {
      description: 'Fields that differ from ISO 8583:1987, by number.',
      type: 'object',
      propertyNames: { pattern: '^([2-9]|[1-9][0-9]|1[01][0-9]|12[0-8])$' },
      additionalProperties: fieldLayout,
    },
    mac: closed(
      'A code that proves who sent a message: field 64, or 128 if there is a second bitmap. Absent: none.',
      {
        algorithm: {
          description: 'ANSI X9.19 or the first 8 bytes of HMAC-SHA256.',
          enum: ['x9.19', 'hmac-sha256'],
        },
        key: text(
          'Hexadecimal; of X9.19 16 bytes. Write `{ env: NAME }`, never the key itself.',
          '^([0-9A-Fa-f]{2}){16,64}$',
          'must be 16 bytes or more, as hexadecimal digits',
        ),
      },
      ['algorithm', 'key'],
    ),
    longest: wholeNumber('The longest message in bytes. Default: 4096.', [64, 9999]),
  },
  ['preset'],
);
