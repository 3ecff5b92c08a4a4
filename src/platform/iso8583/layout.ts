/** `n`: digits. `an`: letters and digits. `ans`: printable characters. `b`: bytes, written as hexadecimal digits. */
type FieldFormat = 'n' | 'an' | 'ans' | 'b';

/** How one field is written. ISO 8583 says what a field means; how it is written is agreed with whoever is at the other end. */
export type FieldLayout = {
  readonly format: FieldFormat;
  /** In digits, characters or bytes: exactly so many, or at most so many if a length stands in front. */
  readonly length: number;
  /** The digits of the length in front: 2 for LLVAR, 3 for LLLVAR. Absent: a fixed length. */
  readonly prefix?: 2 | 3;
  /** Where this field differs from the layout: digits as `ascii` or `bcd`, bytes as `binary` or `hex`. */
  readonly encoding?: 'ascii' | 'bcd' | 'binary' | 'hex';
};

export type Mac = {
  readonly algorithm: 'x9.19' | 'hmac-sha256';
  /** Hexadecimal. Of X9.19 16 bytes. */
  readonly key: string;
};

export type Layout = {
  /** The length in front of each message: two bytes, four digits, or four digits in two bytes. */
  readonly lengthHeader: 'binary' | 'ascii' | 'bcd';
  /** Bytes between the length and the message type, such as a TPDU; hexadecimal. */
  readonly header: string;
  /** How the message type, fields of digits, and lengths in front of fields are written. */
  readonly numbers: 'ascii' | 'bcd';
  /** 8 or 16 bytes, or twice as many hexadecimal digits. */
  readonly bitmap: 'binary' | 'hex';
  readonly fields: Readonly<Record<number, FieldLayout>>;
  /** In field 64, or in field 128 if the message has a second bitmap. Absent: messages carry no code. */
  readonly mac?: Mac;
  /** The longest message that is sent or taken, in bytes. */
  readonly longest: number;
};

/** Values of bytes are hexadecimal, in capitals. A field of fixed length is filled with zeros on the left, or spaces on the right. */
export type Message = { readonly mti: string; readonly fields: Readonly<Record<number, string>> };

const n = (length: number): FieldLayout => ({ format: 'n', length });
const an = (length: number): FieldLayout => ({ format: 'an', length });
const ans = (length: number): FieldLayout => ({ format: 'ans', length });
const b = (length: number): FieldLayout => ({ format: 'b', length });
const upTo = (prefix: 2 | 3, field: FieldLayout): FieldLayout => ({ ...field, prefix });

/** The fields of ISO 8583:1987 that payments use, with the lengths of the standard. */
export const standardFields: Readonly<Record<number, FieldLayout>> = {
  2: upTo(2, n(19)),
  3: n(6),
  4: n(12),
  7: n(10),
  11: n(6),
  12: n(6),
  13: n(4),
  14: n(4),
  15: n(4),
  18: n(4),
  22: n(3),
  23: n(3),
  25: n(2),
  32: upTo(2, n(11)),
  37: ans(12),
  38: ans(6),
  39: an(2),
  41: ans(8),
  42: ans(15),
  43: ans(40),
  44: upTo(2, ans(25)),
  48: upTo(3, ans(999)),
  49: n(3),
  54: upTo(3, ans(120)),
  55: upTo(3, b(999)),
  60: upTo(3, ans(999)),
  61: upTo(3, ans(999)),
  62: upTo(3, ans(999)),
  63: upTo(3, ans(999)),
  64: b(8),
  70: n(3),
  90: n(42),
  95: ans(42),
  102: upTo(2, ans(28)),
  103: upTo(2, ans(28)),
  128: b(8),
};
