import { type Html, html } from '../../html.ts';

/** Behind the sign of the currency is no digit; a group has three. */
const beforeGroup = /(?<=\d[,.\s])(?=\d{3}(?!\d))/u;

/** An amount that breaks between its groups of digits if it must: `US$999,99` on a line of its own would be read as another. */
export function amountText(amount: string): Html {
  return html`${amount.split(beforeGroup).map((group, at) => html`${at > 0 && html`<wbr>`}${group}`)}`;
}

/** The amount of a page, below its heading. */
export function largeAmount(amount: string): Html {
  return html`<span class="amount">${amountText(amount)}</span>`;
}
