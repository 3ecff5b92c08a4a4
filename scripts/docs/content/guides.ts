import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { registryVersion } from '../../../generated/event-registry.ts';
import { firstSentence, type SitePage } from './page.ts';

/** The folders of docs/ whose Markdown files are pages of the site, and where each stands below `/docs/`. */
const sections = { guides: 'guides', concepts: 'concepts', operate: 'operate' } as const;

/** A page that somebody wrote, and its folder below docs/. */
export type WrittenPage = SitePage & { readonly folder: string };

/** The guides and concepts. The order is that of the table in README.md. */
export function writtenPages(root: string): readonly WrittenPage[] {
  const files = Object.keys(sections).flatMap((section) => markdownIn(root, `docs/${section}`));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/\]\((docs\/[\w/-]+\.md)\)/g)].map(([, file = '']) => file);
  const places = new Map(files.map((file) => [file, pathOf(file)]));
  return files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const [, title = basename(file, '.md')] = /^# (.+)$/m.exec(text) ?? [];
    const markdown = text.replace(/^# .+\n+/, '');
    const order = named.indexOf(file);
    return {
      path: pathOf(file),
      folder: dirname(file).slice('docs/'.length),
      title,
      order: order === -1 ? named.length : order,
      description: firstSentence(markdown.split('\n\n')[0] ?? title),
      markdown: withSiteLinks(markdown, file, places),
    };
  });
}

function markdownIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && entry.name !== 'README.md')
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}

/** Folders of guides are only for those who keep them: a guide stays at its address when it moves. */
function pathOf(file: string): string {
  const [, section = 'guides'] = file.split('/');
  return `${section}/${basename(file, '.md')}`;
}

/** Where the site has a file of the repository; undefined if it does not have it. */
function addressOf(file: string, anchor: string, places: ReadonlyMap<string, string>): string | undefined {
  const path = places.get(file);
  if (path !== undefined) return `/docs/${path}${anchor}`;
  if (file.startsWith('docs/screens/')) return `/${file}`;
  return others[`${file}${anchor}`];
}

const others: Readonly<Record<string, string>> = {
  'docs/webhook-vectors.json': '/docs/webhook-vectors.json',
  'CHANGELOG.md': '/docs/changelog',
  'README.md#sandbox-numbers': '/docs/testing',
  'openapi.yaml': `/docs/${registryVersion}/openapi.yaml`,
  'webhooks.yaml': `/docs/${registryVersion}/webhooks.yaml`,
};

/** Links lead to pages of the site. A link to a file that only the repository has becomes its words. */
function withSiteLinks(markdown: string, file: string, places: ReadonlyMap<string, string>): string {
  return markdown.replaceAll(
    /(!?)\[([^\]]*)\]\(([^)#\s:]+)(#[^)\s]*)?\)/g,
    (_whole, image: string, words: string, target: string, anchor = '') => {
      const named = normalize(join(dirname(file), target));
      const address = target.startsWith('/') ? `${target}${anchor}` : addressOf(named, anchor, places);
      if (address !== undefined) return `${image}[${words}](${address})`;
      return image === '' ? words : '';
    },
  );
}
