import type { Currency } from '../../../../../domain/money/amounts/currency.ts';
import { type BalanceSum, sumEntries } from '../../../../../domain/money/ledger/entries/sum-queries.ts';
import { ApiError } from '../../../../../platform/errors.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { balanceWords } from '../../../../words/dashboard/money/balance.ts';
import { screen } from '../../../parts/frame.ts';
import { empty, notice } from '../../../parts/notices.ts';
import { link, section } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { type Bucket, bucketIn, currencyIn, numberIn, shownPlace } from './wanted.ts';

const { why: words, buckets } = balanceWords;

/** So many entries are added up at once. What older ones came to is one line, which can be explained in turn. */
const mostEntries = 5000;

type Explained = { readonly bucket: Bucket; readonly currency: Currency; readonly sum: BalanceSum };

/** Adds up the entries of one balance to the figure that is shown, by kind. */
export async function showExplained(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, base, query } = visit;
  const [bucket, currency] = [bucketIn(visit), currencyIn(visit)];
  if (!bucket || !currency) throw new ApiError('NOT_FOUND');
  const upTo = numberIn(query.get('upto'));
  const sum = await sumEntries(ctx.db, merchantId, { bucket, currency }, { upTo, most: mostEntries });
  const explained = { bucket, currency, sum };
  const main = sum.last
    ? html`${verdict(explained)}${sums(explained)}${ways(visit, explained, upTo)}`
    : empty(words.none);
  return screen(visit, {
    title: words.title(buckets[bucket], currency),
    up: { label: balanceWords.title, to: `${base}/balance` },
    main,
  });
}

/** Whether the entries come to the balance that the ledger has stored. */
function verdict({ sum }: Explained): Html {
  const added = sum.kinds.reduce((total, { amount }) => total + amount, sum.before);
  return added === sum.after ? notice('good', words.fits) : notice('bad', words.doesNotFit);
}

type Line = { readonly label: string; readonly count: Child; readonly amount: bigint };

function sums({ bucket, currency, sum }: Explained): Html {
  const { before, beforeNumber, kinds, after, last } = sum;
  const lines: readonly Line[] = [
    {
      label: beforeNumber === null ? words.start : words.before(String(beforeNumber)),
      count: false,
      amount: before,
    },
    ...kinds.map(({ movement, entries, amount }) => ({
      label: words.kinds[movement],
      count: String(entries),
      amount,
    })),
    { label: words.result(String(last?.number)), count: false, amount: after },
  ];
  return table<Line>({
    caption: words.title(buckets[bucket], currency),
    columns: [
      { title: words.kind, cell: ({ label }) => label },
      { title: words.count, isNumber: true, cell: ({ count }) => count },
      { title: words.sum, isNumber: true, cell: ({ amount }) => showMoney(amount, currency) },
    ],
    rows: lines,
    empty: words.none,
  });
}

/** To the entries themselves, and to what older ones came to. */
function ways(
  { base, path }: MerchantVisit,
  { bucket, currency, sum }: Explained,
  upTo: bigint | undefined,
): Html {
  const { beforeNumber, last, kinds } = sum;
  const of = `bucket=${bucket}&currency=${currency}`;
  const number = (last?.number ?? 0n) + 1n;
  const page = upTo === undefined ? '' : `&page=${shownPlace({ number, code: '', currency: '' })}`;
  const count = kinds.reduce((total, { entries }) => total + entries, 0n);
  return section(
    words.entries,
    html`${beforeNumber !== null && html`<p>${words.window(String(count))}</p><p>${link(`${path}?${of}&upto=${beforeNumber - 1n}`, words.older)}</p>`}
${upTo !== undefined && html`<p>${link(`${path}?${of}`, words.newest)}</p>`}
<p>${link(`${base}/balance/journal?${of}${page}`, words.entries)}</p>`,
  );
}
