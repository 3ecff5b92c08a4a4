/** Card numbers are read without a library, because none knows the domestic switch. */

const prefixes = [
  { brand: 'domestic_switch', starts: /^9716/, cvvLength: 3 },
  { brand: 'visa', starts: /^4/, cvvLength: 3 },
  { brand: 'mastercard', starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, cvvLength: 3 },
  { brand: 'amex', starts: /^3[47]/, cvvLength: 4 },
  { brand: 'diners', starts: /^3(?:0[0-5]|[689])/, cvvLength: 3 },
  { brand: 'discover', starts: /^6(?:011|4[4-9]|5)/, cvvLength: 3 },
  { brand: 'jcb', starts: /^35(?:2[89]|[3-8])/, cvvLength: 3 },
  { brand: 'unionpay', starts: /^62/, cvvLength: 3 },
  { brand: 'maestro', starts: /^(?:50|5[6-9]|6)/, cvvLength: 3 },
] as const;

export type CardBrand = (typeof prefixes)[number]['brand'];

/** The digits of what a person typed or pasted; undefined when it holds anything but digits, spaces and hyphens. */
export function readCardNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^[0-9]{12,19}$/.test(digits) ? digits : undefined;
}

export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const weighed = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return total + (weighed > 9 ? weighed - 9 : weighed);
    }, 0);
  return sum % 10 === 0;
}

/** Null if no row of the table matches the number. Such a card may still be good. */
export function cardBrand(digits: string): CardBrand | null {
  return prefixes.find(({ starts }) => starts.test(digits))?.brand ?? null;
}

export function lastFour(digits: string): string {
  return digits.slice(-4);
}

/** Whether the number is a card of the domestic switch. No international scheme uses its prefix. */
export function isDomesticSwitch(digits: string): boolean {
  return cardBrand(digits) === 'domestic_switch';
}

export function cvvLengthOf(digits: string): 3 | 4 {
  return prefixes.find(({ starts }) => starts.test(digits))?.cvvLength ?? 3;
}

/** A card is good until the last day of its month has ended in every time zone. */
export function cardEndsAt({ month, year }: { readonly month: number; readonly year: number }): Date {
  return new Date(Date.UTC(year, month) + 12 * 3_600_000);
}
