import { type Currency, currencies } from '../../../../../domain/money/amounts/currency.ts';
import { placeOf, shownBuckets } from '../../../../../domain/money/ledger/entries/place.ts';
import type { EntryFilters } from '../../../../../domain/money/ledger/entries/queries.ts';
import { dashed } from '../../../../../platform/ids.ts';
import { dayIn } from '../../../parts/days.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

export type Bucket = (typeof shownBuckets)[number];

export const bucketIn = ({ query }: MerchantVisit): Bucket | undefined =>
  shownBuckets.find((bucket) => bucket === query.get('bucket'));

export const currencyIn = ({ query }: MerchantVisit): Currency | undefined =>
  currencies.find((currency) => currency === query.get('currency'));

/** The filters of the journal, as the address has them. */
export function filtersIn(visit: MerchantVisit): EntryFilters {
  const { query, session } = visit;
  return {
    bucket: bucketIn(visit),
    currency: currencyIn(visit),
    from: dayIn(query.get('from'), session.timeZone),
    before: dayIn(query.get('to'), session.timeZone, 1),
  };
}

/** Where a page of the journal begins; undefined for the newest. */
export function placeIn({ query }: MerchantVisit): string | undefined {
  const digits = query.get('page') ?? '';
  return /^[0-9a-f]{32}$/.test(digits) ? dashed(digits) : undefined;
}

export const shownPlace = (entry: Parameters<typeof placeOf>[0]): string =>
  placeOf(entry).replaceAll('-', '');

/** The number of a journal in the address. */
export function numberIn(text: string | null): bigint | undefined {
  return text !== null && /^[1-9][0-9]{0,17}$/.test(text) ? BigInt(text) : undefined;
}
