import { formatMoney2 } from '../../../domain/money/amounts/amount.ts';
import { type Currency, decimalsOf } from '../../../domain/money/amounts/currency.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../words/words.ts';

// Formatters are made once: making one takes longer than the rest of a page.
const moments = new Intl.DateTimeFormat(words.language, {
  day: '2-digit',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Harare',
  timeZoneName: 'short',
});
const days = new Intl.DateTimeFormat(words.language, { dateStyle: 'long', timeZone: 'UTC' });
const formats = new Map<Currency, Intl.NumberFormat>();

/** A moment in the time zone of the customers, which it names. */
export function timeOf(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${moments.format(at)}</time>`;
}

/** A calendar day, the same in every time zone. @param date `2026-01-31` */
export function dayOf(date: string): string {
  return days.format(new Date(date));
}

/** An amount as people write it: with its currency, and with as many decimals as the currency has. */
export function showMoney(amount: bigint, currency: Currency): string {
  const text: string = formatMoney2(amount);
  return isNumeral(text) ? formatOf(currency).format(text) : text;
}

function formatOf(currency: Currency): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const decimals = decimalsOf(currency);
  const made = new Intl.NumberFormat(words.language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(currency, made);
  return made;
}

/** Lets `Intl` format the text digit by digit: no money is ever a JavaScript number. */
function isNumeral(text: string): text is `${number}` {
  return /^-?\d+\.\d\d$/.test(text);
}
