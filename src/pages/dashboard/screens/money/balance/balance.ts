import { type Currency, currencies } from '../../../../../domain/money/amounts/currency.ts';
import { type Balances, readBalances } from '../../../../../domain/money/ledger/balances.ts';
import { shownBuckets } from '../../../../../domain/money/ledger/entries/place.ts';
import { findEntries } from '../../../../../domain/money/ledger/entries/queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { type Html, html, url } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { balanceWords as words } from '../../../../words/dashboard/money/balance.ts';
import { screen } from '../../../parts/frame.ts';
import { link, moment, section } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { entriesTable } from './entries.ts';
import { releasesSection } from './releases.ts';
import type { Bucket } from './wanted.ts';

const latest = 10;

export async function showBalance(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, base } = visit;
  const [balances, { now }, entries] = await Promise.all([
    readBalances(ctx.db, merchantId),
    readClock(ctx, merchantId),
    findEntries(ctx.db, merchantId, {}, { after: undefined, rows: latest }),
  ]);
  const all = link(`${base}/balance/journal`, words.journal.all);
  return screen(visit, {
    title: words.title,
    main: html`<p class="soft">${words.intro} ${words.asOf} ${moment(visit, now)}.</p>
${figures(visit, balances)}
${await releasesSection(visit, balances)}
${section(words.journal.latest, entriesTable(visit, entries), all)}`,
  });
}

/** A line for each balance; every figure leads to what it is made of. */
function figures({ base }: MerchantVisit, balances: Balances): Html {
  const cell = (bucket: Bucket, currency: Currency): Html => {
    const to = `${base}/balance/explain?bucket=${bucket}&currency=${currency}`;
    return html`<span><strong>${showMoney(balances[bucket][currency], currency)}</strong><br><a class="small" href="${url(to)}" aria-label="${words.explainOf(words.buckets[bucket], currency)}">${words.explain}</a></span>`;
  };
  return table<Bucket>({
    caption: words.title,
    columns: [
      {
        title: words.journal.bucket,
        cell: (bucket) =>
          html`${words.buckets[bucket]}<br><span class="small soft">${words.hints[bucket]}</span>`,
      },
      ...currencies.map((currency) => ({
        title: currency,
        isNumber: true,
        cell: (bucket: Bucket) => cell(bucket, currency),
      })),
    ],
    rows: shownBuckets,
    empty: words.journal.empty,
  });
}
