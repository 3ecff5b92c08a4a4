import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFile } from '../../src/pages/docs/documents.ts';

/** What the documentation is made of. */
const sources = [
  'CHANGELOG.md',
  'README.md',
  'docs/concepts',
  'docs/guides',
  'docs/operate',
  'docs/screens',
  'docs/webhook-vectors.json',
  'generated',
  'openapi.yaml',
  'package-lock.json',
  'scripts/docs',
  'scripts/docs.ts',
  'scripts/redocly',
  'src/cli',
  'src/domain/money/gateways/sandbox',
  'src/versions',
  'test/contract/journeys.arazzo.yaml',
  'webhooks.yaml',
] as const;

/** Changes whenever one of the sources does. */
export async function fingerprintOf(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesIn(join(root, source))) {
      hash
        .update(file.slice(root.length))
        .update('\0')
        .update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesIn(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // The generator of the site keeps types of its own beside its configuration.
      .filter((file) => !file.includes('/.astro/'))
      .toSorted()
  );
}

export async function isBuilt(folder: string, fingerprint: string): Promise<boolean> {
  const text = await readFile(join(folder, siteFile), 'utf8').catch(() => '{}');
  const built: { fingerprint?: string } = JSON.parse(text);
  return built.fingerprint === fingerprint;
}
