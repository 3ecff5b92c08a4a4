import { walletNames } from '../../../../../domain/money/wallets/wallets.ts';
import {
  addBankAccount,
  deleteBankAccount,
} from '../../../../../domain/payouts/bank-accounts/change-accounts.ts';
import {
  type BankAccount,
  type Destination,
  findBankAccounts,
} from '../../../../../domain/payouts/bank-accounts/queries.ts';
import type { Payout } from '../../../../../domain/payouts/payouts/queries.ts';
import { isUuid, notFound } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { frameWords } from '../../../../words/dashboard/frame.ts';
import { payoutsWords } from '../../../../words/dashboard/money/payouts.ts';
import { words as hosted } from '../../../../words/en/words.ts';
import { radios } from '../../../parts/choices.ts';
import { buttonTo, formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { linkButton, moment } from '../../../parts/show.ts';
import { table } from '../../../parts/tables.ts';
import { typedAccount, typedPhone } from '../../../parts/typed.ts';
import { acting, onceOf } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { destinations: words } = payoutsWords;
const most = 100;

/** A destination in words: the last digits only. */
export function nameOf({
  bank_name,
  account_last4,
  provider,
  number_masked,
}: Pick<Payout | Destination, 'bank_name' | 'account_last4' | 'provider' | 'number_masked'>): string {
  if (bank_name !== null) return `${bank_name} …${account_last4 ?? ''}`;
  if (provider !== null) return `${hosted.methods[provider]} ${number_masked ?? ''}`;
  return payoutsWords.methods.agent_cash;
}

export function destinationsOf({ ctx, merchantId }: MerchantVisit): Promise<BankAccount[]> {
  return findBankAccounts(ctx.db, merchantId, { after: undefined, rows: most });
}

export async function showDestinations(visit: MerchantVisit): Promise<Answer> {
  const to = ({ id }: BankAccount): string => `${visit.base}/payouts/destinations/${id}/remove`;
  return screen(visit, {
    title: words.title,
    up: { label: payoutsWords.title, to: `${visit.base}/payouts` },
    done: payoutsWords.done[visit.query.get('done') ?? ''],
    actions: visit.may('payout') && linkButton(`${visit.base}/payouts/destinations/new`, words.add),
    main: html`<p class="soft">${words.intro}</p>
${table<BankAccount>({
  caption: words.title,
  columns: [
    { title: words.name, cell: (one) => html`${one.label ?? ''} ${nameOf(one)}` },
    { title: words.accountName, cell: ({ account_name }) => account_name ?? '' },
    { title: payoutsWords.created, cell: ({ created_at }) => moment(visit, created_at) },
    {
      title: frameWords.table.actions,
      cell: (one) => visit.may('payout') && buttonTo(visit, { to: to(one), label: words.remove }),
    },
  ],
  rows: await destinationsOf(visit),
  empty: words.empty,
})}`,
  });
}

export function showAdd(visit: MerchantVisit): Answer {
  return screen(visit, {
    title: words.add,
    up: { label: words.title, to: `${visit.base}/payouts/destinations` },
    main: formTo(visit, {
      to: `${visit.base}/payouts/destinations/new`,
      button: words.add,
      cancel: `${visit.base}/payouts/destinations`,
      once: onceOf(),
      fields: html`${radios(visit, {
        name: 'type',
        label: words.kind,
        value: 'bank',
        options: [
          { value: 'bank', label: words.bank },
          { value: 'mobile_money', label: words.wallet },
        ],
      })}
${textField(visit, { name: 'label', label: words.label, optional: true, maxlength: 60 })}
<fieldset class="field"><legend>${words.onlyBank}</legend>
${textField(visit, { name: 'bank_name', label: words.bankName, maxlength: 120 })}
${textField(visit, { name: 'bank_account_number', label: words.accountNumber, maxlength: 70 })}
${textField(visit, { name: 'bank_account_name', label: words.accountName, maxlength: 120 })}
${textField(visit, { name: 'bank_branch_code', label: words.branch, maxlength: 12 })}</fieldset>
<fieldset class="field"><legend>${words.onlyWallet}</legend>
${selectField(visit, { name: 'mobile_money_provider', label: words.wallets, options: walletNames.map((value) => ({ value, label: hosted.methods[value] })) })}
${textField(visit, { name: 'mobile_money_number', label: words.phone, hint: words.phoneHint, kind: 'tel', maxlength: 30 })}</fieldset>`,
    }),
  });
}

const bankFields = ['bank_name', 'bank_account_number', 'bank_account_name', 'bank_branch_code'] as const;
const walletFields = ['mobile_money_provider', 'mobile_money_number'] as const;

/** Judged by the contract of `createBankAccount`; the fields of the other kind are left out. */
export async function addDestination(visit: MerchantVisit): Promise<Answer> {
  const type = visit.form.value('type');
  if (type !== 'bank' && type !== 'mobile_money') throw new WrongFields({ type: words.wrong.kind });
  const names = type === 'bank' ? bankFields : walletFields;
  const texts = Object.fromEntries(['label', ...names].map((name) => [name, visit.form.value(name)]));
  const { value } = visit.form;
  const typed =
    type === 'bank'
      ? { bank_account_number: typedAccount(value('bank_account_number')) }
      : { mobile_money_number: typedPhone(value('mobile_money_number')) };
  const body = judged('createBankAccount', { type, ...texts, ...typed }, {}, words.missing);
  await acting(visit, 'destination.added', async (act) => {
    const account = await addBankAccount(act, {
      type: body.type,
      label: body.label,
      fields: {
        bankName: body.bank_name,
        accountNumber: body.bank_account_number,
        accountName: body.bank_account_name,
        branchCode: body.bank_branch_code,
        provider: body.mobile_money_provider,
        phone: body.mobile_money_number,
      },
    });
    return { result: undefined, object: account.id, details: { to: nameOf(account) } };
  });
  return seeOther(`${visit.base}/payouts/destinations?done=added`);
}

export async function removeDestination(visit: MerchantVisit): Promise<Answer> {
  const id = visit.params['destination'] ?? '';
  if (!isUuid(id)) throw notFound('po');
  await acting(visit, 'destination.removed', async (act) => {
    await deleteBankAccount(act, id);
    return { result: undefined, object: id };
  });
  return seeOther(`${visit.base}/payouts/destinations?done=removed`);
}
