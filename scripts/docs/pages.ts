import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandsPage } from './content/commands.ts';
import { type Contract, readContract } from './content/contract.ts';
import { errorPages } from './content/errors.ts';
import { eventPages } from './content/events.ts';
import { writtenPages } from './content/guides.ts';
import { numbersPage } from './content/numbers.ts';
import { displayName, operationPages } from './content/operations.ts';
import { changelogPage, downloadsPage, homePage } from './content/others.ts';
import { type SitePage, sourceOf } from './content/page.ts';
import { downloads } from './downloads.ts';
import { type Sidebar, sidebarOf } from './site/sidebar.ts';

type Pages = { readonly contract: Contract; readonly all: readonly SitePage[]; readonly sidebar: Sidebar };

/** All pages of the documentation, and what stands beside each. */
export function pagesOf(root: string): Pages {
  const contract = readContract(root);
  const written = writtenPages(root);
  const operations = operationPages(contract);
  const events = eventPages(contract);
  const errors = errorPages(contract);
  const numbers = numbersPage();
  const commands = commandsPage();
  const changelog = changelogPage(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  const download = downloadsPage(downloads);
  const reference = { path: 'reference', title: 'The whole contract', description: '', markdown: '' };
  const byTag = (contract.api.tags ?? []).map((tag) => ({
    name: displayName(tag),
    pages: operations.filter(({ path }) => path.startsWith(`operations/${tag.name}/`)),
  }));
  const lists = [...events.slice(0, 1), ...errors.slice(0, 1)];
  return {
    contract,
    all: [
      homePage(),
      ...written,
      ...operations,
      ...events,
      ...errors,
      numbers,
      commands,
      changelog,
      download,
    ],
    sidebar: sidebarOf({
      written,
      operations: byTag,
      others: [...lists, numbers, commands, reference, changelog, download],
    }),
  };
}

/** Writes the pages where the generator of the site reads them. */
export async function writePages(pages: readonly SitePage[], folder: string): Promise<void> {
  for (const page of pages) {
    const path = join(folder, `${page.path}.md`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, sourceOf(page));
  }
}
