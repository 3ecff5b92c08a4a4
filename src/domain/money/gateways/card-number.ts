import { issuers } from '../../../platform/card-numbers.ts';

export type CardBrand = (typeof issuers)[number]['brand'];

/** The digits of what a person typed or pasted; undefined when it holds anything but digits, spaces and hyphens of any kind. */
export function readCardNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[\s\p{Pd}]/gu, '');
  return /^[0-9]{12,19}$/.test(digits) ? digits : undefined;
}

/** Null if no issuer's range has the number. Such a card may still be good. */
export function cardBrand(digits: string): CardBrand | null {
  return issuers.find(({ starts }) => starts.test(digits))?.brand ?? null;
}

export function lastFour(digits: string): string {
  return digits.slice(-4);
}

/** Whether the number is a card of the domestic switch. No international scheme uses its prefix. */
export function isDomesticSwitch(digits: string): boolean {
  return cardBrand(digits) === 'domestic_switch';
}

export function cvvLengthOf(digits: string): 3 | 4 {
  return cardBrand(digits) === 'amex' ? 4 : 3;
}

/** A card is good until the last day of its month has ended in every time zone. */
export function cardEndsAt({ month, year }: { readonly month: number; readonly year: number }): Date {
  return new Date(Date.UTC(year, month) + 12 * 3_600_000);
}
