import type { PaymentMethod } from '../../../domain/money/fees/payment-fees.ts';
import {
  cardBrand,
  cardEndsAt,
  cvvLengthOf,
  isDomesticSwitch,
  readCardNumber,
} from '../../../domain/money/gateways/card-number.ts';
import type { CardInstrument, Instrument } from '../../../domain/money/gateways/port.ts';
import { passesLuhn } from '../../../platform/card-numbers.ts';
import { type Errors, type Form, field, plainDigits } from '../../forms.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/en/words.ts';

/** What the form shows again after an error: never the card number, never the security code. */
export type KeptCard = { readonly expiry: string; readonly holder: string };

/** What a form was filled in with, or what is wrong with it. */
export type Filled<T extends Instrument> =
  | { readonly instrument: T }
  | { readonly instrument?: never; readonly errors: Errors };

/** Lets the script name the brand while the number is typed. The server decides by rules of its own. */
export const brandHints = ({ brands }: Words): string =>
  [
    `9716=${brands.domestic_switch}`,
    `4=${brands.visa}`,
    `5[1-5]|2[2-7]=${brands.mastercard}`,
    `3[47]=${brands.amex}`,
  ].join(';');

/** The card fields of every form; `readCardForm` reads them. */
export function cardFields(words: Words, errors: Errors, kept: KeptCard | undefined): Html {
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

/** @param accepted the methods that can be chosen: the number says which kind of card it is, whatever was chosen */
export function readCardForm(
  { errors: words }: Words,
  form: Form,
  today: Date,
  accepted: readonly PaymentMethod[],
): Filled<CardInstrument> {
  const number = readCardNumber(form.value('number'));
  const expiry = readExpiry(form.value('expiry'));
  const holder = form.value('holder');
  const cvv = form.value('cvv');
  // In the order of the fields, as the summary lists them.
  const errors = withoutEmpty({
    number: numberError(words, number, accepted),
    expiry: expiryError(words, expiry, today),
    cvv: cvvError(words, cvv, number),
    holder: holderError(words, form),
  });
  if (number === undefined || expiry === undefined || Object.keys(errors).length > 0) return { errors };
  return { instrument: { type: 'card', number, expiry, cvv, holder } };
}

/** Leaves out any text that may be a card number or security code in the wrong field. */
export function keptCardOf(form: Form): KeptCard {
  const [expiry, holder] = [form.value('expiry'), form.value('holder')];
  return {
    expiry: looksLikeMonth(expiry) ? expiry : '',
    holder: /\d/.test(plainDigits(holder)) ? '' : holder,
  };
}

/** True for `13/27` too: the customer then only has to correct it. */
function looksLikeMonth(text: string): boolean {
  return /^\d{1,2}\s*[/.-]\s*\d{0,4}$/.test(text) || readExpiry(text) !== undefined;
}

function numberError(
  words: Wrong,
  number: string | undefined,
  accepted: readonly PaymentMethod[],
): string | undefined {
  if (number === undefined) return words.number;
  if (!passesLuhn(number)) return words.numberMistyped;
  const kind = isDomesticSwitch(number) ? 'domestic_switch' : 'card';
  return accepted.includes(kind) ? undefined : words.cardOfOther;
}

type Wrong = Words['errors'];
type Expiry = { readonly month: number; readonly year: number };

/** The last year that dates of the API have. No card is valid so long, and PostgreSQL does not read years of five digits. */
const lastYear = 2199;

/**
 * Reads an expiry date such as `1/27`, `01/27`, `0127`, `01/2027` or `012027`, and `2027-01`, as the HTML standard has what is filled
 * into a field with `cc-exp`, and password managers write it; undefined for any other text.
 */
export function readExpiry(text: string): Expiry | undefined {
  const monthFirst = text.replace(/^(\d{4})-(\d{2})$/, '$2/$1');
  const [, month, year] =
    /^(\d{1,2})\s*[/.-]\s*(\d{2}|\d{4})$|^(\d{2})\s?(\d{2}|\d{4})$/.exec(monthFirst)?.filter(Boolean) ?? [];
  if (month === undefined || year === undefined) return undefined;
  const read = { month: Number(month), year: Number(year) < 100 ? 2000 + Number(year) : Number(year) };
  return read.month >= 1 && read.month <= 12 && read.year <= lastYear ? read : undefined;
}

function expiryError(words: Wrong, expiry: Expiry | undefined, today: Date): string | undefined {
  if (expiry === undefined) return words.expiry;
  return cardEndsAt(expiry) <= today ? words.expiryPast : undefined;
}

/** Refuses a number in the name field: it is a card number or a security code in the wrong place. */
function holderError(words: Wrong, form: Form): string | undefined {
  const holder = form.value('holder');
  if (form.unreadable.has('holder')) return words.unreadable;
  if (holder === '') return words.holder;
  const plain = plainDigits(holder);
  const digits = plain.replaceAll(/\D/g, '');
  return digits.length > 11 || /^\d{3,4}$/.test(plain) ? words.holderDigits : undefined;
}

function cvvError(words: Wrong, cvv: string, number: string | undefined): string | undefined {
  const length = number === undefined || cardBrand(number) === null ? undefined : cvvLengthOf(number);
  const right = length === undefined ? /^\d{3,4}$/ : new RegExp(`^\\d{${length}}$`);
  return right.test(cvv) ? undefined : words.cvv(length ?? 3);
}

function withoutEmpty(errors: Readonly<Record<string, string | undefined>>): Errors {
  const found: Record<string, string> = {};
  for (const [name, error] of Object.entries(errors)) if (error !== undefined) found[name] = error;
  return found;
}
