import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFile } from './documents.ts';

/** What the content policies allow: the scripts in the pages, by their hashes. */
type Allowed = { readonly scripts: readonly string[]; readonly referenceScripts: readonly string[] };

const nothing: Allowed = { scripts: [], referenceScripts: [] };

/** Reads what the last build allows; again after each build. */
export function createAllowed(folder: string): () => Promise<Allowed> {
  const path = join(folder, siteFile);
  let read: { readonly at: number; readonly allowed: Allowed } | undefined;
  return async () => {
    const found = await stat(path).catch(() => undefined);
    if (!found) return nothing;
    if (read?.at !== found.mtimeMs) {
      const allowed: Allowed = JSON.parse(await readFile(path, 'utf8'));
      read = { at: found.mtimeMs, allowed };
    }
    return read.allowed;
  };
}

/** Of a page of the site. Nothing comes from another host. The search is a program of WebAssembly. Decision 0101. */
export function policyOfPages({ scripts }: Allowed): string {
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Of the reference: one file that contains its own program, which writes styles. It may load nothing else. */
export function policyOfReference({ referenceScripts }: Allowed): string {
  return [
    "default-src 'none'",
    ['script-src', ...referenceScripts].join(' '),
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    "connect-src 'none'",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
