import type { Right } from '../../../domain/people/roles/roles.ts';
import type { Mode } from '../../../engine/principal.ts';
import { frameWords } from '../../words/dashboard/frame.ts';

export type NavItem = {
  readonly label: string;
  /** Below /dashboard/test or /dashboard/live; begins with a slash, or is empty for the overview. */
  readonly path: string;
  readonly right: Right;
  /** Absent: both modes have it. */
  readonly only?: Mode;
};

type NavGroup = { readonly title: string; readonly items: readonly NavItem[] };

const { nav } = frameWords;

/** The menu. A test follows each entry. */
export const navGroups: readonly NavGroup[] = [
  {
    title: nav.money,
    items: [
      { label: nav.overview, path: '', right: 'see' },
      { label: nav.payments, path: '/payments', right: 'see' },
      { label: nav.balance, path: '/balance', right: 'see' },
      { label: nav.payouts, path: '/payouts', right: 'see' },
      { label: nav.partners, path: '/partners', right: 'see' },
      { label: nav.agents, path: '/agents', right: 'see' },
      { label: nav.disputes, path: '/disputes', right: 'see' },
      { label: nav.capital, path: '/capital', right: 'see' },
      { label: nav.reports, path: '/reports', right: 'see' },
    ],
  },
  {
    title: nav.selling,
    items: [
      { label: nav.counter, path: '/counter', right: 'sell' },
      { label: nav.links, path: '/links', right: 'see' },
      { label: nav.invoices, path: '/invoices', right: 'see' },
      { label: nav.subscriptions, path: '/subscriptions', right: 'see' },
      { label: nav.customers, path: '/customers', right: 'see' },
      { label: nav.readers, path: '/readers', right: 'see' },
    ],
  },
  {
    title: nav.developers,
    items: [
      { label: nav.apps, path: '/apps', right: 'see' },
      { label: nav.events, path: '/events', right: 'see' },
      { label: nav.requests, path: '/requests', right: 'see' },
      { label: nav.sandbox, path: '/sandbox', right: 'see', only: 'sandbox' },
    ],
  },
  {
    title: nav.merchant,
    items: [
      { label: nav.team, path: '/team', right: 'see' },
      { label: nav.verification, path: '/verification', right: 'see' },
      { label: nav.goLive, path: '/go-live', right: 'see' },
      { label: nav.settings, path: '/settings', right: 'see' },
      { label: nav.audit, path: '/audit', right: 'audit' },
    ],
  },
];

/** The path of the menu entry of a mode that a path belongs to: the longest one that it begins with. */
export function currentItem(below: string, mode: Mode): string | undefined {
  const paths = navGroups.flatMap(({ items }) =>
    items.filter((item) => isIn(item, mode)).map(({ path }) => path),
  );
  return paths
    .filter((path) => below === path || (path !== '' && below.startsWith(`${path}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Whether a mode has this entry. */
export const isIn = ({ only }: NavItem, mode: Mode): boolean => only === undefined || only === mode;
