import { editSubscription } from '../../../../../domain/billing/subscriptions/edit-subscription.ts';
import { normalisePhone } from '../../../../../domain/money/wallets/phone.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { subscriptionsWords } from '../../../../words/dashboard/selling/subscriptions.ts';
import { subscriptionAddress } from '../../../parts/billing.ts';
import { radios } from '../../../parts/choices.ts';
import { formTo } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { payerIn, walletFields, waysOf } from './subscribe.ts';
import { subscriptionIn } from './subscription.ts';

const { form: fields, paying: words } = subscriptionsWords;

export async function showPaying(visit: MerchantVisit): Promise<Answer> {
  const { id, customer_id, customer_name, customer_phone } = await subscriptionIn(visit);
  const address = subscriptionAddress(visit, id);
  const options = await waysOf(visit, customer_id);
  return screen(visit, {
    title: words.title,
    up: { label: customer_name, to: address },
    main: html`<p>${words.text}</p>
${formTo(visit, {
  to: `${address}/paying`,
  button: words.button,
  cancel: address,
  fields: html`${radios(visit, { name: 'by', label: fields.by, value: 'wallet', options })}
${walletFields(visit, customer_phone)}`,
})}`,
  });
}

const formFields = {
  'pay_by/payment_method_id': 'by',
  'pay_by/wallet_type': 'wallet_type',
  'pay_by/customer_phone': 'customer_phone',
};

/** Judged by the contract of `updateSubscription`. */
export async function pay(visit: MerchantVisit): Promise<Answer> {
  const { id } = await subscriptionIn(visit);
  // The form offers no payment on the page.
  if (visit.form.value('by') === 'invoice') throw new WrongFields({ by: fields.wrongBy });
  const { pay_by: payBy = {} } = judged('updateSubscription', { pay_by: payerIn(visit) }, formFields);
  const { wallet_type: type, customer_phone: phone, payment_method_id: methodId } = payBy;
  const wallet =
    type === undefined || phone === undefined ? undefined : { type, phone: normalisePhone(phone) };
  const paymentMethodId = methodId === undefined ? undefined : readId('pm', methodId);
  await acting(visit, 'subscription.paying', async (act) => {
    await editSubscription(act, id, { paying: { wallet, paymentMethodId } });
    const details = { wallet: type ?? null, payment_method: methodId ?? null };
    return { result: undefined, object: showId('sub', id), details };
  });
  return seeOther(`${subscriptionAddress(visit, id)}?done=paying`);
}
