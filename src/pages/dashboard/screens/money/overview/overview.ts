import { type ListedApp, listApps } from '../../../../../domain/merchants/accounts/app-queries.ts';
import { type Currency, currencies } from '../../../../../domain/money/amounts/currency.ts';
import { type Balances, readBalances } from '../../../../../domain/money/ledger/balances.ts';
import { countExhausted } from '../../../../../domain/notices/events/resource-queries.ts';
import { countUnanswered } from '../../../../../domain/payments/disputes/queries.ts';
import { countPending } from '../../../../../domain/payments/transactions/count-queries.ts';
import { now } from '../../../../../platform/clock.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { overviewWords as words } from '../../../../words/dashboard/money/overview.ts';
import { screen } from '../../../parts/frame.ts';
import { empty } from '../../../parts/notices.ts';
import { link, moment, section, state } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { successOf, type Volume, volumesOf } from './figures.ts';
import { firstSteps } from './first-steps.ts';
import { volumeSection } from './volume.ts';

const dayMs = 86_400_000;
/** Counted no further: a merchant may have a million. */
const mostCounted = 1000;

export async function showOverview(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, office, mode } = visit;
  const since = new Date(now().getTime() - dayMs);
  const [volumes, balances, pending, unanswered, exhausted, all] = await Promise.all([
    volumesOf(visit),
    readBalances(ctx.db, merchantId),
    countPending(ctx.db, merchantId, mostCounted),
    countUnanswered(ctx.db, merchantId, mostCounted),
    countExhausted(ctx.db, merchantId, { since, most: mostCounted }),
    listApps(office.platform, merchantId),
  ]);
  const apps = all.filter((app) => app.mode === mode);
  const taken = volumes.filter(({ month }) => month.payments > 0n);
  return screen(visit, {
    title: words.title,
    main: html`${await firstSteps(visit, apps)}
<div class="cards">
${taken.map((volume) => volumeCard(volume))}
${successCard(volumes)}
${card(words.pending, counted(pending), html`${link(`${visit.base}/payments?status=pending`, words.pendingHint)}`)}
${unansweredCard(visit, unanswered)}
${card(words.exhausted, counted(exhausted), link(`${visit.base}/events?state=exhausted`, words.exhaustedHint))}
</div>
${taken.length === 0 && empty(words.noVolume, words.noVolumeNext[mode])}
${taken.map((volume) => volumeSection(visit, volume))}
${balanceSection(visit, balances)}
${versionsSection(visit, apps)}`,
  });
}

function card(title: string, figure: string, more: Child): Html {
  return html`<section class="card"><h2 class="small soft">${title}</h2><strong class="figure">${figure}</strong><p class="small soft">${more}</p></section>`;
}

const counted = (count: number): string => (count < mostCounted ? String(count) : words.atLeast(count));

function volumeCard({ currency, today, month }: Volume): Html {
  const part = ({ amount, payments }: Volume['today']) =>
    html`${showMoney(amount, currency)}, ${words.payments(String(payments))}`;
  return card(
    words.volume(currency),
    showMoney(month.amount, currency),
    html`${words.month}: ${words.payments(String(month.payments))}<br>${words.today}: ${part(today)}`,
  );
}

function successCard(volumes: readonly Volume[]): Html {
  const success = successOf(volumes);
  if (!success) return card(words.success, '–', words.noneEnded);
  const { captured, ended, percent } = success;
  return card(words.success, percent, words.successOf(String(captured), String(ended)));
}

/** Nobody else tells a merchant of disputes who has not subscribed to their events. */
function unansweredCard(
  visit: MerchantVisit,
  { count, due }: Awaited<ReturnType<typeof countUnanswered>>,
): Html | false {
  if (due === null) return false;
  const more = link(`${visit.base}/disputes?status=needs_response`, words.disputesHint);
  return card(words.disputes, counted(count), html`${more} ${moment(visit, due)}`);
}

function balanceSection({ base }: MerchantVisit, balances: Balances): Html {
  const figure = (of: keyof Balances) => (currency: Currency) => showMoney(balances[of][currency], currency);
  return section(
    words.balance,
    table<Currency>({
      caption: words.balance,
      columns: [
        { title: words.currency, cell: (currency) => currency },
        { title: words.available, isNumber: true, cell: figure('available') },
        { title: words.waiting, isNumber: true, cell: figure('pending') },
        { title: words.reserve, isNumber: true, cell: figure('reserve') },
      ],
      rows: currencies,
      empty: words.balance,
    }),
    link(`${base}/balance`, words.toBalance),
  );
}

function versionsSection(visit: MerchantVisit, apps: readonly ListedApp[]): Html | false {
  if (apps.length === 0) return false;
  const { versions } = visit.ctx;
  const address = ({ id }: ListedApp) => `${visit.base}/apps/${showId('app', id)}`;
  const standing = (app: ListedApp): Child => {
    if (versions.inEffect(app.api_version) === versions.current)
      return state(words.versions.isNewest, 'good');
    const behind = state(words.versions.behind(versions.current), 'warn');
    return visit.may('develop')
      ? html`${behind} ${link(`${address(app)}/version`, words.versions.open)}`
      : behind;
  };
  return section(
    words.versions.title,
    table<ListedApp>({
      caption: words.versions.title,
      columns: [
        { title: words.versions.app, cell: (app) => link(address(app), app.name) },
        { title: words.versions.pinned, cell: ({ api_version }) => versions.inEffect(api_version) },
        { title: words.versions.newest, cell: standing },
      ],
      rows: apps.slice(0, 25),
      empty: words.versions.title,
    }),
  );
}
