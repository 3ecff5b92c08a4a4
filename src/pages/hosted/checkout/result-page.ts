import { type Html, html, url } from '../../html.ts';
import { type Part, refreshWithoutScript } from '../../layout.ts';
import { amountText, largeAmount } from '../parts/amount.ts';
import { askAgain } from '../parts/ask-again.ts';
import { timeOf } from '../parts/formats.ts';
import { goBackWithoutScript, goOnLink, wayBack } from '../parts/way-back.ts';
import type { CheckoutView } from './view.ts';
import { referenceRow } from './wait-page.ts';

/**
 * The customer's receipt, or what is held on their card. It goes back to the merchant after a few seconds, unless the customer
 * chooses to stay.
 */
export function receiptPage(view: CheckoutView): Part {
  const isHeld = view.page === 'held';
  const { title, merchant } = isHeld ? view.words.held : view.words.receipt;
  const main = html`<main data-page="${view.page}">
<div class="notice good"><h1>${title} ${largeAmount(view.amount)}</h1>
${isHeld && html`<p>${view.words.held.text(view.merchant)}</p>`}
${view.late && html`<p>${view.words.receipt.late}</p>`}</div>
<dl>
<dt>${merchant}</dt><dd>${view.merchant}</dd>
${paymentRows(view)}
</dl>
${view.canReturn && wayBack(view)}
${view.source === 'invoice' && toOpener(view)}
</main>`;
  const head = view.canReturn && goBackWithoutScript(view);
  return { title, main, ...(head && { head }) };
}

function paymentRows(view: CheckoutView): Html {
  return html`<dt>${view.words.receipt.amount}</dt><dd>${amountText(view.amount)}</dd>
${view.attempt?.refunded !== undefined && html`<dt>${view.words.invoice.refund}</dt><dd>${amountText(view.attempt.refunded)}</dd>`}
${view.description !== null && html`<dt>${view.words.description}</dt><dd>${view.description}</dd>`}
${referenceRow(view)}
${view.completedAt && html`<dt>${view.words.receipt.time}</dt><dd>${timeOf(view.words, view.completedAt)}</dd>`}
${view.attempt && html`<dt>${view.words.receipt.method}</dt><dd>${view.attempt.method}</dd><dt>${view.words.receipt.transaction}</dt><dd>${view.attempt.id}</dd>`}`;
}

/** The page of a checkout that ended without a payment: what happened, whether money was taken, where to go next. */
export function resultPage(view: CheckoutView): Part {
  const { title, text } = resultOf(view);
  const undecided = view.attempt?.undecided === true;
  // Somebody decided this: nothing went wrong.
  const isBad = !undecided && view.page !== 'aborted' && view.page !== 'released';
  const main = html`<main data-page="${view.page}${undecided && '-undecided'}" ${undecided && 'data-poll=3'}>
<div class="notice${isBad && ' bad'}"><h1>${title} ${largeAmount(view.amount)}</h1>
<p>${text}</p></div>
<dl>${referenceRow(view)}</dl>
${nextSteps(view, undecided)}
</main>`;
  return { title, main, ...(undecided && { head: refreshWithoutScript(6) }) };
}

function nextSteps(view: CheckoutView, undecided: boolean): Html {
  return html`${undecided && askAgain(view, view.words.unknown.checkAgain)}
${view.canReturn && goOnLink(view, view.words.goBack(view.merchant))}
${!mayStillBePaid(view) && toOpener(view)}`;
}

function resultOf(view: CheckoutView): { title: string; text: string } {
  if (view.page === 'released') return view.words.held.released;
  const { attempt } = view;
  const { title } = titled(view);
  if (attempt?.undecided) return { title, text: undecidedText(view, attempt.wallet) };
  const text = view.returned ?? unpaidText(view);
  if (view.page === 'aborted') return { title, text };
  return { title, text: `${text} ${view.words.startAgain[view.source](view.merchant)}` };
}

/** Why nothing was paid, and that no money was taken. */
function unpaidText({ words, page, refusal }: CheckoutView): string {
  return page === 'expired' ? words.refusals.CHECKOUT_EXPIRED : (refusal ?? words.refused.noMoney);
}

function titled({ words, page }: CheckoutView): { readonly title: string } {
  return words[page === 'expired' || page === 'aborted' ? page : 'failed'];
}

/** Late money still completes an expired checkout, except at a counter, where the cashier has moved on. */
function mayStillBePaid({ page, source, attempt }: CheckoutView): boolean {
  return attempt?.undecided === true && page === 'expired' && source !== 'virtual_terminal_session';
}

function undecidedText(view: CheckoutView, wallet: boolean): string {
  if (mayStillBePaid(view)) return view.words.expired.undecided(view.merchant);
  return wallet ? view.words.aborted.undecided : view.words.aborted.undecidedCard;
}

/** Back to the link, which can be paid again, or to the invoice, which shows its receipt line by line. */
function toOpener({ words, openerUrl, source, query }: CheckoutView): Html | false {
  const label = source === 'invoice' ? words.invoice.again : words.link.again;
  return openerUrl !== undefined && html`<a class="button" href="${url(openerUrl + query)}">${label}</a>`;
}
