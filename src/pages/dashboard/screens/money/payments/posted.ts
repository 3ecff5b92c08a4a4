import { formatPercent } from '../../../../../domain/money/amounts/percent.ts';
import { sourcedMovements } from '../../../../../domain/money/ledger/entries/sources.ts';
import {
  findJournalLines,
  findTakenOf,
  type JournalLine,
} from '../../../../../domain/money/ledger/entries/sum-queries.ts';
import { findPartnersShares, type PartnersShare } from '../../../../../domain/money/splits/queries.ts';
import { findEventsAbout, type SentEvent } from '../../../../../domain/notices/events/resource-queries.ts';
import type { Transaction } from '../../../../../domain/payments/transactions/queries.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { partnersWords } from '../../../../words/dashboard/money/partners.ts';
import { paymentsWords as words } from '../../../../words/dashboard/money/payments.ts';
import { partnerAddress } from '../../../parts/payments.ts';
import { link, moment, section, state } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const mostJournals = 100;
const mostEvents = 50;

/** What each partner gets of a payment that names a split. Nothing is credited before it settles. */
export async function sharesSection(
  visit: MerchantVisit,
  { id, currency, split_id: splitId, completed_at }: Transaction,
): Promise<Html | false> {
  if (splitId === null || completed_at === null) return false;
  const { ctx, merchantId } = visit;
  const { splits: said } = partnersWords;
  return section(
    said.ofPayment,
    html`<p class="small soft">${said.ofPaymentNote}</p>${table<PartnersShare>({
      caption: said.ofPayment,
      columns: [
        {
          title: said.partnerOf,
          cell: ({ subaccount_id, name }) =>
            link(partnerAddress(visit, subaccount_id), html`<bdi>${name}</bdi>`),
        },
        {
          title: said.shareOf,
          isNumber: true,
          cell: ({ basis_points }) => `${formatPercent(basis_points)} %`,
        },
        { title: said.credited, isNumber: true, cell: ({ amount }) => showMoney(amount, currency) },
      ],
      rows: await findPartnersShares(ctx.db, merchantId, { splitId, paymentId: id }),
      empty: '',
    })}`,
  );
}

/** The lines of the ledger that a payment, or some of its refunds and disputes, caused. */
export async function journalSection(
  visit: MerchantVisit,
  paymentId: string,
  sources: readonly string[],
): Promise<Html> {
  const { ctx, merchantId } = visit;
  const taken = await findTakenOf(ctx.db, merchantId, paymentId, sources);
  const lines = await findJournalLines(ctx.db, merchantId, {
    movements: sourcedMovements,
    sources: [...sources, ...taken],
    most: mostJournals,
  });
  const { journal, payment } = words;
  return section(
    payment.journal,
    html`<p class="small soft">${payment.journalNote}</p>${table<JournalLine>({
      caption: payment.journal,
      columns: [
        { title: journal.number, cell: ({ number }) => String(number) },
        { title: journal.what, cell: ({ movement }) => movement },
        { title: journal.account, cell: ({ code }) => code },
        {
          title: journal.amount,
          isNumber: true,
          cell: ({ amount, currency }) => showMoney(amount, currency),
        },
        { title: journal.time, cell: ({ effective_at }) => moment(visit, effective_at) },
      ],
      rows: lines,
      empty: payment.noJournal,
    })}`,
  );
}

/** The events about some objects, and how far each was delivered. */
export async function eventsSection(visit: MerchantVisit, resources: readonly string[]): Promise<Html> {
  const { ctx, merchantId } = visit;
  const events = await findEventsAbout(ctx.db, merchantId, resources, mostEvents);
  const { deliveries, payment } = words;
  return section(
    payment.events,
    table<SentEvent>({
      caption: payment.events,
      columns: [
        {
          title: deliveries.type,
          cell: ({ id, type }) => link(`${visit.base}/events/${showId('evt', id)}`, type),
        },
        { title: deliveries.time, cell: ({ created_at }) => moment(visit, created_at) },
        { title: deliveries.delivery, cell: deliveriesOf },
      ],
      rows: events,
      empty: payment.noEvents,
    }),
  );
}

const looks = {
  waiting: 'plain',
  due: 'plain',
  sending: 'plain',
  delivered: 'good',
  exhausted: 'bad',
} as const;

function deliveriesOf({ deliveries }: SentEvent): Child {
  const { none, states, attempts, answered } = words.deliveries;
  if (deliveries.length === 0) return none;
  return html`<span>${deliveries.map((delivery) => {
    const last = delivery.status === null ? '' : `, ${answered(delivery.status)}`;
    const host = URL.parse(delivery.url)?.host ?? '';
    return html`<span class="delivery">${state(states[delivery.state], looks[delivery.state])} <span class="small soft">${host}: ${attempts(delivery.attempts)}${last}</span></span>`;
  })}</span>`;
}
