import { actionButton } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import { type Part, refreshWithoutScript } from '../../layout.ts';
import { largeAmount } from '../parts/amount.ts';
import { askAgain } from '../parts/ask-again.ts';
import { pushSeconds } from './page-for.ts';
import { testPanel } from './test-panel.ts';
import type { CheckoutView } from './view.ts';

const spoken = [60, 30, 10] as const;

/** The wallet's prompt covers the phone that shows this page, so the page must be right whenever the customer returns to it. */
export function approvePage(view: CheckoutView): Part {
  const phone = view.attempt?.phone ?? view.customerPhone;
  const left = view.attempt?.secondsLeft ?? view.secondsLeft;
  const main = html`<main data-page="approve" data-poll="3">
<h1>${view.words.wait.title} ${largeAmount(view.amount)}</h1>
<ol>${view.words.wait.steps(phone === null ? '' : maskedForOwner(phone)).map((step) => html`<li>${step}</li>`)}</ol>
${remaining(view, left)}
${askAgain(view, view.words.wait.checkNow)}
<details><summary>${view.words.wait.noPrompt}</summary>
<ul>${view.words.wait.checks.map((check) => html`<li>${check}</li>`)}</ul>
</details>
${cancelButton(view)}
${view.sandbox && testPanel(view, 'expiry')}
</main>`;
  return { title: view.words.wait.title, main, head: refreshWithoutScript(6) };
}

/** A slow bank: a job asks for the result, so no request waits. */
export function bankPage(view: CheckoutView): Part {
  const main = html`<main data-page="bank" data-poll="3">
<h1>${view.words.bank.title} ${largeAmount(view.amount)}</h1>
<p>${view.words.bank.text}</p>
<progress aria-label="${view.words.bank.title}"></progress>
${askAgain(view, view.words.bank.checkNow)}
${cancelButton(view)}
${view.sandbox && testPanel(view, 'expiry')}
</main>`;
  return { title: view.words.bank.title, main, head: refreshWithoutScript(6) };
}

export function unknownPage(view: CheckoutView): Part {
  const text =
    view.attempt?.wallet === true ? view.words.unknown.wallet(view.merchant) : view.words.unknown.card;
  const main = html`<main data-page="unknown" data-poll="3">
<h1>${view.words.unknown.title} ${largeAmount(view.amount)}</h1>
<p>${text}</p>
${askAgain(view, view.words.unknown.checkAgain)}
${cancelButton(view)}
${view.sandbox && testPanel(view, 'expiry')}
</main>`;
  return { title: view.words.unknown.title, main, head: refreshWithoutScript(6) };
}

/** Counts down from the server's seconds, so a reload does not restart the countdown. */
function remaining({ words }: CheckoutView, seconds: number): Html {
  const [sixty, thirty, ten] = spoken.map((left) => words.wait.announce(left));
  return html`<div data-left="${seconds}" data-say60="${sixty}" data-say30="${thirty}" data-say10="${ten}">
<label for="left">${words.wait.left}: <span class="number">${clock(seconds)}</span></label>
<progress id="left" max="${pushSeconds}" value="${seconds}"></progress>
</div>`;
}

export function cancelButton(view: CheckoutView): Html {
  return actionButton({
    address: `${view.address}/cancel${view.query}`,
    label: view.words.cancel,
    token: view.token,
    look: 'quiet',
  });
}

/** `077 *** 4567`: enough for its owner to recognise. */
function maskedForOwner(phone: string): string {
  return `0${phone.slice(4, 6)} *** ${phone.slice(-4)}`;
}

/** The merchant's own reference, for a list of facts. */
export function referenceRow({ words, reference }: CheckoutView): Html | false {
  return reference !== null && html`<dt>${words.reference}</dt><dd>${reference}</dd>`;
}

/** How long the page stays open, for a list of facts. */
export function timeLeft({ words, secondsLeft: seconds }: CheckoutView): Html {
  return html`<dt>${words.timeLeft}</dt><dd data-left="${seconds}" data-say60="${words.closes(60)}"><span class="number">${clock(seconds)}</span></dd>`;
}

/** `1:27` */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
