import { findPlans, type Plan } from '../../../../../domain/billing/plans/queries.ts';
import { subscribe } from '../../../../../domain/billing/subscriptions/subscribe.ts';
import { normalisePhone } from '../../../../../domain/money/wallets/phone.ts';
import { walletNames } from '../../../../../domain/money/wallets/wallets.ts';
import type { Customer } from '../../../../../domain/payers/customers/queries.ts';
import {
  findPaymentMethods,
  type PaymentMethod,
} from '../../../../../domain/payers/payment-methods/queries.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { subscriptionsWords } from '../../../../words/dashboard/selling/subscriptions.ts';
import { words as hosted } from '../../../../words/en/words.ts';
import { customerAddress, priceOf, subscriptionAddress } from '../../../parts/billing.ts';
import { radios } from '../../../parts/choices.ts';
import { momentIn } from '../../../parts/days.ts';
import { formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { empty } from '../../../parts/notices.ts';
import { brandName } from '../../../parts/payments.ts';
import { savedCustomer, savedFields } from '../../../parts/saved-customer.ts';
import { linkButton } from '../../../parts/show.ts';
import { typedPhone } from '../../../parts/typed.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseNewPayments, sellingApp } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { form: words, plans: planWords } = subscriptionsWords;
const mostPlans = 200;
const mostCards = 20;

export async function showSubscribe(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, base } = visit;
  const [customer, plans] = await Promise.all([
    savedCustomer(visit),
    findPlans(ctx.db, merchantId, { status: 'active' }, { after: undefined, rows: mostPlans }),
  ]);
  return screen(visit, {
    title: subscriptionsWords.new,
    up: { label: subscriptionsWords.title, to: `${base}/subscriptions` },
    main: customer
      ? await subscribeForm(visit, customer, plans)
      : empty(words.whom, linkButton(`${base}/customers`, words.customers)),
  });
}

async function subscribeForm(
  visit: MerchantVisit,
  customer: Customer,
  plans: readonly Plan[],
): Promise<Html> {
  if (plans.length === 0)
    return empty(words.noPlan, linkButton(`${visit.base}/subscriptions/plans/new`, planWords.new));
  const options = plans.map((plan) => ({
    value: showId('plan', plan.id),
    label: `${plan.name}, ${priceOf(plan)}`,
  }));
  return formTo(visit, {
    to: `${visit.base}/subscriptions/new`,
    button: words.button,
    cancel: customerAddress(visit, customer.id),
    once: onceOf(),
    fields: html`${savedFields(customer)}
${selectField(visit, { name: 'plan_id', label: subscriptionsWords.plan, options })}
${radios(visit, { name: 'by', label: words.by, value: 'invoice', options: [byInvoice, ...(await waysOf(visit, customer.id))] })}
${walletFields(visit, customer.phone)}
${textField(visit, { name: 'start_at', label: words.start, hint: words.startHint(visit.session.timeZone), kind: 'datetime-local', optional: true })}`,
  });
}

const byInvoice = { value: 'invoice', label: words.byInvoice, hint: words.byInvoiceHint };

export function walletFields(visit: MerchantVisit, phone: string | null): Html {
  const options = walletNames.map((value) => ({ value, label: hosted.methods[value] }));
  return html`<fieldset class="field"><legend>${words.onlyWallet}</legend>
${selectField(visit, { name: 'wallet_type', label: words.wallet, options })}
${textField(visit, { name: 'customer_phone', label: words.phone, hint: words.phoneHint, kind: 'tel', value: phone ?? '', maxlength: 30 })}</fieldset>`;
}

/** What can be charged: a wallet, or a card that the customer has saved. Null: they are not saved, and have none. */
export async function waysOf({ ctx, merchantId }: MerchantVisit, customerId: string | null) {
  const page = { after: undefined, rows: mostCards };
  const methods =
    customerId === null ? [] : await findPaymentMethods(ctx.db, merchantId, { customerId }, page);
  const cardOf = ({ brand, last4 }: PaymentMethod): string =>
    words.byCard(`${brandName(brand, subscriptionsWords.card)} …${last4 ?? ''}`);
  return [
    { value: 'wallet', label: words.byWallet, hint: words.byWalletHint },
    ...methods
      .filter(({ status }) => status === 'active')
      .map((method) => ({ value: showId('pm', method.id), label: cardOf(method) })),
  ];
}

/** What pays for the periods, as the contract writes it. */
export function payerIn({ form }: MerchantVisit): Record<string, unknown> {
  const by = form.value('by');
  if (by === 'invoice') return {};
  if (by.startsWith('pm_')) return { payment_method_id: by };
  if (by !== 'wallet') throw new WrongFields({ by: words.wrongBy });
  const [wallet_type, customer_phone] = [form.value('wallet_type'), typedPhone(form.value('customer_phone'))];
  if (customer_phone === '') throw new WrongFields({ customer_phone: words.wrongPhone });
  return { wallet_type, customer_phone };
}

function startIn({ form, session }: MerchantVisit): Date | undefined {
  const text = form.value('start_at');
  const at = momentIn(text, session.timeZone);
  if (text !== '' && at === undefined) throw new WrongFields({ start_at: words.wrongMoment });
  return at;
}

/** Judged by the contract of `createSubscription`. */
export async function begin(visit: MerchantVisit): Promise<Answer> {
  const customer = await savedCustomer(visit);
  if (!customer) throw new Refusal(words.whom);
  const plan = visit.form.value('plan_id');
  if (plan === '') throw new WrongFields({ plan_id: words.wrongPlan });
  const body = judged(
    'createSubscription',
    { plan_id: plan, customer_id: showId('cus', customer.id), ...payerIn(visit) },
    { payment_method_id: 'by' },
  );
  const startAt = startIn(visit);
  await refuseNewPayments(visit);
  const appId = await sellingApp(visit);
  const { wallet_type: type, customer_phone: phone, payment_method_id: methodId } = body;
  const { id } = await acting(visit, 'subscription.created', async (act) => {
    const begun = await subscribe(act, {
      appId,
      planId: readId('plan', body.plan_id),
      customer: body,
      wallet: type === undefined || phone === undefined ? undefined : { type, phone: normalisePhone(phone) },
      paymentMethodId: methodId === undefined ? undefined : readId('pm', methodId),
      startAt,
      metadata: null,
    });
    const details = { plan: body.plan_id, customer: body.customer_id };
    return { result: begun, object: showId('sub', begun.id), details };
  });
  return seeOther(`${subscriptionAddress(visit, id)}?done=begun`);
}
