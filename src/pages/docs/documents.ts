import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The address that stands in our samples, until they are shown at another one. */
export const sampleAddress = 'http://localhost:3000';

/** Names what the content policy of a built site allows; it is written last. */
export const siteFile = 'site.json';

/** In the data folder while the documentation is being built. */
export const buildingFile = 'docs.building';

/** The journeys of an integrator, which `redocly respect` plays. */
export const journeysFile = 'journeys.arazzo.yaml';

/** How a file of the site is sent. */
export type SiteFile = {
  readonly path: string;
  readonly type: string;
  /** Changes whenever the file does. */
  readonly name: string;
  /** Whether the address of the reader stands in it. */
  readonly hasAddress: boolean;
  readonly isDownload: boolean;
};

/** By the ending of a file. Others are parts of the search index, which are compressed already. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  md: 'text/markdown',
  txt: 'text/plain',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  yaml: 'application/yaml',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
};

const addressed = ['html', 'md', 'txt', 'postman.json'];
const downloaded = ['yaml', 'mjs', 'webhook-vectors.json', 'postman.json'];

/** The file of the site at an address below /docs; undefined if there is none. Pages have addresses without an ending. */
export async function fileAt(folder: string, address: string): Promise<SiteFile | undefined> {
  const wanted = address === '' ? '.' : address;
  if (!/^(?:[.]|[\w-]+(?:[./][\w-]+)*)$/.test(wanted)) return undefined;
  for (const file of [`${wanted}/index.html`, `${wanted}.html`, wanted]) {
    const path = join(folder, file);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() !== true) continue;
    const hasEnding = (endings: readonly string[]): boolean =>
      endings.some((ending) => file.endsWith(ending));
    return {
      path,
      type: types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      name: `${file} ${found.mtimeMs} ${found.size}`,
      hasAddress: hasEnding(addressed),
      isDownload: hasEnding(downloaded),
    };
  }
  return undefined;
}

/** The text of a file with the address at which its reader is in the samples. */
export async function textAt(address: string | undefined, path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  if (address === undefined) return bytes;
  return Buffer.from(bytes.toString('utf8').replaceAll(sampleAddress, address));
}

/** The same, piece by piece. */
export async function* piecesAt(address: string | undefined, path: string): AsyncGenerator<Buffer> {
  const shown = address ?? sampleAddress;
  // Latin-1 has a letter for each byte, and both addresses are ASCII.
  let text = '';
  for await (const chunk of createReadStream(path)) {
    const bytes: Buffer = chunk;
    text = (text + bytes.toString('latin1')).replaceAll(sampleAddress, shown);
    // The rest may be the beginning of an address.
    const known = text.length - Math.min(sampleAddress.length - 1, text.length);
    yield Buffer.from(text.slice(0, known), 'latin1');
    text = text.slice(known);
  }
  yield Buffer.from(text, 'latin1');
}

/**
 * The addresses at which the documentation is read, the first few. A caller may send any name in the Host header, and each is a text of
 * its own for every page.
 */
export class Readers {
  readonly #last = new Map<string, number>();

  /** Whether the address is one of them. An address that nobody has used for an hour makes room. */
  has(address: string, nowMs: number): boolean {
    for (const [known, lastMs] of this.#last) if (nowMs - lastMs > idleMs) this.#last.delete(known);
    if (!this.#last.has(address) && this.#last.size >= mostAddresses) return false;
    this.#last.set(address, nowMs);
    return true;
  }
}

/** One each for the API and the hosted pages, and two for health checks, which use names of their own. */
const mostAddresses = 4;
const idleMs = 60 * 60 * 1000;

/** Where the reader is; undefined if their Host header is no plain address: it would stand in the page. */
export function addressOf({ protocol, host }: { readonly protocol: string; readonly host?: string }) {
  return /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:]{2,45}\])(?::\d{1,5})?$/i.test(host ?? '')
    ? `${protocol}://${host}`
    : undefined;
}
