import { isWallet } from '../../../domain/money/wallets/wallets.ts';
import { actionButton, type Errors, errorSummary, field, refusalNotice } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import { type Part, shell } from '../../layout.ts';
import { largeAmount } from '../parts/amount.ts';
import { brandHints, cardFields } from '../parts/card-form.ts';
import { closedPage } from '../parts/closed-page.ts';
import { untold } from '../parts/untold.ts';
import { challengePage } from './challenge-page.ts';
import { availableOf, type MethodChoice } from './methods.ts';
import type { PageName } from './page-for.ts';
import type { Kept } from './pay-form.ts';
import { receiptPage, resultPage } from './result-page.ts';
import { testPanel } from './test-panel.ts';
import type { CheckoutView } from './view.ts';
import { approvePage, bankPage, referenceRow, timeLeft, unknownPage } from './wait-page.ts';

/** What a form with errors shows again. */
export type Problems = { readonly errors: Errors; readonly kept: Kept };

const parts: Readonly<Record<PageName, (view: CheckoutView, problems?: Problems) => Part>> = {
  choose: choosePage,
  challenge: challengePage,
  approve: approvePage,
  bank: bankPage,
  unknown: unknownPage,
  receipt: receiptPage,
  held: receiptPage,
  released: resultPage,
  failed: resultPage,
  expired: resultPage,
  aborted: resultPage,
  busy: closedPage,
  closed: closedPage,
};

/** The page that a checkout shows now. Spec: "hosted checkout". */
export function checkoutPage(view: CheckoutView, problems?: Problems): string {
  const { title, main, head, privacy } = parts[view.page](view, problems);
  return shell(view, {
    title: `${title} · ${view.merchant}`,
    quote: view.quote,
    main,
    ...(head && { head }),
    ...(privacy !== undefined && { privacy }),
  });
}

/** The main form comes first in the document, with its button as the first one, so that the Enter key pays. */
function choosePage(view: CheckoutView, problems?: Problems): Part {
  if (availableOf(view.methods).length === 0) return nothingToChoose(view);
  const errors = problems?.errors ?? {};
  const main = html`<main data-page="choose">
${errorSummary(view.words, errors) || refusalNote(view)}
${summary(view)}
<form method="post" action="${view.address}/pay${view.query}" novalidate data-brands="${brandHints(view.words)}">
${methodChoice(view, errors, problems?.kept)}
${offeredFields(view, errors, problems?.kept)}
${view.onlyHeld && html`<p class="hint">${view.words.held.before(view.merchant)}</p>`}
<button class="main" data-busy="${view.words.paying}">${payWords(view)}</button>
<input type="hidden" name="token" value="${view.token}">
</form>
${cancelButton(view)}
${view.sandbox && testPanel(view, 'numbers')}
</main>`;
  return { title: payWords(view), main, privacy: view.words.privacy };
}

/** Since the checkout was opened, every way to pay it was taken out of gateways.yaml. The next start may bring one back. */
function nothingToChoose(view: CheckoutView): Part {
  const { title, text } = view.words.noWayForAmount;
  const main = html`<main data-page="choose">
${refusalNotice(title, view.returned ?? text)}
${summary(view)}
${cancelButton(view)}
</main>`;
  return { title, main };
}

const cancelButton = ({ address, query, words, token }: CheckoutView): Html =>
  actionButton({ address: `${address}/cancel${query}`, label: words.cancel, token, look: 'quiet' });

function payWords({ words, onlyHeld, amount }: CheckoutView): string {
  return onlyHeld ? words.held.hold(amount) : words.pay(amount);
}

function refusalNote({ words, refusal, returned, triesLeft }: CheckoutView): Html | false {
  const reason = returned ?? refusal;
  if (reason === undefined) return false;
  return refusalNotice(
    words.refused.title,
    `${reason}${triesLeft < 2 ? ` ${words.refused.triesLeft(triesLeft)}` : ''}`,
  );
}

function summary(view: CheckoutView): Html {
  const showsTime = view.secondsLeft < 600 || view.source === 'virtual_terminal_session';
  return html`<h1>${view.words.payTo(view.merchant)} ${largeAmount(view.amount)}</h1>
<dl>
${view.description !== null && html`<dt>${view.words.description}</dt><dd>${view.description}</dd>`}
${referenceRow(view)}
${showsTime && timeLeft(view)}
</dl>${!showsTime && untold(view)}`;
}

function methodChoice(view: CheckoutView, errors: Errors, kept: Kept | undefined): Html {
  const open = availableOf(view.methods);
  // Nobody is asked twice for what they have chosen.
  const chosen = open.find((method) => method === view.attempt?.methodType);
  const wanted = kept?.method ?? chosen ?? open[0];
  return html`<fieldset>
<legend>${view.words.howToPay}</legend>
${open.map((method) => {
  const kind = method.startsWith('wallet') ? 'data-wallet' : 'data-card';
  const error = errors[method];
  const wrong = error !== undefined && html`aria-describedby="${method}-error" aria-invalid="true"`;
  return html`${error !== undefined && html`<p class="error" id="${method}-error">${error}</p>`}<label class="method"><input type="radio" id="${method}" name="method" value="${method}" ${kind} ${wrong} ${method === wanted && 'checked'}><span>${view.words.methods[method]}</span></label>`;
})}
${closed(view, 'announced', view.words.notYet)}${closed(view, 'amount', view.words.notForAmount)}
</fieldset>`;
}

/** The methods that cannot be chosen for one reason, in one line. */
function closed(
  { methods, words }: CheckoutView,
  reason: MethodChoice['standing'],
  say: (methods: readonly string[]) => string,
): Html | false {
  const names = methods
    .filter(({ standing }) => standing === reason)
    .map(({ method }) => words.methods[method]);
  return names.length > 0 && html`<p class="hint">${say(names)}</p>`;
}

/** Of no other method: older browsers show all that are there, and nobody should be asked for a card where only a wallet is taken. */
function offeredFields(view: CheckoutView, errors: Errors, kept: Kept | undefined): Html {
  const offered = availableOf(view.methods);
  return html`${!offered.every(isWallet) && cardFields(view.words, errors, kept)}
${offered.some(isWallet) && walletFields(view, errors, kept)}`;
}

function walletFields(view: CheckoutView, errors: Errors, kept: Kept | undefined): Html {
  const value = kept?.phone ?? national(view.customerPhone);
  return html`<div class="wallet-fields">
${field({ ...view.words.phone, name: 'phone', autocomplete: 'tel', inputmode: 'tel', maxlength: 30, value, error: errors['phone'] })}
</div>`;
}

/** `+263771234567` as its owner writes it: `0771234567`. */
function national(phone: string | null): string {
  return phone === null ? '' : `0${phone.slice(4)}`;
}
