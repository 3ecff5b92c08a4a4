import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** A file that an answer sends instead of JSON. */
export type Download = {
  readonly mediaType: string;
  /** Under which the client may save it: lower-case letters, digits, `_`, `-` and dots. */
  readonly name: string;
  /** In bytes. */
  readonly length: number;
  /** Called when the client may be sent something. Each chunk is asked for when the one before has been taken. */
  readonly chunks: () => AsyncIterable<Buffer>;
};

/**
 * Sends a file as fast as the client takes it. If a chunk cannot be read, or the client goes away, the connection ends early: the client
 * sees fewer bytes than `Content-Length` said.
 */
export async function sendFile(req: IncomingMessage, res: ServerResponse, file: Download): Promise<void> {
  res.statusCode = 200;
  res.setHeader('Content-Type', file.mediaType === 'text/csv' ? 'text/csv; charset=utf-8' : file.mediaType);
  res.setHeader('Content-Length', file.length);
  res.setHeader('Content-Disposition', `attachment; filename="${file.name}"`);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  res.flushHeaders();
  await pipeline(file.chunks(), res);
}
