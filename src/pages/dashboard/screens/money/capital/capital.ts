import { formatPercent } from '../../../../../domain/money/amounts/percent.ts';
import {
  type Advance,
  findAdvances,
  findOffers,
  type Offer,
} from '../../../../../domain/money/capital/queries.ts';
import { remainingOf } from '../../../../../domain/money/capital/repay.ts';
import { showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { capitalWords as words } from '../../../../words/dashboard/money/capital.ts';
import { screen } from '../../../parts/frame.ts';
import { link, linkButton, moment, section, state } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const mostRows = 50;
const offerLooks = { available: 'good', accepted: 'plain', expired: 'plain' } as const;
const advanceLooks = { outstanding: 'warn', repaid: 'good' } as const;

/** Open offers, and what was advanced. */
export async function showCapital(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId } = visit;
  const page = { after: undefined, rows: mostRows };
  const [offers, advances] = await Promise.all([
    findOffers(ctx.db, merchantId, {}, page),
    findAdvances(ctx.db, merchantId, {}, page),
  ]);
  return screen(visit, {
    title: words.title,
    done: words.done[visit.query.get('done') ?? ''],
    main: html`<p class="soft">${words.intro}</p>
${section(words.offers, offersTable(visit, offers))}
${section(words.advances, advancesTable(visit, advances))}`,
  });
}

function offersTable(visit: MerchantVisit, rows: readonly Offer[]) {
  return table<Offer>({
    caption: words.offers,
    columns: [
      { title: words.amount, isNumber: true, cell: ({ amount, currency }) => showMoney(amount, currency) },
      { title: words.fee, isNumber: true, cell: ({ fee, currency }) => showMoney(fee, currency) },
      {
        title: words.holdback,
        isNumber: true,
        cell: (one) => `${formatPercent(one.holdback_basis_points)} %`,
      },
      { title: words.state, cell: ({ status }) => state(words.offerStates[status], offerLooks[status]) },
      { title: words.until, cell: ({ expires_at }) => moment(visit, expires_at) },
      {
        title: frameWords.table.actions,
        cell: ({ id, status }) =>
          status === 'available' &&
          visit.may('payout') &&
          linkButton(`${visit.base}/capital/offers/${showId('cof', id)}`, words.look, 'quiet'),
      },
    ],
    rows,
    empty: words.noOffers,
  });
}

function advancesTable(visit: MerchantVisit, rows: readonly Advance[]) {
  const address = (id: string): string => `${visit.base}/capital/advances/${showId('cap', id)}`;
  return table<Advance>({
    caption: words.advances,
    columns: [
      { title: words.since, cell: ({ id, created_at }) => link(address(id), moment(visit, created_at)) },
      { title: words.amount, isNumber: true, cell: ({ amount, currency }) => showMoney(amount, currency) },
      { title: words.fee, isNumber: true, cell: ({ fee, currency }) => showMoney(fee, currency) },
      { title: words.repaid, isNumber: true, cell: (one) => showMoney(one.amount_repaid, one.currency) },
      { title: words.left, isNumber: true, cell: (one) => showMoney(remainingOf(one), one.currency) },
      { title: words.state, cell: ({ status }) => state(words.advanceStates[status], advanceLooks[status]) },
    ],
    rows,
    empty: words.noAdvances,
  });
}
