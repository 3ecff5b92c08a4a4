import type { StarlightUserConfig } from '@astrojs/starlight/types';
import type { WrittenPage } from '../content/guides.ts';
import type { SitePage } from '../content/page.ts';

export type Sidebar = NonNullable<StarlightUserConfig['sidebar']>;

/** The folders of written pages, in the order in which they stand beside the page. Others follow. */
const order = [
  'guides/start',
  'guides/accept-payments',
  'guides/sell',
  'guides/webhooks',
  'guides/after-the-payment',
  'guides/pay-out',
  'guides/your-account',
  'guides/build',
  'concepts',
  'operate',
];

/** What stands beside every page: written pages by their folder, operations by their tag, and the lists. */
export function sidebarOf(about: {
  readonly written: readonly WrittenPage[];
  readonly operations: readonly { readonly name: string; readonly pages: readonly SitePage[] }[];
  readonly others: readonly SitePage[];
}): Sidebar {
  const folders = [...new Set([...order, ...about.written.map(({ folder }) => folder)])];
  const groups = folders.flatMap((folder) => {
    const own = about.written.filter((page) => page.folder === folder).toSorted(byOrder);
    return own.length === 0 ? [] : [{ label: nameOf(folder), items: own.map(linkTo) }];
  });
  const tags = about.operations.map(({ name, pages }) => ({
    label: name,
    collapsed: true,
    items: pages.map(linkTo),
  }));
  return [
    { label: 'Overview', link: '/' },
    ...groups,
    { label: 'Operations', items: [{ label: 'All operations', link: '/operations' }, ...tags] },
    { label: 'Look up', items: about.others.map(linkTo) },
  ];
}

const byOrder = (one: SitePage, other: SitePage): number => (one.order ?? 0) - (other.order ?? 0);
const linkTo = ({ title, label = title, path }: SitePage) => ({ label, link: `/${path}` });

/** `guides/accept-payments` is `Accept payments`. */
function nameOf(folder: string): string {
  const last = folder.split('/').at(-1) ?? folder;
  return `${last.charAt(0).toUpperCase()}${last.slice(1).replaceAll('-', ' ')}`;
}
