import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { ApiError } from '../../../../../platform/errors.ts';
import { barsAsSvg } from '../../../../charts.ts';
import { type Html, html, url } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { overviewWords } from '../../../../words/dashboard/money/overview.ts';
import { section } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { type Day, type Volume, volumesOf } from './figures.ts';

const words = overviewWords.chart;
const size = { width: 760, height: 220 };
const shortDays = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const shortDay = (day: string): string => shortDays.format(new Date(day));

/** A chart of one currency with its finding as text, and the same numbers as a table. */
export function volumeSection({ base }: MerchantVisit, { currency, month, days }: Volume): Html {
  const best = days.reduce((most, day) => (day.amount > most.amount ? day : most));
  const money = (amount: bigint) => showMoney(amount, currency);
  const alt = words.alt(money(month.amount), money(best.amount), shortDay(best.day));
  const address = `${base}/charts/volume.svg?currency=${currency}`;
  return section(
    words.title(currency),
    html`<img class="chart" src="${url(address)}" alt="${alt}" width="${size.width}" height="${size.height}">
<p class="small soft">${alt} ${words.note}</p>
<details class="more"><summary>${words.table}</summary>${table<Day>({
      caption: words.title(currency),
      columns: [
        { title: words.day, cell: ({ day }) => html`<time datetime="${day}">${shortDay(day)}</time>` },
        { title: words.amount, isNumber: true, cell: ({ amount }) => money(amount) },
        { title: words.count, isNumber: true, cell: ({ payments }) => String(payments) },
        { title: words.failed, isNumber: true, cell: ({ failed }) => String(failed) },
      ],
      rows: days.toReversed(),
      empty: overviewWords.noVolume,
    })}</details>`,
  );
}

/** Nothing but the image, with styles of its own: ECharts writes them into it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

/** Heights are in whole units of the currency: enough for a drawing, and safe far beyond any volume. */
const heightOf = (amount: bigint): number => Number(amount / 10_000n);

export async function volumeChart(visit: MerchantVisit): Promise<Answer> {
  const currency = currencies.find((known) => known === visit.query.get('currency'));
  if (!currency) throw new ApiError('NOT_FOUND');
  const days = (await volumesOf(visit)).find((volume) => volume.currency === currency)?.days ?? [];
  const svg = await barsAsSvg({
    ...size,
    labels: days.map(({ day }) => shortDay(day)),
    values: days.map(({ amount }) => heightOf(amount)),
    scale: (value) => compact.format(value),
  });
  return { kind: 'file', type: 'image/svg+xml; charset=utf-8', chunks: [svg], policy };
}

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
