import { editPlan } from '../../../../../domain/billing/plans/edit-plan.ts';
import { makePlan as make } from '../../../../../domain/billing/plans/make-plan.ts';
import type { Plan } from '../../../../../domain/billing/plans/queries.ts';
import { parseAmount } from '../../../../../domain/money/amounts/amount.ts';
import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { parsePercent } from '../../../../../domain/money/amounts/percent.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Child, type Html, html } from '../../../../html.ts';
import { subscriptionsWords } from '../../../../words/dashboard/selling/subscriptions.ts';
import { priceOf } from '../../../parts/billing.ts';
import { radios } from '../../../parts/choices.ts';
import { buttonTo, formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { exact, moment, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { typedMoney, typedNumber, typedRate } from '../../../parts/typed.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { planAddress, planIn, planState } from './plans.ts';

const { plans: words } = subscriptionsWords;

const listed = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export function showNewPlan(visit: MerchantVisit): Answer {
  return screen(visit, {
    title: words.new,
    up: { label: words.title, to: `${visit.base}/subscriptions/plans` },
    main: formTo(visit, {
      to: `${visit.base}/subscriptions/plans/new`,
      button: words.save,
      cancel: `${visit.base}/subscriptions/plans`,
      once: onceOf(),
      fields: html`${nameFields(visit)}
${textField(visit, { name: 'amount', label: words.amount, hint: words.amountHint, inputmode: 'decimal' })}
${textField(visit, { name: 'tax_rate', label: words.tax, hint: words.taxHint, optional: true, inputmode: 'decimal' })}
${selectField(visit, { name: 'currency', label: words.currency, options: currencies.map((value) => ({ value, label: value })) })}
${selectField(visit, { name: 'interval', label: words.interval, options: listed(words.units), value: 'month' })}
${textField(visit, { name: 'interval_count', label: words.count, hint: words.countHint, inputmode: 'numeric', value: '1' })}
${textField(visit, { name: 'trial_days', label: words.trial, optional: true, inputmode: 'numeric' })}
${textField(visit, { name: 'max_cycles', label: words.cycles, hint: words.cyclesHint, optional: true, inputmode: 'numeric' })}
${radios(visit, { name: 'on_exhausted', label: words.exhausted, options: listed(words.onExhausted), value: 'pause' })}`,
    }),
  });
}

function nameFields(visit: MerchantVisit, plan?: Plan): Html {
  return html`${textField(visit, { name: 'name', label: words.name, value: plan?.name ?? '', maxlength: 120 })}
${textField(visit, { name: 'description', label: words.description, optional: true, value: plan?.description ?? '', maxlength: 500 })}`;
}

/** Judged by the contract of `createSubscriptionPlan`. */
export async function makePlan(visit: MerchantVisit): Promise<Answer> {
  const { form } = visit;
  if (form.value('name') === '') throw new WrongFields({ name: words.wrongName });
  const money = typedMoney(form.value('amount'));
  if (money === undefined) throw new WrongFields({ amount: words.wrongAmount });
  const rate = typedRate(form.value('tax_rate'));
  if (rate === null) throw new WrongFields({ tax_rate: words.wrongTax });
  const texts = ['name', 'description', 'currency', 'interval', 'on_exhausted'] as const;
  const numbers = ['interval_count', 'trial_days', 'max_cycles'] as const;
  const body = judged('createSubscriptionPlan', {
    amount: money,
    tax_rate: rate,
    ...Object.fromEntries(texts.map((name) => [name, form.value(name)])),
    ...Object.fromEntries(numbers.map((name) => [name, typedNumber(form.value(name))])),
  });
  const { amount, currency, interval, interval_count: count } = body;
  const { id } = await acting(visit, 'plan.created', async (act) => {
    const plan = await make(act, {
      name: body.name,
      description: body.description ?? null,
      amount: parseAmount(amount, currency),
      currency,
      taxBasisPoints: body.tax_rate === undefined ? null : parsePercent(body.tax_rate),
      rhythm: { interval, count },
      trialDays: body.trial_days,
      maxCycles: body.max_cycles ?? null,
      onExhausted: body.on_exhausted,
    });
    const details = { name: plan.name, price: priceOf(plan) };
    return { result: plan, object: showId('plan', plan.id), details };
  });
  return seeOther(`${planAddress(visit, id)}?done=made`);
}

export async function showPlan(visit: MerchantVisit): Promise<Answer> {
  const plan = await planIn(visit);
  return screen(visit, {
    title: plan.name,
    up: { label: words.title, to: `${visit.base}/subscriptions/plans` },
    done: subscriptionsWords.done[visit.query.get('done') ?? ''],
    actions: planState(plan),
    main: html`${section(
      subscriptionsWords.details,
      facts([
        [subscriptionsWords.price, priceOf(plan)],
        plan.description !== null && [words.description, plan.description],
        [words.trial, plan.trial_days === 0 ? words.noTrial : plan.trial_days],
        [words.cycles, plan.max_cycles ?? words.noEnd],
        [words.exhausted, words.onExhausted[plan.on_exhausted]],
        [subscriptionsWords.created, moment(visit, plan.created_at)],
        ['ID', exact(showId('plan', plan.id))],
      ]),
    )}
${visit.may('sell') && changes(visit, plan)}`,
  });
}

function changes(visit: MerchantVisit, plan: Plan): Child {
  const address = planAddress(visit, plan.id);
  const flip =
    plan.status === 'active'
      ? html`<p>${words.archiveText}</p>${buttonTo(visit, { to: `${address}/archive`, label: words.archive })}`
      : buttonTo(visit, { to: `${address}/activate`, label: words.activate });
  return html`${section(words.edit, html`<p class="soft">${words.editHint}</p>${formTo(visit, { to: address, button: words.save, look: 'quiet', seen: shownOf(plan), fields: nameFields(visit, plan) })}`)}
${section(words.archive, flip)}`;
}

/** What the form shows of a plan. */
const shownOf = ({ name, description }: Pick<Plan, 'name' | 'description'>) => ({
  name,
  description: description ?? '',
});

/** Judged by the contract of `updateSubscriptionPlan`, which cannot empty a description. Whoever tries is told so. */
export async function savePlan(visit: MerchantVisit): Promise<Answer> {
  const { id } = await planIn(visit);
  const { form } = visit;
  if (form.value('name') === '') throw new WrongFields({ name: words.wrongName });
  const texts = { name: form.value('name'), description: form.value('description') };
  const { name, description } = judged('updateSubscriptionPlan', texts);
  await acting(visit, 'plan.changed', async (act) => {
    const plan = await editPlan(act, id, { name, description, status: undefined }, (present) => {
      refuseChanged(visit, { present: shownOf(present), wanted: texts });
      if (description === undefined && present.description !== null)
        throw new WrongFields({ description: words.wrongDescription });
    });
    return { result: undefined, object: showId('plan', id), details: { name: plan.name } };
  });
  return seeOther(`${planAddress(visit, id)}?done=saved`);
}
