import type { ReceiverHealth } from '../../../../../domain/notices/endpoints/health.ts';
import { type Html, html } from '../../../../html.ts';
import { webhookWords as words } from '../../../../words/dashboard/developers/webhooks.ts';
import { moment, state } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

/** How the receivers of an app do, the longest failing first. */
export function receiversTable(visit: MerchantVisit, receivers: readonly ReceiverHealth[]): Html {
  return table<ReceiverHealth>({
    caption: words.health,
    columns: [
      { title: words.receiver, cell: ({ origin }) => origin },
      {
        title: words.state,
        cell: ({ failingSince, lastFailure }) =>
          failingSince === null
            ? state(words.works, 'good')
            : html`${state(words.failingSince(''), 'bad')} ${moment(visit, failingSince)} <span class="small">${lastFailure?.merchantWords}</span>`,
      },
      { title: words.waiting, isNumber: true, cell: ({ due, sending }) => due + sending },
      { title: words.delivered, isNumber: true, cell: ({ deliveredIn24h }) => deliveredIn24h },
      { title: words.exhausted, isNumber: true, cell: ({ exhaustedIn24h }) => exhaustedIn24h },
    ],
    rows: receivers,
    empty: words.noReceiver,
  });
}
