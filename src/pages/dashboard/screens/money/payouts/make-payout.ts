import { type Amount, parseAmount } from '../../../../../domain/money/amounts/amount.ts';
import { type Currency, currencies } from '../../../../../domain/money/amounts/currency.ts';
import { type PayoutMethod, payoutFeeOf } from '../../../../../domain/money/fees/payout-fees.ts';
import type { BankAccount } from '../../../../../domain/payouts/bank-accounts/queries.ts';
import { wantedDestination } from '../../../../../domain/payouts/payouts/payout-destination.ts';
import {
  payoutGateway,
  refuseMoreThan,
  requestPayout,
} from '../../../../../domain/payouts/payouts/request-payout.ts';
import { showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { payoutsWords } from '../../../../words/dashboard/money/payouts.ts';
import { radios } from '../../../parts/choices.ts';
import { formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { linkButton, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { typedMoney } from '../../../parts/typed.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { sellingApp } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { destinationsOf, nameOf } from './destinations.ts';
import { payerIn, payoutsFrom } from './payer.ts';
import { codeField, confirmation } from './second-factor.ts';

const { form: words } = payoutsWords;
const cash = 'agent_cash';

export async function showForm(visit: MerchantVisit): Promise<Answer> {
  const [accounts, payer] = await Promise.all([destinationsOf(visit), payerIn(visit)]);
  const available = currencies.map((currency) => showMoney(payer.available[currency], currency)).join(', ');
  const options = [
    ...accounts.map((account) => ({
      value: account.id,
      label: `${account.label ?? ''} ${nameOf(account)}`.trim(),
    })),
    { value: cash, label: payoutsWords.methods.agent_cash, hint: payoutsWords.cash },
  ];
  return screen(visit, {
    title: payoutsWords.new,
    up: { label: payoutsWords.title, to: `${visit.base}/payouts` },
    main: html`<p class="soft">${payer.name !== undefined && html`${words.ofPartner(payer.name)} `}${payoutsWords.available(available)}</p>
${formTo(visit, {
  to: payoutsFrom(visit, payer, '/preview'),
  button: words.check,
  cancel: `${visit.base}/payouts`,
  fields: html`${textField(visit, { name: 'amount', label: words.amount, hint: words.amountHint, inputmode: 'decimal' })}
${selectField(visit, { name: 'currency', label: payoutsWords.currency, options: currencies.map((value) => ({ value, label: value })) })}
${radios(visit, { name: 'to', label: words.to, options })}`,
})}
<p>${linkButton(`${visit.base}/payouts/destinations/new`, payoutsWords.destinations.add, 'quiet')}</p>`,
  });
}

type Wanted = {
  readonly appId: string;
  readonly method: PayoutMethod;
  readonly amount: Amount;
  readonly currency: Currency;
  /** Undefined: cash. */
  readonly account: BankAccount | undefined;
  /** The destination in words. */
  readonly to: string;
};

/** What the form says, judged by the contract of `requestPayout`. */
async function wantedIn(visit: MerchantVisit): Promise<Wanted> {
  const { form } = visit;
  const chosen = form.value('to');
  const account = (await destinationsOf(visit)).find(({ id }) => id === chosen);
  if (!account && chosen !== cash) throw new WrongFields({ to: words.wrongTo });
  const method = account ? (account.type === 'bank' ? 'bank_transfer' : 'mobile_money') : cash;
  const typed = typedMoney(form.value('amount'));
  if (typed === undefined) throw new WrongFields({ amount: words.wrongAmount });
  const given = {
    method,
    amount: typed,
    currency: form.value('currency'),
    bank_account_id: account?.id,
  };
  const { amount, currency } = judged('requestPayout', given);
  return {
    appId: await sellingApp(visit, 'payouts'),
    method,
    amount: parseAmount(amount, currency),
    currency,
    account,
    to: account ? nameOf(account) : payoutsWords.methods.agent_cash,
  };
}

/** Shows fee and remainder before anything is done. An amount that would be refused has neither. */
export async function preview(visit: MerchantVisit): Promise<Answer> {
  const wanted = await wantedIn(visit);
  const { method, amount, currency, to } = wanted;
  const payer = await payerIn(visit);
  const { available } = payer;
  payoutGateway(visit.ctx, wanted, wanted.account?.provider ?? null);
  refuseMoreThan(available[currency], amount);
  const fee = payoutFeeOf(method, amount, currency);
  const hidden = ['amount', 'currency', 'to'] as const;
  const form = payoutsFrom(visit, payer, '/new');
  return screen(visit, {
    title: payoutsWords.preview.title,
    up: { label: payoutsWords.new, to: form },
    main: html`${section(
      to,
      facts([
        payer.name !== undefined && [payoutsWords.subaccount, payer.name],
        [payoutsWords.amount, showMoney(amount, currency)],
        [payoutsWords.fee, showMoney(fee, currency)],
        [payoutsWords.net, showMoney(amount - fee, currency)],
        [payoutsWords.preview.remains, showMoney(available[currency] - amount, currency)],
      ]),
    )}
${formTo(visit, {
  to: form,
  button: payoutsWords.preview.confirm(showMoney(amount, currency)),
  cancel: form,
  once: onceOf(),
  fields: html`${hidden.map((name) => html`<input type="hidden" name="${name}" value="${visit.form.value(name)}">`)}
${await codeField(visit)}`,
})}`,
  });
}

/** Requests the payout. The merchant's code is spent last, so that a refused payout does not use it up. */
export async function pay(visit: MerchantVisit): Promise<Answer> {
  const wanted = await wantedIn(visit);
  const { appId, method, amount, currency, account, to } = wanted;
  const { subaccountId, name } = await payerIn(visit);
  const { payout, agentOtp } = await acting(visit, 'payout.requested', async (act) => {
    const destination = wantedDestination({ method, bank_account_id: account?.id });
    const asked = { appId, method, amount, currency, destination, subaccountId };
    const made = await requestPayout({ ...act, confirm: confirmation(visit) }, asked);
    const object = showId('po', made.payout.id);
    return {
      result: made,
      object,
      details: { amount: showMoney(amount, currency), to, ...(name !== undefined && { from: name }) },
    };
  });
  const address = `${visit.base}/payouts/${showId('po', payout.id)}`;
  if (agentOtp === undefined) return seeOther(address);
  return screen(visit, {
    title: payoutsWords.made.title,
    main: html`${notice('warn', payoutsWords.made.otpText)}
${section(payoutsWords.made.otp, html`<p class="figure secret">${agentOtp}</p>`)}
<p>${linkButton(address, payoutsWords.made.next)}</p>`,
  });
}
