import { sourcedMovements } from '../../../../../domain/money/ledger/entries/sources.ts';
import {
  findJournalLines,
  findTakenOf,
  type JournalLine,
} from '../../../../../domain/money/ledger/entries/sum-queries.ts';
import { findEventsAbout, type SentEvent } from '../../../../../domain/notices/events/resource-queries.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { paymentsWords as words } from '../../../../words/dashboard/money/payments.ts';
import { link, moment, section, state } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const mostJournals = 100;
const mostEvents = 50;

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
