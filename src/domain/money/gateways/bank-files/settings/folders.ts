import { join } from 'node:path/posix';
import type { BankFilesSettings } from './settings.ts';

type Shared = Pick<BankFilesSettings, 'address' | 'outgoing' | 'incoming'>;

/**
 * Refuses one folder for both ways: our own files would be read as the bank's, and set aside before the bank has taken them.
 *
 * @throws Error in words for whoever wrote the file
 */
export function refuseOneFolder({ address, outgoing, incoming }: Shared): void {
  if (placeOf(address, outgoing) === placeOf(address, incoming))
    throw new Error('outgoing and incoming are the same folder');
}

/** The folder whose files are taken and cleared away. Two entries with the same would each take the answers to the other. */
export function emptiedFolder({ address, incoming }: Shared): string {
  return placeOf(address, incoming);
}

function placeOf(address: string, folder: string): string {
  const { protocol, username, hostname, port, pathname } = new URL(address);
  const path = join('/', decodeURIComponent(pathname), folder).replace(/[/]$/, '');
  return [protocol, username, hostname, port || '22', path].join(' ');
}
