import { cancelSubscription } from '../../../../../domain/billing/subscriptions/cancel-subscription.ts';
import { editSubscription } from '../../../../../domain/billing/subscriptions/edit-subscription.ts';
import { showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { subscriptionsWords } from '../../../../words/dashboard/selling/subscriptions.ts';
import { subscriptionAddress } from '../../../parts/billing.ts';
import { radios } from '../../../parts/choices.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { subscriptionIn } from './subscription.ts';

const words = subscriptionsWords.cancel;

export async function showCancel(visit: MerchantVisit): Promise<Answer> {
  const { id, status, customer_name: name } = await subscriptionIn(visit);
  const address = subscriptionAddress(visit, id);
  const options = [
    { value: 'end', label: words.end, hint: words.endHint },
    { value: 'now', label: words.now, hint: words.nowHint },
  ];
  return screen(visit, {
    title: words.title,
    up: { label: name, to: address },
    main: html`<p>${words.final}</p>
${formTo(visit, {
  to: `${address}/cancel`,
  button: words.button,
  look: 'danger',
  cancel: address,
  cancelLabel: words.keep,
  fields: html`${radios(visit, {
    name: 'when',
    label: words.when,
    // A paused subscription has no period that could end.
    options: status === 'active' ? options : options.slice(1),
    value: status === 'active' ? 'end' : 'now',
  })}
${textField(visit, { name: 'reason', label: words.reason, optional: true, maxlength: 255 })}`,
})}`,
  });
}

/** Judged by the contract of `cancelSubscription`. */
export async function cancel(visit: MerchantVisit): Promise<Answer> {
  const { id } = await subscriptionIn(visit);
  const when = visit.form.value('when');
  if (when !== 'now' && when !== 'end') throw new WrongFields({ when: words.wrongWhen });
  const body = judged('cancelSubscription', {
    at_period_end: when === 'end',
    reason: visit.form.value('reason'),
  });
  const { at_period_end: atPeriodEnd = false, reason = null } = body ?? {};
  const { status } = await acting(visit, 'subscription.canceled', async (act) => {
    const changed = await cancelSubscription(act, id, { atPeriodEnd, reason });
    const details = { at_period_end: atPeriodEnd, reason };
    return { result: changed, object: showId('sub', id), details };
  });
  return seeOther(`${subscriptionAddress(visit, id)}?done=${status === 'canceled' ? 'canceled' : 'ending'}`);
}

/** Takes back a cancellation that was planned for the end of the period. */
export async function keep(visit: MerchantVisit): Promise<Answer> {
  const { id } = await subscriptionIn(visit);
  await acting(visit, 'subscription.kept', async (act) => {
    await editSubscription(act, id, { cancelAtPeriodEnd: false });
    return { result: undefined, object: showId('sub', id) };
  });
  return seeOther(`${subscriptionAddress(visit, id)}?done=kept`);
}
