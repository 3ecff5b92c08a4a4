import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passesLuhn } from '../../../src/platform/card-numbers.ts';

/** A new card number, because a known one may stand in a file for another reason. */
export function aPan(prefix: string): string {
  const fifteen = prefix + Array.from({ length: 15 - prefix.length }, () => randomInt(10)).join('');
  return Array.from({ length: 10 }, (_, last) => fifteen + last).find(passesLuhn) ?? '';
}

const tlv = (tag: string, value: string) =>
  `${tag}${(value.length / 2).toString(16).padStart(2, '0')}${value}`;

/** What a chip says: the card number (5A), the equivalent of track 2 (57), the holder (5F20) and a cryptogram (9F26). */
export function chipDataOf(pan: string): Buffer {
  const track2 = `${pan}D40122010000012345F`.padEnd(38, 'F');
  const holder = Buffer.from('MOYO/TENDAI').toString('hex');
  const data =
    tlv('5A', pan) +
    tlv('57', track2) +
    tlv('5F20', holder) +
    tlv('9F26', 'A1B2C3D4E5F60718') +
    tlv('82', '3900');
  return Buffer.from(data, 'hex');
}

type Needle = { readonly what: string; readonly bytes: Buffer };

/**
 * Base64 of something that stands anywhere in longer data: where it begins decides how it looks. The first and last letters also depend
 * on the neighbours, and are left out.
 */
function inBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const isShared = (before + bytes.length) % 3 !== 0;
    return text.slice(before === 0 ? 0 : before + 1, isShared ? -1 : undefined);
  });
}

/** The ways in which a card number may stand somewhere. Packed digits in hexadecimal are the digits themselves. */
export function needlesOf(pan: string): readonly Needle[] {
  const [ascii, packed] = [Buffer.from(pan), Buffer.from(pan, 'hex')];
  const texts = [
    pan,
    ...[' ', '-', '+', '%20'].map((by) => pan.match(/\d{4}/g)?.join(by) ?? ''),
    ascii.toString('hex'),
    ascii.toString('hex').toUpperCase(),
    ...inBase64(ascii),
    ...inBase64(packed),
  ];
  const wide = Buffer.from(pan, 'utf16le');
  return [
    ...texts.map((text) => ({ what: text, bytes: Buffer.from(text) })),
    { what: `${pan} in packed digits`, bytes: packed },
    { what: `${pan} in UTF-16`, bytes: wide },
  ];
}

/** Data of a reader: as sent and decoded, in pieces, since a page or a shortened line may cut it. */
export function piecesOf(data: Buffer): readonly Needle[] {
  const base64 = data.toString('base64');
  const texts = [base64.slice(0, 40), base64.slice(-40), data.toString('hex').slice(0, 40)];
  return [
    ...texts.map((text) => ({ what: `reader data ${text}`, bytes: Buffer.from(text) })),
    { what: 'reader data', bytes: data.subarray(-20) },
  ];
}

/**
 * A verification value where it would stand as a value of its own: in a row as text or in JSON, in a log, in a form, or as a short text
 * in a page of PostgreSQL. Three digits alone occur everywhere.
 */
export function cvvNeedlesOf(cvv: string): readonly Needle[] {
  const texts = [`,${cvv},`, `"${cvv}"`, `(${cvv},`, `,${cvv})`, `cvv=${cvv}`, `\t${cvv}`];
  return texts.map((text) => ({ what: `verification value ${text}`, bytes: Buffer.from(text) }));
}

export function foundIn(hay: string | Buffer, needles: readonly Needle[]): readonly string[] {
  const bytes = typeof hay === 'string' ? Buffer.from(hay) : hay;
  return needles.filter((needle) => bytes.includes(needle.bytes)).map(({ what }) => what);
}

/** All files below some folders. */
export function* filesBelow(
  folders: readonly string[],
): Generator<{ readonly path: string; readonly bytes: Buffer }> {
  for (const folder of folders)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) yield { path, bytes: readFileSync(path) };
    }
}
