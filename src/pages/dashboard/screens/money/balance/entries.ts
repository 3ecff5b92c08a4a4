import { explainEntry } from '../../../../../domain/money/ledger/entries/explain.ts';
import type { EntryRow } from '../../../../../domain/money/ledger/entries/queries.ts';
import { type Source, sourcePrefixes } from '../../../../../domain/money/ledger/entries/sources.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { balanceWords } from '../../../../words/dashboard/money/balance.ts';
import { link, moment } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { journal: words, buckets, sources } = balanceWords;

/** Entries of the ledger, each with its reason and its source. */
export function entriesTable(visit: MerchantVisit, rows: readonly EntryRow[]): Html {
  return table<EntryRow>({
    caption: words.title,
    columns: [
      { title: words.what, cell: (entry) => explainEntry(entry).description },
      { title: words.bucket, cell: ({ code }) => buckets[code] },
      {
        title: words.amount,
        isNumber: true,
        cell: ({ amount, currency }) => html`<strong>${showMoney(amount, currency)}</strong>`,
      },
      {
        title: words.after,
        isNumber: true,
        cell: ({ balance_after, currency }) => showMoney(balance_after, currency),
      },
      { title: words.source, cell: (entry) => sourceOf(visit, entry) },
      { title: words.number, isNumber: true, cell: ({ number }) => String(number) },
      { title: words.time, cell: ({ effective_at }) => moment(visit, effective_at) },
    ],
    rows,
    empty: words.empty,
  });
}

function sourceOf(visit: MerchantVisit, entry: EntryRow): Child {
  const { source, paymentId } = explainEntry(entry);
  const to = addressOf(visit, source, paymentId);
  return to === undefined ? sources[source.type] : link(to, sources[source.type]);
}

/** The screen of a source; of a dispute its payment's. */
function addressOf(
  { base }: MerchantVisit,
  { type, id }: Source,
  payment: string | null,
): string | undefined {
  const shown = showId(sourcePrefixes[type], id);
  if (type === 'refund') return `${base}/payments/refunds/${shown}`;
  if (type === 'payout') return `${base}/payouts/${shown}`;
  return payment === null ? undefined : `${base}/payments/${showId('txn', payment)}`;
}
