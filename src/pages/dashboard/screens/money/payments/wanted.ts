import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import {
  listTransactions,
  type TransactionFilters,
} from '../../../../../domain/payments/transactions/list-queries.ts';
import type { Transaction } from '../../../../../domain/payments/transactions/queries.ts';
import { searchTransactions } from '../../../../../domain/payments/transactions/search.ts';
import { onReplica } from '../../../../../platform/db/replica/replica.ts';
import type { FoundRows, WantedRows } from '../../../../../platform/http/cursor.ts';
import { dashed } from '../../../../../platform/ids.ts';
import { dayIn } from '../../../parts/days.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

export const statuses = ['pending', 'authorized', 'completed', 'failed', 'reversed', 'voided'] as const;

/** What a list shows: payments or refunds, as the address filters them. */
export type Wanted = TransactionFilters & { readonly search: string };

const longestSearch = 100;

export function wantedOf({ query, session, ctx }: MerchantVisit, type: 'payment' | 'refund'): Wanted {
  const given = (name: string): string => query.get(name) ?? '';
  return {
    type,
    status: statuses.find((status) => status === given('status')),
    gateway: ctx.gateways.routed.payments.find((gateway) => gateway === given('gateway')),
    currency: currencies.find((currency) => currency === given('currency')),
    from: dayIn(query.get('from'), session.timeZone),
    before: dayIn(query.get('to'), session.timeZone, 1),
    search: searchIn(given('search')),
  };
}

/** PostgreSQL takes no NUL, and no half of a surrogate pair. */
function searchIn(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, longestSearch)
    .toWellFormed();
}

/** The rows after a place, newest first. With a search there may be fewer, and `resume` says where it goes on. */
export async function findWanted(
  { ctx, merchantId }: MerchantVisit,
  { search, ...filters }: Wanted,
  page: WantedRows,
): Promise<FoundRows<Transaction>> {
  return await onReplica(ctx.db, merchantId, async (db) =>
    search === ''
      ? { rows: await listTransactions(db, merchantId, filters, page) }
      : await searchTransactions(db, merchantId, { ...filters, search }, page),
  );
}

/** Where a page of the list begins: the id of the row before it, as the address has it. */
export function placeIn({ query }: MerchantVisit): string | undefined {
  const digits = query.get('page') ?? '';
  return /^[0-9a-f]{32}$/.test(digits) ? dashed(digits) : undefined;
}

export const shownPlace = (id: string): string => id.replaceAll('-', '');
