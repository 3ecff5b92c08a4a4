import { showMoney2 } from '../domain/money/amounts/amount.ts';
import { type Currency, decimalsOf } from '../domain/money/amounts/currency.ts';
import { words } from './words/en/words.ts';

// Made once: making a formatter takes longer than the rest of a page.
const formats = new Map<string, Intl.NumberFormat>();

/** An amount as people write it: with its currency, and with as many decimals as the currency has. */
export function showMoney(amount: bigint, currency: Currency, language: string = words.language): string {
  const text: string = showMoney2(amount);
  return isNumeral(text) ? formatOf(currency, language).format(text) : text;
}

function formatOf(currency: Currency, language: string): Intl.NumberFormat {
  const known = formats.get(`${language} ${currency}`);
  if (known) return known;
  const decimals = decimalsOf(currency);
  const made = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(`${language} ${currency}`, made);
  return made;
}

/** Lets `Intl` format the text digit by digit: no money is ever a JavaScript number. */
function isNumeral(text: string): text is `${number}` {
  return /^-?\d+\.\d\d$/.test(text);
}
