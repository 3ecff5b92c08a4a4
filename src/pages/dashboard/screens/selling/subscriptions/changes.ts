import type { Subscription } from '../../../../../domain/billing/subscriptions/queries.ts';
import { type Child, html } from '../../../../html.ts';
import { subscriptionsWords as words } from '../../../../words/dashboard/selling/subscriptions.ts';
import { subscriptionAddress } from '../../../parts/billing.ts';
import { buttonTo } from '../../../parts/forms.ts';
import { linkButton, section } from '../../../parts/show.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

/** What can be done with a subscription, each with what it does. */
export function changes(visit: MerchantVisit, { id, status, cancel_at_period_end }: Subscription): Child {
  if (status === 'canceled') return false;
  const address = subscriptionAddress(visit, id);
  const other =
    status === 'active'
      ? section(
          words.pause,
          html`<p>${words.pauseText}</p>${buttonTo(visit, { to: `${address}/pause`, label: words.pause })}`,
        )
      : section(
          words.resume,
          html`<p>${words.resumeText}</p>${buttonTo(visit, { to: `${address}/resume`, label: words.resume })}`,
        );
  const keep =
    status === 'active' &&
    cancel_at_period_end &&
    section(
      words.keep,
      html`<p>${words.keepText}</p>${buttonTo(visit, { to: `${address}/keep`, label: words.keep })}`,
    );
  const { changing, paying } = words;
  return html`${keep}
${status === 'active' && section(changing.title, html`<p>${changing.text}</p><p>${linkButton(`${address}/plan`, changing.title, 'quiet')}</p>`)}
${status === 'active' && section(paying.title, html`<p>${paying.text}</p><p>${linkButton(`${address}/paying`, paying.title, 'quiet')}</p>`)}
${other}
${section(words.cancel.title, html`<p>${words.cancel.final}</p><p>${linkButton(`${address}/cancel`, words.cancel.title, 'quiet')}</p>`)}`;
}
