import type { OneApp } from '../../../../../domain/merchants/accounts/app-queries.ts';
import { remembering } from '../../../../../domain/merchants/changes/change-merchant.ts';
import type { LockedEndpoint } from '../../../../../domain/notices/endpoints/queries.ts';
import { endPreviousSecret, rollSecret } from '../../../../../domain/notices/endpoints/roll-secret.ts';
import { type Html, html } from '../../../../html.ts';
import { webhookWords as words } from '../../../../words/dashboard/developers/webhooks.ts';
import { radios } from '../../../parts/choices.ts';
import { buttonTo, formTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { exact, linkButton, section, shownMoment } from '../../../parts/show.ts';
import { appOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther } from '../../../requests/answers.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { addressOf, appIn } from './one-app.ts';

/** The secrets that sign the webhooks of an app, and what can be done with them. Spec: "Signature". */
export function secretSection(visit: MerchantVisit, app: OneApp, address: string): Html {
  const until = app.previous_secret_until;
  const how = (['usual', 'now'] as const).map((value) => ({ value, label: words.rollHow[value] }));
  return section(
    words.secret,
    html`<p>${words.secretText}</p>
${until !== null && html`<p>${words.overlap(shownMoment(visit, until))}</p>${buttonTo(visit, { to: `${address}/end-previous`, label: words.endPrevious, seen: overlapOf(until) })}`}
${formTo(visit, { to: `${address}/secret`, button: words.roll, look: 'quiet', seen: newestOf(app), fields: radios(visit, { name: 'how', label: words.roll, options: how, value: until === null ? 'usual' : 'now' }) })}`,
  );
}

/** What the screen shows of the secret before the newest one. */
const overlapOf = (until: Date | null) => ({ until: until?.toISOString() ?? '' });

/** Which secret the screen is about: what is sealed is another text after every roll. */
const newestOf = ({ secret_sealed: secret }: Pick<OneApp, 'secret_sealed'>) => ({ secret });

/** The secret is on this one answer and on no other. */
export async function rollWebhookSecret(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const how = visit.form.value('how') === 'now' ? 'now' : 'usual';
  const of = remembering(appOf(visit, app.id), 'webhook.secret-rolled', { how });
  // `usual` ends no secret: the newest signs on beside the new one, whoever made it.
  const compare = (endpoint: LockedEndpoint) => refuseChanged(visit, { present: newestOf(endpoint) });
  const rolled = await rollSecret(visit.ctx, of, how, how === 'now' ? compare : undefined);
  if (rolled.kind === 'overlapping') throw new Refusal(words.overlapping);
  return screen(visit, {
    title: words.rolled,
    main: html`${notice('warn', words.once)}${section(app.name, html`<p class="secret">${exact(rolled.secret)}</p>`)}
<p>${linkButton(`${addressOf(visit, app)}/webhook`, words.back)}</p>`,
  });
}

export async function endPrevious(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const of = remembering(appOf(visit, app.id), 'webhook.secret-ended');
  await endPreviousSecret(visit.office.platform, of, ({ previous_secret_until: until }) =>
    refuseChanged(visit, { present: overlapOf(until) }),
  );
  return seeOther(`${addressOf(visit, app)}/webhook?done=ended`);
}
