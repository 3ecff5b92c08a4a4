import { cardScenarios, walletScenarios } from '../../../domain/money/gateways/sandbox/scenarios.ts';
import { actionButton } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import { testNumbers } from '../parts/test-numbers.ts';
import type { CheckoutView } from './view.ts';

/** Sandbox only: the numbers that choose an outcome, or a button that expires the checkout. */
export function testPanel(view: CheckoutView, holds: 'numbers' | 'expiry'): Html {
  const expire = actionButton({
    address: `${view.address}/expire${view.query}`,
    label: view.words.test.expire,
    token: view.token,
    look: 'quiet',
  });
  if (holds === 'expiry')
    return html`<details><summary>${view.words.test.session}</summary>${expire}</details>`;
  const phones = walletScenarios.flatMap(({ phone, ...scenario }) =>
    phone === null ? [] : [{ ...scenario, number: phone }],
  );
  const form = { words: view.words, action: `${view.address}/pay${view.query}`, token: view.token };
  const takes = view.methods.map(({ method }) => method);
  const cards = cardScenarios.filter(({ method }) => takes.includes(method));
  return html`<details><summary>${view.words.test.title}</summary>
<p>${view.words.test.text}</p>
${cards.length > 0 && testNumbers({ ...form, caption: view.words.test.cards, field: 'number', method: takes[0] ?? 'card', rows: cards })}
${takes.includes('wallet_a') && testNumbers({ ...form, caption: view.words.test.phones, field: 'phone', method: 'wallet_a', rows: phones })}
${expire}
</details>`;
}
