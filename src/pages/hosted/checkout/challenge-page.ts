import { actionButton } from '../../forms.ts';
import { html } from '../../html.ts';
import type { Part } from '../../layout.ts';
import { largeAmount } from '../parts/amount.ts';
import { testPanel } from './test-panel.ts';
import type { CheckoutView } from './view.ts';
import { cancelButton, referenceRow, timeLeft } from './wait-page.ts';

/**
 * The bank asks the customer to confirm a card payment (3-D Secure). In the sandbox two buttons stand for the bank; a live
 * gateway that challenges needs its own form here, and none is connected yet.
 */
export function challengePage(view: CheckoutView): Part {
  const { title, text, authorise, authorising, fail } = view.words.challenge;
  const form = { token: view.token };
  const main = html`<main data-page="challenge" data-poll="3">
<h1>${title} ${largeAmount(view.amount)}</h1>
<p>${text}</p>
<dl>
<dt>${view.words.challenge.merchant}</dt><dd>${view.merchant}</dd>
<dt>${view.words.challenge.card}</dt><dd>${view.attempt?.method}</dd>
${referenceRow(view)}
${timeLeft(view)}
</dl>
${
  view.sandbox &&
  html`${actionButton({ ...form, address: `${view.address}/authorise${view.query}`, label: authorise, look: 'main', busy: authorising })}
${actionButton({ ...form, address: `${view.address}/fail${view.query}`, label: fail, look: 'quiet' })}`
}
${cancelButton(view)}
${view.sandbox && testPanel(view, 'expiry')}
</main>`;
  return { title, main, privacy: view.words.privacy };
}
