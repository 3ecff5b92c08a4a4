import type { FieldLayout, Layout, Message } from './layout.ts';
import { macBytes, macOf } from './mac.ts';

/** A message that does not follow the layout. Its words name fields, never values: those may be card data. */
export class MalformedMessage extends Error {
  override name = 'MalformedMessage';
}

/**
 * The bytes of a message, without the length in front.
 *
 * @throws MalformedMessage a value does not fit its field, or the layout has no such field
 */
export function pack(layout: Layout, { mti, fields }: Message): Buffer {
  if (!/^\d{4}$/.test(mti)) throw new MalformedMessage('the message type is not four digits');
  const numbers = Object.keys(fields)
    .map(Number)
    .toSorted((a, b) => a - b);
  const sealed = layout.mac && macFieldOf(numbers);
  if (sealed !== undefined) numbers.push(sealed);
  const parts = [writeDigits(layout.numbers, mti), writeBitmap(layout, numbers)];
  for (const number of numbers)
    if (number !== sealed) parts.push(writeField(layout, number, fields[number] ?? ''));
  const said = Buffer.concat(parts);
  const code = layout.mac ? [writeBytes(bytesIn(layout, 64), macOf(layout.mac, said))] : [];
  return Buffer.concat([Buffer.from(layout.header, 'hex'), said, ...code]);
}

/**
 * Reads the bytes of one message, without the length in front.
 *
 * @throws MalformedMessage whatever the bytes are, nothing else is thrown
 */
export function unpack(layout: Layout, bytes: Buffer): Message {
  const start = layout.header.length / 2;
  const cursor = new Cursor(bytes, start);
  const mti = readDigits(layout.numbers, cursor, 4);
  const numbers = readBitmap(layout, cursor);
  const sealed = layout.mac && numbers.at(-1);
  const fields: Record<number, string> = {};
  for (const number of numbers) if (number !== sealed) fields[number] = readField(layout, number, cursor);
  if (layout.mac) {
    if (sealed !== macFieldOf(numbers.slice(0, -1))) throw new MalformedMessage('the message has no MAC');
    const said = bytes.subarray(start, cursor.at);
    const code = readBytes(bytesIn(layout, 64), cursor, macBytes);
    if (!code.equals(macOf(layout.mac, said))) throw new MalformedMessage('the MAC is wrong');
  }
  if (cursor.at !== bytes.length) throw new MalformedMessage('bytes follow the last field');
  return { mti, fields };
}

/** The least bytes that a message can have: its header, its type and one bitmap. */
export function leastBytes({ header, numbers, bitmap }: Layout): number {
  return header.length / 2 + (numbers === 'bcd' ? 2 : 4) + (bitmap === 'binary' ? 8 : 16);
}

/** The code stands last: in field 64, or in 128 if there is a field behind 64. */
function macFieldOf(numbers: readonly number[]): 64 | 128 {
  return (numbers.at(-1) ?? 0) > 64 ? 128 : 64;
}

class Cursor {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  take(count: number): Buffer {
    const taken = this.#bytes.subarray(this.at, this.at + count);
    if (taken.length < count) throw new MalformedMessage('the message ends too early');
    this.at += count;
    return taken;
  }
}

function writeBitmap({ bitmap }: Layout, numbers: readonly number[]): Buffer {
  const isLong = (numbers.at(-1) ?? 0) > 64;
  const bits = Buffer.alloc(isLong ? 16 : 8);
  for (const number of isLong ? [1, ...numbers] : numbers)
    bits.writeUInt8(bits.readUInt8((number - 1) >> 3) | (0x80 >> ((number - 1) & 7)), (number - 1) >> 3);
  return writeBytes(bitmap, bits);
}

function readBitmap({ bitmap }: Layout, cursor: Cursor): number[] {
  const first = readBytes(bitmap, cursor, 8);
  const isLong = (first.readUInt8(0) & 0x80) !== 0;
  const bits = isLong ? Buffer.concat([first, readBytes(bitmap, cursor, 8)]) : first;
  const numbers: number[] = [];
  for (let number = 2; number <= bits.length * 8; number += 1)
    if ((bits.readUInt8((number - 1) >> 3) & (0x80 >> ((number - 1) & 7))) !== 0) numbers.push(number);
  return numbers;
}

function fieldOf(layout: Layout, number: number): FieldLayout {
  const field = layout.fields[number];
  // 1 is the second bitmap, and 65 would be a third one.
  if (!field || number < 2 || number === 65 || number > 128)
    throw new MalformedMessage(`field ${number} is not in the layout`);
  return field;
}

const allowed = {
  n: /^[0-9]*$/,
  an: /^[0-9A-Za-z ]*$/,
  ans: /^[\x20-\x7e]*$/,
  b: /^([0-9A-F]{2})*$/,
} as const;

function writeField(layout: Layout, number: number, value: string): Buffer {
  const field = fieldOf(layout, number);
  const { format, length, prefix } = field;
  const size = format === 'b' ? value.length / 2 : value.length;
  if (!allowed[format].test(value)) throw new MalformedMessage(`field ${number} is not of format ${format}`);
  const isWrong = size > length || (prefix === undefined && format === 'b' && size !== length);
  if (isWrong) throw new MalformedMessage(`field ${number} has ${size} of ${length}`);
  if (prefix !== undefined)
    return Buffer.concat([
      writeDigits(layout.numbers, digits(size, prefix)),
      writeValue(layout, field, value),
    ]);
  const filled = format === 'n' ? value.padStart(length, '0') : value.padEnd(length, ' ');
  return writeValue(layout, field, format === 'b' ? value : filled);
}

function writeValue(layout: Layout, { format, encoding }: FieldLayout, value: string): Buffer {
  if (format === 'b') return writeBytes(bytesAs(encoding), Buffer.from(value, 'hex'));
  return format === 'n' ? writeDigits(digitsAs(layout, encoding), value) : Buffer.from(value, 'latin1');
}

function readField(layout: Layout, number: number, cursor: Cursor): string {
  const { format, length, prefix, encoding } = fieldOf(layout, number);
  const size = prefix === undefined ? length : Number(readDigits(layout.numbers, cursor, prefix));
  if (size > length) throw new MalformedMessage(`field ${number} has ${size} of ${length}`);
  const value = readValue(layout, { format, length: size, ...(encoding && { encoding }) }, cursor);
  if (!allowed[format].test(value)) throw new MalformedMessage(`field ${number} is not of format ${format}`);
  return value;
}

function readValue(layout: Layout, { format, length, encoding }: FieldLayout, cursor: Cursor): string {
  if (format === 'b') return readBytes(bytesAs(encoding), cursor, length).toString('hex').toUpperCase();
  return format === 'n'
    ? readDigits(digitsAs(layout, encoding), cursor, length)
    : cursor.take(length).toString('latin1');
}

function digitsAs({ numbers }: Layout, encoding: FieldLayout['encoding']): 'ascii' | 'bcd' {
  return encoding === 'ascii' || encoding === 'bcd' ? encoding : numbers;
}

function bytesAs(encoding: FieldLayout['encoding']): 'binary' | 'hex' {
  return encoding === 'hex' ? 'hex' : 'binary';
}

function bytesIn({ fields }: Layout, number: number): 'binary' | 'hex' {
  return bytesAs(fields[number]?.encoding);
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}

/** An odd number of digits gets a zero in front as BCD. */
function writeDigits(encoding: 'ascii' | 'bcd', text: string): Buffer {
  if (encoding === 'ascii') return Buffer.from(text, 'latin1');
  return Buffer.from(text.length % 2 === 0 ? text : `0${text}`, 'hex');
}

function readDigits(encoding: 'ascii' | 'bcd', cursor: Cursor, count: number): string {
  const text =
    encoding === 'ascii'
      ? cursor.take(count).toString('latin1')
      : cursor.take((count + 1) >> 1).toString('hex');
  if (!/^[0-9]*$/.test(text)) throw new MalformedMessage('digits were expected');
  return text.slice(text.length - count);
}

function writeBytes(encoding: 'binary' | 'hex', bytes: Buffer): Buffer {
  return encoding === 'binary' ? bytes : Buffer.from(bytes.toString('hex').toUpperCase(), 'latin1');
}

function readBytes(encoding: 'binary' | 'hex', cursor: Cursor, count: number): Buffer {
  if (encoding === 'binary') return cursor.take(count);
  const text = cursor.take(count * 2).toString('latin1');
  if (!/^[0-9A-Fa-f]*$/.test(text)) throw new MalformedMessage('hexadecimal digits were expected');
  return Buffer.from(text, 'hex');
}
