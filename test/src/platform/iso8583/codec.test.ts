import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedMessage, pack, unpack } from '../../../../src/platform/iso8583/codec.ts';
import { FrameReader, frame } from '../../../../src/platform/iso8583/frames.ts';
import { standardFields } from '../../../../src/platform/iso8583/layout.ts';
import { macOf } from '../../../../src/platform/iso8583/mac.ts';
import { isWholeProfile } from '../../../support/faults/profile.ts';
import { jposIsMissing, startJpos } from '../../../support/rails/jpos.ts';
import { moovIsMissing, startMoov } from '../../../support/rails/moov.ts';
import { aLayout, anyLayout, macKey, messageOf } from './messages.ts';

const runs = { numRuns: isWholeProfile ? 5000 : 300 };
const withMessage = anyLayout.chain((layout) => fc.tuple(fc.constant(layout), messageOf(layout.fields)));

describe('a message', () => {
  it('comes out as it went in, in any layout', () => {
    fc.assert(
      fc.property(withMessage, ([layout, message]) => {
        expect(unpack(layout, pack(layout, message))).toEqual(message);
      }),
      runs,
    );
  });

  it('fills short values: digits with zeros on the left, text with spaces on the right', () => {
    const layout = aLayout();

    const { fields } = unpack(layout, pack(layout, { mti: '0200', fields: { 4: '1250', 41: 'SHOP' } }));

    expect(fields).toEqual({ 4: '000000001250', 41: 'SHOP    ' });
  });

  it.each([
    ['a value that is too long', { 3: '1234567' }],
    ['letters where digits belong', { 4: '12a' }],
    ['a field that the layout has not', { 5: '1' }],
    ['characters that cannot be printed', { 48: 'a\u0000' }],
    ['bytes of another length than the fixed one', { 128: 'AA' }],
    ['the third bitmap', { 65: '1' }],
  ])('is refused with %s, and the words do not repeat the value', (_what, fields: Record<number, string>) => {
    const [value = ''] = Object.values(fields);
    const packing = () => pack(aLayout(), { mti: '0200', fields });

    expect(packing).toThrow(MalformedMessage);
    expect(packing).not.toThrow(value);
  });

  it('has the MAC of ISO 9797-1, algorithm 3, as its annex shows it', () => {
    const code = macOf({ algorithm: 'x9.19', key: macKey }, Buffer.from('Now is the time for all '));

    expect(code.toString('hex')).toBe('a1c72e74ea3fa9b6');
  });

  it('is refused with any other MAC, or with none', () => {
    const layout = aLayout({ mac: { algorithm: 'hmac-sha256', key: macKey } });
    const message = { mti: '0200', fields: { 4: '000000001250', 90: '0'.repeat(42) } };
    const bytes = pack(layout, message);

    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => unpack(layout, changed)).toThrow(MalformedMessage);
      }),
      runs,
    );
    expect(() => unpack(layout, pack(aLayout(), message))).toThrow(MalformedMessage);
  });
});

describe('bytes that are no message', () => {
  it('are refused as such, whatever they are', () => {
    fc.assert(
      fc.property(anyLayout, fc.uint8Array({ maxLength: 300 }), (layout, bytes) => {
        expect(readsOrRefuses(() => unpack(layout, Buffer.from(bytes)))).toBe(true);
      }),
      runs,
    );
  });

  it('are refused as such when they were a message that some bytes were changed in', () => {
    const change = fc.tuple(fc.nat(400), fc.nat(255));
    fc.assert(
      fc.property(
        withMessage,
        fc.array(change, { minLength: 1, maxLength: 4 }),
        ([layout, message], changes) => {
          const bytes = pack({ ...layout }, message);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          expect(readsOrRefuses(() => unpack(layout, bytes))).toBe(true);
        },
      ),
      runs,
    );
  });
});

/** True if the work is done, or refused as a malformed message. */
function readsOrRefuses(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    return error instanceof MalformedMessage;
  }
}

describe('a stream of messages', () => {
  it('is cut into the same messages, in whatever pieces it arrives', () => {
    const several = anyLayout.chain((layout) =>
      fc.tuple(
        fc.constant(layout),
        fc.array(messageOf(layout.fields), { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 }),
      ),
    );
    fc.assert(
      fc.property(several, ([layout, messages, sizes]) => {
        const packed = messages.map((message) => pack(layout, message));
        const stream = Buffer.concat(packed.map((bytes) => frame(layout, bytes)));
        const reader = new FrameReader(layout);
        const read: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          read.push(...reader.push(stream.subarray(at, at + size)));
          at += size;
        }
        expect(read).toEqual(packed);
        expect(reader.hasBegun).toBe(false);
      }),
      runs,
    );
  });

  it.each([
    ['binary', 'ffff'],
    ['binary', '0000'],
    ['ascii', '39393939'],
    ['ascii', '2d313233'],
    ['bcd', 'ffff'],
  ] as const)('ends at a length that no message has: %s %s', (lengthHeader, hex) => {
    const reader = new FrameReader(aLayout({ lengthHeader, longest: 4096 }));

    expect(() => reader.push(Buffer.from(hex, 'hex'))).toThrow(MalformedMessage);
  });

  it('waits for the last byte of the longest message, and keeps nothing after it', () => {
    const reader = new FrameReader(aLayout({ longest: 4096 }));
    reader.push(Buffer.from('1000', 'hex'));

    for (let sent = 0; sent < 4095; sent += 15) reader.push(Buffer.alloc(15));

    expect(reader.push(Buffer.alloc(1))).toHaveLength(1);
    expect(reader.hasBegun).toBe(false);
  });
});

const count = isWholeProfile ? 10_000 : 200;
/** What the strangers know: the fields of our standard layout, without those of the MAC. */
const { 64: _first, 128: _second, ...fields } = standardFields;
/** jPOS leaves out a field that is empty. */
const spoken = messageOf(fields).filter((message) =>
  Object.values(message.fields).every((value) => value !== ''),
);

const strangers = [
  { name: 'moov-io/iso8583', why: moovIsMissing, start: startMoov },
  {
    name: 'jPOS',
    why: jposIsMissing,
    start: async (kind: 'ascii' | 'bcd') => {
      const { ask, stop } = await startJpos(kind, {}, undefined, false);
      return { ask, end: stop };
    },
  },
];

for (const { name, why, start } of strangers) {
  describe.skipIf(why !== undefined)(`${name} as a second opinion${why ? ` (skipped: ${why})` : ''}`, () => {
    it.each(['ascii', 'bcd'] as const)(`packs and unpacks ${count} messages as we do: %s`, async (kind) => {
      const layout =
        kind === 'bcd' ? aLayout() : aLayout({ numbers: 'ascii', bitmap: 'hex', lengthHeader: 'ascii' });
      const program = await start(kind);
      const differences: unknown[] = [];
      for (const message of fc.sample(spoken, { numRuns: count, seed: 8583 })) {
        const ours = pack(layout, message);
        const theirs = await program.ask(`pack ${words(message)}`);
        const read = await program.ask(`unpack ${ours.toString('hex')}`);
        const isSame =
          theirs.toLowerCase() === ours.toString('hex') &&
          read.toLowerCase() === words(message).toLowerCase();
        if (!isSame) differences.push({ message, ours: ours.toString('hex'), theirs, read });
      }
      program.end();

      process.stdout.write(
        `${name}, ${kind}: ${count} messages each way, ${differences.length} differences\n`,
      );
      expect(differences.slice(0, 3)).toEqual([]);
    });
  });
}

/** `0200 4:303030 55:9f26`: values as the hexadecimal digits of their bytes. */
function words({ mti, fields: said }: { mti: string; fields: Readonly<Record<number, string>> }): string {
  const shown = Object.entries(said).map(([at, value]) => {
    const isBytes = fields[Number(at)]?.format === 'b';
    return `${at}:${isBytes ? value : Buffer.from(value, 'latin1').toString('hex')}`;
  });
  return [mti, ...shown].join(' ');
}
