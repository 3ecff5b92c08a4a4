import { values } from '../../../../../../generated/values.ts';
import { parseAmount } from '../../../../../domain/money/amounts/amount.ts';
import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { isLiveWallet, isWallet } from '../../../../../domain/money/wallets/wallets.ts';
import { openSession } from '../../../../../domain/payments/virtual-terminal/open-session.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { counterWords as words } from '../../../../words/dashboard/selling/counter.ts';
import { words as hosted } from '../../../../words/en/words.ts';
import { radios } from '../../../parts/choices.ts';
import { formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { splitField } from '../../../parts/payments.ts';
import { link } from '../../../parts/show.ts';
import { typedMoney } from '../../../parts/typed.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseNewPayments, refuseUnverified, sellingApp } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { saleAddress } from './sale.ts';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'];
const methods = values.PaymentMethodType.filter((method) => !isWallet(method) || isLiveWallet(method));

/** The till: one amount, one button. Without script the phone's own keypad does. */
export async function showTill(visit: MerchantVisit): Promise<Answer> {
  return screen(visit, {
    title: words.title,
    main: html`<p class="soft">${words.intro}</p>
${formTo(visit, {
  to: `${visit.base}/counter`,
  button: words.open,
  once: onceOf(),
  fields: html`<div class="till">${textField(visit, { name: 'amount', label: words.amount, hint: words.amountHint, inputmode: 'decimal' })}${keypad()}</div>
${selectField(visit, { name: 'currency', label: words.currency, options: currencies.map((value) => ({ value, label: value })) })}
${radios(visit, { name: 'method', label: words.method, options: methods.map((value) => ({ value, label: hosted.methods[value] })), value: 'card' })}
${textField(visit, { name: 'description', label: words.description, optional: true, maxlength: 255 })}
${await splitField(visit)}`,
})}
<p>${link(`${visit.base}/counter/sales`, words.all)}</p>`,
  });
}

/** Needs the script, which shows it. */
function keypad(): Html {
  return html`<div class="keypad" role="group" aria-label="${words.keypad}" data-keypad="amount" hidden>${keys.map((key) => html`<button type="button" class="quiet" data-key="${key}">${key}</button>`)}<button type="button" class="quiet" data-key="" aria-label="${words.erase}">⌫</button></div>`;
}

/** Judged by the contract of `createVirtualTerminalSession`. */
export async function openSale(visit: MerchantVisit): Promise<Answer> {
  const { form } = visit;
  const typed = typedMoney(form.value('amount'));
  if (typed === undefined) throw new WrongFields({ amount: words.wrongAmount });
  const { value } = form;
  const given = { amount: typed, currency: value('currency'), payment_method: value('method') };
  const fields = { payment_method: 'method' };
  const body = judged(
    'createVirtualTerminalSession',
    { ...given, description: value('description'), split_id: value('split_id') },
    fields,
  );
  await refuseUnverified(visit, 'createVirtualTerminalSession');
  await refuseNewPayments(visit);
  const appId = await sellingApp(visit);
  const opened = await acting(visit, 'counter.sale-opened', async (act) => {
    const session = await openSession(act, {
      appId,
      amount: parseAmount(body.amount, body.currency),
      currency: body.currency,
      description: body.description ?? null,
      method: body.payment_method,
      lifetimeMinutes: body.expires_in_minutes,
      splitId: body.split_id && readId('spl', body.split_id),
      metadata: null,
    });
    const details = { amount: showMoney(session.amount, session.currency) };
    return { result: session, object: showId('vts', session.id), details };
  });
  return seeOther(saleAddress(visit, opened.id));
}
