import { cardScenarios, walletScenarios } from '../../../domain/money/gateways/sandbox/scenarios.ts';
import { actionButton } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';
import type { CheckoutView } from './view.ts';

/** Any card with a future expiry and any code will do: these are sent with the number. */
const testExpiry = '12 / 49';
const testCvv = '123';
const testHolder = 'Test Customer';

type Row = { readonly name: string; readonly number: string; readonly afterMs: number };

/** Sandbox only: the numbers that choose an outcome, each with a button that pays with it. */
export function testPanel(view: CheckoutView, holds: 'numbers' | 'expiry'): Html {
  const expire = actionButton({
    address: `${view.address}/expire`,
    label: words.test.expire,
    token: view.token,
    look: 'quiet',
  });
  if (holds === 'expiry') return html`<details><summary>${words.test.session}</summary>${expire}</details>`;
  const phones = walletScenarios.flatMap(({ phone, ...scenario }) =>
    phone === null ? [] : [{ ...scenario, number: phone }],
  );
  const form = { action: `${view.address}/pay`, token: view.token };
  const takes = view.methods.map(({ method }) => method);
  const cards = cardScenarios.filter(({ method }) => takes.includes(method));
  return html`<details><summary>${words.test.title}</summary>
<p>${words.test.text}</p>
${cards.length > 0 && testNumbers({ ...form, caption: words.test.cards, field: 'number', method: takes[0] ?? 'card', rows: cards })}
${takes.includes('wallet_a') && testNumbers({ ...form, caption: words.test.phones, field: 'phone', method: 'wallet_a', rows: phones })}
${expire}
</details>`;
}

type Numbers = {
  readonly action: string;
  readonly token: string;
  readonly caption: string;
  readonly field: 'number' | 'phone';
  readonly method: string;
  readonly rows: readonly Row[];
};

/** A table of numbers, each with a button that sends it. */
export function testNumbers(about: Numbers): Html {
  return html`<form method="post" action="${about.action}">
<input type="hidden" name="token" value="${about.token}">
<input type="hidden" name="method" value="${about.method}">
${about.field === 'number' && html`<input type="hidden" name="expiry" value="${testExpiry}"><input type="hidden" name="cvv" value="${testCvv}"><input type="hidden" name="holder" value="${testHolder}">`}
<table><caption>${about.caption}</caption>
<thead><tr><th scope="col">${words.test.number}</th><th scope="col">${words.test.outcome}</th><th scope="col">${words.test.use}</th></tr></thead>
<tbody>${about.rows.map((row) => html`<tr><td class="number">${row.number}</td><td>${row.name}, ${words.test.seconds(row.afterMs / 1000)}</td><td><button class="quiet" name="${about.field}" value="${row.number}" aria-label="${words.test.useNumber(row.number)}">${words.test.use}</button></td></tr>`)}
</tbody></table>
</form>`;
}
