import { type Html, html, url } from '../../html.ts';
import { type Part, refreshWithoutScript } from '../../layout.ts';
import { words } from '../../words.ts';
import { timeOf } from '../times.ts';
import type { CheckoutView } from './view.ts';

const backAfterSeconds = 5;
const backWithoutScriptSeconds = 10;

/** The proof of the customer; leads back by itself, and can be told to stay. */
export function receiptPage(view: CheckoutView): Part {
  const main = html`<main data-page="receipt">
<div class="notice good"><h1>${words.receipt.title} <span class="amount">${view.amount}</span></h1>
${view.late && html`<p>${words.receipt.late}</p>`}</div>
<dl>
<dt>${words.receipt.merchant}</dt><dd>${view.merchant}</dd>
<dt>${words.receipt.amount}</dt><dd>${view.amount}</dd>
${view.description !== null && html`<dt>${words.description}</dt><dd>${view.description}</dd>`}
<dt>${words.reference}</dt><dd>${view.reference}</dd>
${view.completedAt && html`<dt>${words.receipt.time}</dt><dd>${timeOf(view.completedAt)}</dd>`}
${view.attempt && html`<dt>${words.receipt.method}</dt><dd>${view.attempt.method}</dd><dt>${words.receipt.transaction}</dt><dd>${view.attempt.id}</dd>`}
</dl>
${view.canReturn && wayBack(view)}
${view.opener === 'invoice' && toOpener(view)}
</main>`;
  const head = view.canReturn && goBackWithoutScript(view);
  return { title: words.receipt.title, main, ...(head && { head }) };
}

/** Over without a payment: what happened, whether money was taken, where to go. */
export function resultPage(view: CheckoutView): Part {
  const { title, text } = resultOf(view);
  const undecided = view.attempt?.undecided === true;
  const main = html`<main data-page="${view.page}${undecided && '-undecided'}" ${undecided && 'data-poll=3'}>
<div class="notice${!undecided && ' bad'}"><h1>${title} <span class="amount">${view.amount}</span></h1>
<p>${text}</p></div>
<dl><dt>${words.reference}</dt><dd>${view.reference}</dd></dl>
${view.canReturn && goOnLink(view, words.goBack(view.merchant))}
${toOpener(view)}
</main>`;
  return { title, main, ...(undecided && { head: refreshWithoutScript(6) }) };
}

function resultOf(view: CheckoutView): { title: string; text: string } {
  const { title } = words[view.page === 'expired' || view.page === 'aborted' ? view.page : 'failed'];
  if (view.attempt?.reversed === true) return { title, text: words.returned };
  if (view.attempt?.undecided === true) return { title, text: undecidedText(view, view.attempt.wallet) };
  if (view.page === 'aborted') return { title, text: words.aborted.text };
  const text = view.page === 'expired' ? words.expired.text : (view.refusal ?? words.refused.noMoney);
  return { title, text: `${text} ${words.startAgain[view.opener](view.merchant)}` };
}

/** Late money still completes an expired payment, but not at a counter, where the cashier has moved on. */
function undecidedText(view: CheckoutView, wallet: boolean): string {
  const isTaken = view.page === 'expired' && view.opener !== 'virtual_terminal_session';
  if (isTaken) return words.expired.undecided(view.merchant);
  return wallet ? words.aborted.undecided : words.aborted.undecidedCard;
}

type Back = Pick<CheckoutView, 'address' | 'merchant'>;

/** Leads back by itself where a script runs, and can be told to stay; without one `goBackWithoutScript` does. */
export function wayBack(view: Back): Html {
  return html`<p data-go="${backAfterSeconds}" hidden>${words.receipt.going(view.merchant, backAfterSeconds)}</p>
${goOnLink(view, words.goOn(view.merchant))}
<button type="button" class="quiet" data-stay hidden>${words.receipt.stay}</button>`;
}

export function goBackWithoutScript({ address }: Back): Html {
  return refreshWithoutScript(backWithoutScriptSeconds, `${address}/return`);
}

export function goOnLink(view: Back, label: string): Html {
  return html`<a class="button" rel="noreferrer" href="${url(`${view.address}/return`)}">${label}</a>`;
}

/** A link can be paid again; an invoice has its receipt there, line by line. */
function toOpener({ openerUrl, opener }: CheckoutView): Html | false {
  const label = opener === 'invoice' ? words.invoice.again : words.link.again;
  return openerUrl !== null && html`<a class="button" href="${url(openerUrl)}">${label}</a>`;
}
