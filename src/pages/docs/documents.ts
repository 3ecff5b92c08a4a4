import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The address that stands in our samples, until they are shown at another one. */
export const sampleAddress = 'http://localhost:3000';

/** The journeys of an integrator, which `redocly respect` plays. */
export const journeysFile = 'journeys.arazzo.yaml';

/** What is offered for download, version by version. */
export const documents = ['openapi.yaml', 'webhooks.yaml', journeysFile];

/** A name that changes whenever the file does; undefined if there is no such file. */
export async function nameOf(folder: string, file: string): Promise<string | undefined> {
  const found = await stat(join(folder, file)).catch(() => undefined);
  return found?.isFile() === true ? `${file} ${found.mtimeMs} ${found.size}` : undefined;
}

/** The text of a page with the address at which its reader is in the samples. */
export async function pageAt(address: string | undefined, path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  if (address === undefined) return bytes;
  return Buffer.from(bytes.toString('utf8').replaceAll(sampleAddress, address));
}

/** Where the reader is; undefined if their Host header is no plain address: it would stand in the page. */
export function addressOf({ protocol, host }: { readonly protocol: string; readonly host?: string }) {
  return /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:]{2,45}\])(?::\d{1,5})?$/i.test(host ?? '')
    ? `${protocol}://${host}`
    : undefined;
}
