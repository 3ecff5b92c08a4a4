/** A picture that browsers show, judged by its content: what its name says does not count. */
export type Logo = {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
};

const mostLogoBytes = 64 * 1024;
const logoPixels = { least: 16, most: 1024 } as const;

export type LogoProblem = 'too large' | 'not a picture' | 'moves' | 'wrong dimensions';

/** Reads a PNG, JPEG or WebP file. SVG is refused: it can carry scripts. */
export function readLogo(content: Buffer): Logo | LogoProblem {
  if (content.length > mostLogoBytes) return 'too large';
  const found = pngIn(content) ?? jpegIn(content) ?? webpIn(content) ?? 'not a picture';
  if (typeof found === 'string') return found;
  const fits = [found.width, found.height].every(
    (pixels) => pixels >= logoPixels.least && pixels <= logoPixels.most,
  );
  return fits ? { ...found, content } : 'wrong dimensions';
}

type Picture = Omit<Logo, 'content'>;
/** Undefined: the file is of another type, cut off, or has something after its end. */
type Found = Picture | 'moves' | undefined;

const pngBegin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Walks the chunks: a length, a name, the data, a checksum. */
function pngIn(content: Buffer): Found {
  if (content.length < 33 || !content.subarray(0, 8).equals(pngBegin)) return undefined;
  const names: string[] = [];
  let at = 8;
  while (at + 12 <= content.length) {
    names.push(content.toString('latin1', at + 4, at + 8));
    at += 12 + content.readUInt32BE(at);
  }
  if (at !== content.length || names[0] !== 'IHDR' || names.at(-1) !== 'IEND') return undefined;
  if (names.includes('acTL')) return 'moves';
  return { mediaType: 'image/png', width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** The markers of a frame, which has the dimensions: all from C0 to CF but those of tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Walks the segments up to the frame: a marker, a length, the data. */
function jpegIn(content: Buffer): Found {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return undefined;
  if (content.readUInt16BE(content.length - 2) !== 0xffd9) return undefined;
  let at = 2;
  while (at + 9 <= content.length && content[at] === 0xff) {
    if (isFrame(content[at + 1] ?? 0))
      return {
        mediaType: 'image/jpeg',
        height: content.readUInt16BE(at + 5),
        width: content.readUInt16BE(at + 7),
      };
    at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpIn(content: Buffer): Found {
  const isWebp =
    content.length >= 30 &&
    content.toString('latin1', 0, 4) === 'RIFF' &&
    content.toString('latin1', 8, 12) === 'WEBP' &&
    content.readUInt32LE(4) + 8 === content.length;
  if (!isWebp) return undefined;
  const mediaType = 'image/webp';
  const dimensions = webpReaders[content.toString('latin1', 12, 16)]?.(content);
  return typeof dimensions === 'object' ? { mediaType, ...dimensions } : dimensions;
}

type Dimensions = { readonly width: number; readonly height: number };

/** By the kind of the first chunk: lossy, lossless, extended. */
const webpReaders: Readonly<Record<string, (content: Buffer) => Dimensions | 'moves' | undefined>> = {
  'VP8 ': (content) =>
    content.readUIntBE(23, 3) === 0x9d012a
      ? { width: content.readUInt16LE(26) % 0x4000, height: content.readUInt16LE(28) % 0x4000 }
      : undefined,
  VP8L: (content) => {
    if (content[20] !== 0x2f) return undefined;
    const bits = content.readUInt32LE(21);
    return { width: (bits % 0x4000) + 1, height: (Math.floor(bits / 0x4000) % 0x4000) + 1 };
  },
  VP8X: (content) => {
    const isAnimated = ((content[20] ?? 0) & 0b10) !== 0;
    if (isAnimated) return 'moves';
    return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
  },
};

export const logoEndings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

type LogoRow = {
  readonly sha256: Buffer | null;
  readonly media_type: string | null;
  readonly width: number | null;
  readonly height: number | null;
};
export type ShownLogo = { readonly address: string; readonly width: number; readonly height: number };

/** Where a logo is. Its address contains its hash, so browsers keep it for good. */
export function shownLogo({ sha256, media_type: type, width, height }: LogoRow): ShownLogo | undefined {
  if (sha256 === null || type === null || width === null || height === null) return undefined;
  return { address: `/logos/${sha256.toString('hex')}.${logoEndings[type]}`, width, height };
}
