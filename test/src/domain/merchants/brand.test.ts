import { describe, expect, it } from 'vitest';
import { contrast, readColour, textOn } from '../../../../src/domain/merchants/accounts/colour.ts';
import { readLogo } from '../../../../src/domain/merchants/accounts/logo.ts';
import { accentStyle } from '../../../../src/pages/assets/accent.ts';
import { aPng } from '../../../support/builders/pictures.ts';

describe('a colour', () => {
  it.each([
    ['#0B5CAD', '#0b5cad'],
    [' 0b5cad ', '#0b5cad'],
    ['#05a', '#0055aa'],
  ])('is read from %s', (text, colour) => {
    expect(readColour(text)).toBe(colour);
  });

  it.each(['', 'red', '#12345', '#1234567', 'rgb(0,0,0)', '#0b5cad;}', '#0b5cag'])(
    'is not read from "%s"',
    (text) => {
      expect(readColour(text)).toBeUndefined();
    },
  );

  it.each([
    ['#ffffff', '#000000', 21],
    ['#ffffff', '#767676', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
  ])('has the contrast of WCAG: %s and %s', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  });

  it.each([
    ['#000000', '#ffffff'],
    ['#0b5cad', '#ffffff'],
    ['#ffd65c', '#16202c'],
    ['#ffffff', '#16202c'],
    ['#767676', '#ffffff'],
    // Between the two no text can be read well.
    ['#7f7f7f', undefined],
    ['#e03c31', undefined],
  ])('decides the text on it: %s', (colour, text) => {
    expect(textOn(colour)).toBe(text);
  });

  it('is never given text with too little contrast', () => {
    const steps = [0, 51, 102, 119, 127, 153, 204, 255].map((part) => part.toString(16).padStart(2, '0'));
    const all = steps.flatMap((red) =>
      steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
    );
    const poor = all.filter((colour) => {
      const text = textOn(colour);
      return text !== undefined && contrast(text, colour) < 4.5;
    });

    expect(poor).toEqual([]);
  });
});

const linkIn = (css: string): string | undefined => /--main:(#[0-9a-f]{6})/.exec(css)?.[1];

describe('the style of a colour', () => {
  const [light, dark] = [
    { paper: '#ffffff', ground: '#f2f4f7' },
    { paper: '#17202a', ground: '#0e141b' },
  ];

  it.each(['#0b5cad', '#ffd65c', '#000000', '#ffffff', '#767676', '#b3261e', '#8fc4ff'])(
    'has it in links only where it can be read: %s',
    (colour) => {
      const [always = '', ofLight = '', ofDark = ''] = accentStyle(colour).css.split('@media');
      const readable = ({ paper, ground }: typeof light) =>
        contrast(colour, paper) >= 4.5 && contrast(colour, ground) >= 4.5 ? colour : undefined;

      expect(always).toContain(`--fill:${colour};`);
      expect([linkIn(ofLight), linkIn(ofDark)]).toEqual([readable(light), readable(dark)]);
    },
  );

  it('lets no other text into the page', () => {
    expect(accentStyle('red;}</style><script>').css).toBe('');
    expect(accentStyle('#7f7f7f').css).toBe('');
  });
});

describe('a logo', () => {
  const png = aPng(64, 32);

  it('is a picture by its content', () => {
    expect(readLogo(png)).toEqual({ mediaType: 'image/png', width: 64, height: 32, content: png });
    expect(readLogo(jpeg(300, 200))).toMatchObject({ mediaType: 'image/jpeg', width: 300, height: 200 });
    expect(readLogo(webp('VP8 ', lossy(64, 48)))).toMatchObject({
      mediaType: 'image/webp',
      width: 64,
      height: 48,
    });
    expect(readLogo(webp('VP8L', lossless(64, 48)))).toMatchObject({ width: 64, height: 48 });
    expect(readLogo(webp('VP8X', extended(64, 48, 0)))).toMatchObject({ width: 64, height: 48 });
  });

  it.each<readonly [string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', Buffer.from('GIF89a'.padEnd(200, ' '))],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PNG that was cut off', png.subarray(0, -4)],
    ['a PNG with a page behind it', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])],
    ['a PNG whose chunk says it is endless', longChunk(png)],
    ['the beginning of a PNG', png.subarray(0, 20)],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a JPEG with a page behind it', Buffer.concat([jpeg(20, 20), Buffer.from('<script>')])],
    [
      'a JPEG whose segment has no length',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd9]),
    ],
    ['a WebP whose length is wrong', Buffer.concat([webp('VP8L', lossless(20, 20)), Buffer.from('x')])],
    ['a WebP of an unknown kind', webp('ALPH', Buffer.alloc(20))],
  ])('is not %s', (_, content) => {
    expect(readLogo(content)).toBe('not a picture');
  });

  it('stands still', () => {
    expect(readLogo(aPng(32, 32, [['acTL', Buffer.alloc(8)]]))).toBe('moves');
    expect(readLogo(webp('VP8X', extended(64, 48, 0b10)))).toBe('moves');
  });

  it('is neither too small nor too large', () => {
    expect(readLogo(aPng(15, 32))).toBe('wrong dimensions');
    expect(readLogo(aPng(32, 1025))).toBe('wrong dimensions');
    expect(readLogo(aPng(16, 1024))).toMatchObject({ width: 16, height: 1024 });
    expect(readLogo(Buffer.concat([png, Buffer.alloc(65_536)]))).toBe('too large');
  });
});

function longChunk(png: Buffer): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(0xffffffff, 33);
  return copy;
}

/** As much of a JPEG as is read: the frame with the dimensions, and the end. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const table = Buffer.from([0xff, 0xc4, 0, 4, 0, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), table, frame, Buffer.from([0xff, 0xd9])]);
}

function webp(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + data.length, 4);
  head.write('WEBP', 8, 'latin1');
  head.write(kind, 12, 'latin1');
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
}

function lossy(width: number, height: number): Buffer {
  const data = Buffer.alloc(20);
  data.set([0x9d, 0x01, 0x2a], 3);
  data.writeUInt16LE(width, 6);
  data.writeUInt16LE(height, 8);
  return data;
}

function lossless(width: number, height: number): Buffer {
  const data = Buffer.alloc(20);
  data[0] = 0x2f;
  data.writeUInt32LE(width - 1 + (height - 1) * 0x4000, 1);
  return data;
}

function extended(width: number, height: number, flags: number): Buffer {
  const data = Buffer.alloc(20);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return data;
}
