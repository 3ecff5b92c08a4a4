import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { registryVersion } from '../../generated/event-registry.ts';
import { journeysFile } from '../../src/pages/docs/documents.ts';
import { downloadsIn, yamlOf } from '../versions/frozen.ts';
import { type Contract, namedOperations } from './content/contract.ts';
import { type SitePage, twinOf } from './content/page.ts';
import { postmanCollection } from './postman.ts';
import { siteScripts } from './site/build.ts';

/** The newest files that readers can take. */
export const downloads = [
  { path: `${registryVersion}/openapi.yaml`, about: 'The contract of the API, OpenAPI 3.1' },
  { path: `${registryVersion}/webhooks.yaml`, about: 'The contract of the events, OpenAPI 3.1' },
  { path: `${registryVersion}/${journeysFile}`, about: 'Whole journeys of an integrator, Arazzo 1.0' },
  { path: 'postman.json', about: 'Every operation with its first example, Postman collection 2.1' },
  { path: 'webhook-vectors.json', about: 'Signed requests and the verdict of each, for tests of a receiver' },
  { path: 'webhooks.mjs', about: 'A module that verifies and signs webhooks, for Node, Bun and Deno' },
  { path: 'llms.txt', about: 'A list of all pages for language models' },
] as const;

/** Writes everything that is not a page of the site. */
export async function writeDownloads(
  root: string,
  out: string,
  about: { readonly contract: Contract; readonly pages: readonly SitePage[] },
): Promise<void> {
  await copyFile(join(root, 'docs', 'webhook-vectors.json'), join(out, 'webhook-vectors.json'));
  await copyFile(join(root, 'generated', 'sdk', 'webhooks.js'), join(out, 'webhooks.mjs'));
  await copyFile(join(root, 'src', 'pages', 'assets', 'favicon.ico'), join(out, 'favicon.ico'));
  for (const script of siteScripts)
    await copyFile(join(root, 'scripts', 'docs', 'site', script), join(out, script));
  await writeFile(
    join(out, 'postman.json'),
    JSON.stringify(postmanCollection(about.contract.api, namedOperations(about.contract)), null, 2),
  );
  await writeFile(join(out, 'llms.txt'), llmsText(about.pages));
  for (const page of about.pages) await write(join(out, `${page.path}.md`), twinOf(page));
  const journeys = await readFile(join(root, 'test', 'contract', journeysFile), 'utf8');
  // The contract lies beside it there.
  const beside = journeys.replace('../../openapi.yaml', 'openapi.yaml');
  await write(join(out, registryVersion, journeysFile), beside);
  for (const { from, to } of downloadsIn(root, registryVersion)) {
    const text = await readFile(join(root, from), 'utf8');
    await write(join(out, to), from.endsWith('.json') ? yamlOf(JSON.parse(text)) : text);
  }
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** The list of pages as https://llmstxt.org describes it. */
function llmsText(pages: readonly SitePage[]): string {
  const lines = pages.map(({ path, title, description }) => `- [${title}](/docs/${path}.md): ${description}`);
  return `# Merchant Payments\n\n> An HTTP API to take payments by card and mobile money, with signed webhooks and a sandbox.\n\n## Pages\n\n${lines.join('\n')}\n`;
}
