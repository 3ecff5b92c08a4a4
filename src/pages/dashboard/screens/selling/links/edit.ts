import { formatMoney2, parseAmount } from '../../../../../domain/money/amounts/amount.ts';
import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { createLink as create } from '../../../../../domain/payments/payment-links/create-link.ts';
import { editLink } from '../../../../../domain/payments/payment-links/edit-link.ts';
import type { PaymentLink } from '../../../../../domain/payments/payment-links/queries.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { linksWords } from '../../../../words/dashboard/selling/links.ts';
import { momentIn, momentText } from '../../../parts/days.ts';
import { formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { splitField } from '../../../parts/payments.ts';
import { typedMoney, typedNumber } from '../../../parts/typed.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import { refuseNewPayments, sellingApp } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { linkAddress, linkIn } from './links.ts';

const words = linksWords.form;

export async function showCreate(visit: MerchantVisit): Promise<Answer> {
  return screen(visit, {
    title: linksWords.create,
    up: { label: linksWords.title, to: `${visit.base}/links` },
    main: formTo(visit, {
      to: `${visit.base}/links/new`,
      button: linksWords.create,
      cancel: `${visit.base}/links`,
      once: onceOf(),
      fields: html`${textField(visit, { name: 'title', label: linksWords.name, hint: words.nameHint, maxlength: 120 })}
${textField(visit, { name: 'amount', label: linksWords.amount, hint: words.amountHint, inputmode: 'decimal' })}
${selectField(visit, { name: 'currency', label: linksWords.currency, options: currencies.map((value) => ({ value, label: value })) })}
${textField(visit, { name: 'description', label: linksWords.description, optional: true, maxlength: 500 })}
${await splitField(visit)}
${textField(visit, { name: 'max_uses', label: words.most, hint: words.mostHint, optional: true, inputmode: 'numeric' })}
${expiryField(visit, null)}`,
    }),
  });
}

const expiryField = (visit: MerchantVisit, present: Date | null) =>
  textField(visit, {
    name: 'expires_at',
    label: words.expires,
    hint: words.expiresHint(visit.session.timeZone),
    optional: true,
    kind: 'datetime-local',
    value: present === null ? '' : momentText(present, visit.session.timeZone),
  });

/** The end as the contract writes it; empty if there is none. */
function expiryIn({ form, session }: MerchantVisit): string {
  const text = form.value('expires_at');
  const at = momentIn(text, session.timeZone);
  if (text !== '' && at === undefined) throw new WrongFields({ expires_at: words.wrongMoment });
  return at?.toISOString() ?? '';
}

/** The fields that both forms have. */
function commonIn(visit: MerchantVisit) {
  const title = visit.form.value('title');
  const amount = typedMoney(visit.form.value('amount'));
  if (title === '') throw new WrongFields({ title: words.wrongName });
  if (amount === undefined) throw new WrongFields({ amount: words.wrongAmount });
  return { title, amount, expires_at: expiryIn(visit) };
}

/** Judged by the contract of `createPaymentLink`. */
export async function createLink(visit: MerchantVisit): Promise<Answer> {
  const { form } = visit;
  const body = judged('createPaymentLink', {
    ...commonIn(visit),
    currency: form.value('currency'),
    description: form.value('description'),
    split_id: form.value('split_id'),
    max_uses: typedNumber(form.value('max_uses')),
  });
  await refuseNewPayments(visit);
  const appId = await sellingApp(visit, 'payment_links');
  const { amount, currency, title } = body;
  const made = await acting(visit, 'payment_link.created', async (act) => {
    const link = await create(act, {
      appId,
      amount: parseAmount(amount, currency),
      currency,
      title,
      description: body.description ?? null,
      maxUses: body.max_uses ?? null,
      expiresAt: body.expires_at === undefined ? null : new Date(body.expires_at),
      splitId: body.split_id && readId('spl', body.split_id),
      metadata: null,
    });
    const details = { title, amount: showMoney(link.amount, currency) };
    return { result: link, object: showId('plink', link.id), details };
  });
  return seeOther(`${linkAddress(visit, made.id)}?done=created`);
}

export async function showEdit(visit: MerchantVisit): Promise<Answer> {
  const one = await linkIn(visit);
  const address = linkAddress(visit, one.id);
  return screen(visit, {
    title: linksWords.edit,
    up: { label: one.title, to: address },
    main: formTo(visit, {
      to: `${address}/edit`,
      button: words.save,
      cancel: address,
      seen: shownOf(visit, one),
      fields: html`${textField(visit, { name: 'title', label: linksWords.name, hint: words.nameHint, value: one.title, maxlength: 120 })}
${textField(visit, { name: 'amount', label: linksWords.amount, hint: words.editHint(one.currency), value: formatMoney2(one.amount), inputmode: 'decimal' })}
${expiryField(visit, one.expires_at)}`,
    }),
  });
}

/** What the form shows of a link. The field of its end has minutes only. */
export const shownOf = (
  { session }: MerchantVisit,
  { title, amount, expires_at: until }: Pick<PaymentLink, 'title' | 'amount' | 'expires_at'>,
) => ({
  title,
  amount: formatMoney2(amount),
  expires_at: until === null ? '' : momentText(until, session.timeZone),
});

/** Judged by the contract of `updatePaymentLink`. An end that stays as it was is not sent: it may be over. */
export async function saveLink(visit: MerchantVisit): Promise<Answer> {
  const one = await linkIn(visit);
  const { title, amount, expires_at } = judged('updatePaymentLink', commonIn(visit));
  const until = typeof expires_at === 'string' ? new Date(expires_at) : null;
  const row = {
    title: title ?? one.title,
    amount: amount === undefined ? one.amount : parseAmount(amount, one.currency),
  };
  const wanted = shownOf(visit, { ...row, expires_at: until });
  const isSameEnd = wanted.expires_at === shownOf(visit, one).expires_at;
  const changes = { title, amount, expiresAt: isSameEnd ? undefined : until, active: undefined };
  await acting(visit, 'payment_link.changed', async (act) => {
    await editLink(act, one.id, changes, (link) =>
      refuseChanged(visit, { present: shownOf(visit, link), wanted }),
    );
    const details = { title, amount, expires: changes.expiresAt?.toISOString() };
    return { result: undefined, object: showId('plink', one.id), details };
  });
  return seeOther(`${linkAddress(visit, one.id)}?done=saved`);
}
