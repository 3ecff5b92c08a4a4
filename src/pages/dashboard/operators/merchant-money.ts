import { amountIn } from '../../../domain/money/amounts/amount.ts';
import { currencies } from '../../../domain/money/amounts/currency.ts';
import { parsePercent } from '../../../domain/money/amounts/percent.ts';
import { OfferMade } from '../../../domain/money/capital/offer.ts';
import { offerAsOperator } from '../../../domain/money/capital/offer-as-operator.ts';
import { readBalances } from '../../../domain/money/ledger/balances.ts';
import type { MerchantId, Mode } from '../../../engine/principal.ts';
import { ApiError } from '../../../platform/errors.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { showMoney as shown } from '../../money.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { operatorsWords } from '../../words/dashboard/operators.ts';
import { formTo, selectField, textField } from '../parts/forms.ts';
import { section } from '../parts/show.ts';
import { facts } from '../parts/tables.ts';
import { typedMoney } from '../parts/typed.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { agentsOf, capitalOf, disputesOf } from './money-tables.ts';
import { operatorScreen } from './operator-screen.ts';
import { addressOf, changedBy, merchantIn } from './standing.ts';

const { money: words, merchant: merchantWords } = operatorsWords;
const { sentTwice } = frameWords;
const modes = ['live', 'sandbox'] as const;
const nameOf = { live: merchantWords.live, sandbox: merchantWords.test } as const;

/** What a merchant has, what is disputed, what was advanced, and who hands out cash for them, in both modes. */
export async function showMoney(visit: PersonVisit): Promise<Answer> {
  const { id, merchant } = await merchantIn(visit);
  const parts = await Promise.all(modes.map((mode) => moneyIn(visit, id, mode)));
  return operatorScreen(visit, {
    title: merchantWords.moneyTitle,
    up: { label: merchant.business_name, to: addressOf(id) },
    done: words.done[visit.query.get('done') ?? ''],
    main: html`${parts}`,
  });
}

async function moneyIn(visit: PersonVisit, id: MerchantId, mode: Mode): Promise<Html> {
  const { db } = visit.office.contexts[mode];
  const [balances, disputes, capital, agents] = await Promise.all([
    readBalances(db, id),
    disputesOf(visit, db, id),
    capitalOf(visit, db, id),
    agentsOf(db, id),
  ]);
  const each = (of: typeof balances.available): string =>
    currencies.map((currency) => shown(of[currency], currency)).join(', ');
  return section(
    nameOf[mode],
    html`${facts([
      [words.available, each(balances.available)],
      [words.pending, each(balances.pending)],
      [words.reserve, each(balances.reserve)],
    ])}
${disputes}${capital}${agents}
<h3>${words.offer}</h3><p>${words.offerText(nameOf[mode])}</p>
${offerForm(visit, id, mode)}`,
  );
}

/** The names of the fields say the mode, since the form stands twice on the screen. */
function offerForm(visit: PersonVisit, id: MerchantId, mode: Mode): Html {
  const name = (field: string): string => `${mode}_${field}`;
  const options = currencies.map((value) => ({ value, label: value }));
  const money = (field: 'amount' | 'fee', hint?: string): Html =>
    textField(visit, {
      name: name(field),
      label: words[field],
      inputmode: 'decimal',
      ...(hint !== undefined && { hint }),
    });
  return formTo(visit, {
    to: `${addressOf(id)}/money/${mode}/offers`,
    button: words.offer,
    look: 'quiet',
    // It becomes the id of the offer, and the ids of offers are in the order of their creation.
    once: newId(),
    title: `${words.offer}: ${nameOf[mode]}`,
    fields: html`${money('amount')}${money('fee', words.feeHint)}
${selectField(visit, { name: name('currency'), label: words.currency, options })}
${textField(visit, { name: name('holdback'), label: words.holdback, hint: words.holdbackHint, inputmode: 'decimal', value: '10.00' })}`,
  });
}

export async function offerAdvance(visit: PersonVisit): Promise<Answer> {
  const { id } = await merchantIn(visit);
  const mode = modes.find((one) => one === visit.params['mode']);
  if (!mode) throw new ApiError('NOT_FOUND');
  const wanted = offerIn(visit, mode);
  const ctx = visit.office.contexts[mode];
  const once = visit.form.value('once');
  try {
    await offerAsOperator(visit.office.platform, ctx, changedBy(visit, id), {
      ...wanted,
      ...(isUuid(once) && { id: once }),
    });
  } catch (error) {
    if (error instanceof OfferMade) throw new Refusal(sentTwice.text, sentTwice.title);
    if (error instanceof ApiError && error.code === 'AMOUNT_TOO_LARGE') throw new Refusal(words.tooLarge);
    throw error;
  }
  return seeOther(`${addressOf(id)}/money?done=offered`);
}

function offerIn({ form }: PersonVisit, mode: Mode) {
  const value = (field: string): string => form.value(`${mode}_${field}`);
  const currency = currencies.find((one) => one === value('currency'));
  const [amount, fee] = [typedMoney(value('amount')), typedMoney(value('fee'))];
  const holdbackBasisPoints = rateIn(value('holdback'));
  if (!amount || !fee || !currency || holdbackBasisPoints === undefined)
    throw new WrongFields({
      ...(amount === undefined && { [`${mode}_amount`]: words.wrongAmount }),
      ...(fee === undefined && { [`${mode}_fee`]: words.wrongAmount }),
      ...(currency === undefined && { [`${mode}_currency`]: frameWords.errors.missing }),
      ...(holdbackBasisPoints === undefined && { [`${mode}_holdback`]: words.wrongHoldback }),
    });
  return { amount: amountIn(amount), fee: amountIn(fee), currency, holdbackBasisPoints };
}

/** Undefined: no percentage from 0.01 to 100.00. */
function rateIn(text: string): number | undefined {
  const typed = typedMoney(text);
  const rate = typed === undefined ? 0 : parsePercent(typed);
  return rate >= 1 && rate <= 10_000 ? rate : undefined;
}
