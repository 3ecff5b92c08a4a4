import { type Errors, field } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../words.ts';
import type { Kept } from './pay-form.ts';

/** For the script that names the brand while the number is typed; what counts is what the server finds. */
export const brandHints = [
  `9716=${words.brands.domestic_switch}`,
  `4=${words.brands.visa}`,
  `5[1-5]|2[2-7]=${words.brands.mastercard}`,
  `3[47]=${words.brands.amex}`,
].join(';');

/** What every form asks of a card; `readCardForm` reads it. */
export function cardFields(errors: Errors, kept: Pick<Kept, 'expiry' | 'holder'> | undefined): Html {
  const card = { inputmode: 'numeric', maxlength: 30 } as const;
  return html`<div class="card-fields">
${field({ ...words.number, ...card, name: 'number', autocomplete: 'cc-number', error: errors['number'] })}
<p id="brand" role="status" class="hint"></p>
<div class="pair">
${field({ ...words.expiry, ...card, name: 'expiry', autocomplete: 'cc-exp', value: kept?.expiry ?? '', error: errors['expiry'] })}
${field({ ...words.cvv, ...card, name: 'cvv', autocomplete: 'cc-csc', maxlength: 4, error: errors['cvv'] })}
</div>
${field({ ...words.holder, name: 'holder', autocomplete: 'cc-name', inputmode: 'text', maxlength: 120, value: kept?.holder ?? '', error: errors['holder'] })}
</div>`;
}
