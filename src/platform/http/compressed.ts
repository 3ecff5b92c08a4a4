import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { Recent } from '../recent.ts';

const coders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
} as const;
type Coding = keyof typeof coders;

/** A text that is sent piece by piece to whoever takes it uncompressed, so that nothing of it stays in memory. */
type Pieces = {
  readonly read: () => AsyncIterable<Buffer>;
  /** Compressing the text for this reader is not worth its memory. */
  readonly only: boolean;
};

export type Compressed = {
  /** Sends what `source` makes, compressed once for all readers. `name` must change with the text. */
  readonly send: (
    req: Request,
    res: Response,
    name: string,
    source: () => Promise<Buffer>,
    pieces?: Pieces,
  ) => Promise<void>;
};

/**
 * Compresses texts that are the same for everybody, and keeps the result. Only such texts may come here: beside a secret, text
 * that an attacker chooses would show in the size of the answer (BREACH). So pages of payments and the API stay as they are.
 *
 * @param mostKept how many compressed texts stay in memory
 */
export function createCompressed(mostKept = 64): Compressed {
  const kept = new Recent<Promise<Buffer>>(mostKept);
  return {
    send: async (req, res, name, source, pieces) => {
      const coding = pieces?.only === true ? 'identity' : codingFor(req);
      res.vary('Accept-Encoding').set('ETag', `"${Buffer.from(`${name} ${coding}`).toString('base64url')}"`);
      if (req.fresh) {
        res.status(304).end();
        return;
      }
      if (pieces !== undefined && coding === 'identity') return await sendPieces(req, res, pieces);
      const key = `${coding} ${name}`;
      const made = kept.get(key) ?? source().then(coders[coding]);
      kept.set(key, made);
      // A failure is not kept: the file may be there the next time.
      const bytes = await made.catch((error: unknown) => {
        kept.delete(key);
        throw error;
      });
      if (coding !== 'identity') res.set('Content-Encoding', coding);
      res.send(bytes);
    },
  };
}

async function sendPieces(req: Request, res: Response, { read }: Pieces): Promise<void> {
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  await pipeline(read(), res).catch((error: unknown) => {
    if (!hasGone(error)) throw error;
  });
}

/** The reader has closed the connection. */
function hasGone(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 'ERR_STREAM_PREMATURE_CLOSE';
}

function codingFor(req: Request): Coding {
  const accepted = req.acceptsEncodings();
  return (['br', 'gzip'] as const).find((coding) => accepted.includes(coding)) ?? 'identity';
}
