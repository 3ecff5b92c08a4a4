import { type Currency, currencies } from '../../../../../domain/money/amounts/currency.ts';
import { reserveTerms } from '../../../../../domain/money/fees/payment-fees.ts';
import { settlementDays } from '../../../../../domain/money/fees/settlement-terms.ts';
import type { Balances } from '../../../../../domain/money/ledger/balances.ts';
import { type DueRelease, findDueReleases } from '../../../../../domain/money/ledger/hold-queries.ts';
import { readClock } from '../../../../../engine/clock/read-clock.ts';
import { now as realTime } from '../../../../../platform/clock.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { balanceWords } from '../../../../words/dashboard/money/balance.ts';
import { section } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { releases: words, buckets } = balanceWords;
const dayMs = 86_400_000;
const shownDays = 90;

type Line = {
  readonly day: string | undefined;
  readonly code: DueRelease['code'];
  readonly currency: Currency;
  readonly amount: bigint;
  readonly payments: bigint | undefined;
};

/** What becomes available on which day, and what is left of the two balances after that. */
export async function releasesSection(visit: MerchantVisit, balances: Balances): Promise<Html> {
  const { ctx, merchantId } = visit;
  const { now } = await readClock(ctx, merchantId);
  const until = new Date(now.getTime() + shownDays * dayMs);
  const days = settlementDays(ctx.mode);
  const shortest = { pending: Math.min(days.wallet, days.card), reserve: reserveTerms.days };
  const longest = { pending: Math.max(days.wallet, days.card) + 1, reserve: reserveTerms.days + 1 };
  const found = await Promise.all(
    (['pending', 'reserve'] as const)
      .filter((code) => currencies.some((currency) => balances[code][currency] > 0n))
      .map((code) =>
        findDueReleases(ctx.db, merchantId, {
          code,
          shortestDays: shortest[code],
          longestDays: longest[code],
          realNow: realTime(),
          now,
          until,
        }),
      ),
  );
  const due = found.flatMap(({ releases }) => releases).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const isCut = found.some(({ readTo }) => readTo !== null);
  return section(
    words.title,
    html`${isCut && html`<p class="small soft">${words.cut}</p>`}${table<Line>({
      caption: words.title,
      columns: [
        { title: words.day, cell: ({ day }) => day ?? words.rest },
        { title: words.from, cell: ({ code }) => buckets[code] },
        {
          title: words.amount,
          isNumber: true,
          cell: ({ amount, currency }) => showMoney(amount, currency),
        },
        {
          title: words.payments,
          isNumber: true,
          cell: ({ payments }) => payments !== undefined && String(payments),
        },
      ],
      rows: [...due, ...restOf(balances, due)],
      empty: words.empty,
    })}`,
  );
}

/** What of a balance no listed day releases. */
function restOf(balances: Balances, due: readonly DueRelease[]): readonly Line[] {
  return (['pending', 'reserve'] as const).flatMap((code) =>
    currencies.flatMap((currency) => {
      const listed = due.filter((line) => line.code === code && line.currency === currency);
      const amount = listed.reduce((rest, line) => rest - line.amount, BigInt(balances[code][currency]));
      return amount > 0n ? [{ day: undefined, code, currency, amount, payments: undefined }] : [];
    }),
  );
}
