import { showId } from '../../../platform/ids.ts';
import type { Route } from '../requests/route.ts';
import type { MerchantVisit, Visit } from '../requests/visit.ts';
import { allRoutes } from './areas.ts';

type Place = Pick<Route, 'kind' | 'path'>;

/** Two routes may name the same parameter differently, and a merchant's path may be another's too. */
const keyOf = ({ kind, path }: Place): string =>
  `${kind === 'merchant' ? 'merchant' : 'other'} ${path.replaceAll(/:\w+/g, ':')}`;

/** The paths that show something. */
const screens = new Set(allRoutes.filter(({ method }) => method === 'GET').map(keyOf));

/**
 * Where a person goes on after they have proved who they are. After a POST that is its form, since what was typed is gone: the same
 * address, else the nearest one above it that shows something. After a download it is its list, since a browser that gets a file stays
 * where it is.
 */
export function wayBack(visit: Pick<Visit, 'path' | 'query'>, { kind, path }: Place): string {
  const list = path.replace(/\.csv$/, '');
  let [here, pattern] = [visit.path.replace(/\/$|\.csv$/, ''), list];
  while (pattern !== '' && !screens.has(keyOf({ kind, path: pattern })))
    [here, pattern] = [parentOf(here), parentOf(pattern)];
  const query = withoutMerchant(visit).toString();
  return query === '' || pattern !== list ? here : `${here}?${query}`;
}

/** A download names the merchant of its list, and the list does not. */
function withoutMerchant({ path, query }: Pick<Visit, 'path' | 'query'>): URLSearchParams {
  const left = new URLSearchParams(query);
  if (path.endsWith('.csv')) left.delete('of');
  return left;
}

/**
 * Whether a part or the file is asked for of a page that shows another merchant, whom the person worked for until they chose this one in another
 * tab. Under the name of the other, its rows would be taken for theirs: the page is loaded as a whole.
 */
export const isForOther = ({ method }: Route, { partOf, merchantId }: MerchantVisit): boolean =>
  method === 'GET' && partOf !== undefined && partOf !== showId('mer', merchantId);

const parentOf = (path: string): string => path.replace(/\/[^/]*$/, '');
