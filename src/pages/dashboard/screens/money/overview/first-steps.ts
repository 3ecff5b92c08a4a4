import type { ListedApp } from '../../../../../domain/merchants/accounts/app-queries.ts';
import { findLastCall } from '../../../../../domain/merchants/traffic/queries.ts';
import { hasDelivered } from '../../../../../domain/notices/events/resource-queries.ts';
import { hasCaptured } from '../../../../../domain/payments/transactions/count-queries.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { overviewWords } from '../../../../words/dashboard/money/overview.ts';
import { link, moment, section, state } from '../../../parts/show.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const words = overviewWords.steps;

/** Among so many of the newest deliveries one that was acknowledged is looked for. */
const looked = 1000;

/** What a new merchant does first, and what of it is done; nothing once all is. */
export async function firstSteps(visit: MerchantVisit, apps: readonly ListedApp[]): Promise<Html | false> {
  const { ctx, merchantId, base } = visit;
  const [lastCall, captured, delivered] = await Promise.all([
    findLastCall(ctx.db, merchantId),
    hasCaptured(ctx.db, merchantId),
    hasDelivered(ctx.db, merchantId, looked),
  ]);
  const [app] = apps;
  const webhook = app ? `${base}/apps/${showId('app', app.id)}/webhook` : `${base}/apps`;
  const steps = [
    { isDone: app !== undefined, text: words.app, to: `${base}/apps` },
    { isDone: lastCall !== undefined, text: words.called, to: '/docs', at: lastCall },
    {
      isDone: apps.some(({ webhook_url }) => webhook_url !== null),
      text: words.webhook,
      to: webhook,
    },
    { isDone: captured, text: words.payment, to: `${base}/payments` },
    { isDone: delivered, text: words.event, to: `${base}/events` },
  ];
  if (steps.every(({ isDone }) => isDone)) return false;
  return section(
    words.title,
    html`<ol class="steps">${steps.map(
      ({ isDone, text, to, at }) =>
        html`<li>${isDone ? state(words.done, 'good') : state(words.open)} ${link(to, text)}${at && html` <span class="small soft">${words.calledAt}: ${moment(visit, at)}</span>`}</li>`,
    )}</ol>`,
  );
}
