import type { PaymentMethod } from '../../../domain/money/fees/payment-fees.ts';
import {
  cardBrand,
  cardEndsAt,
  cvvLengthOf,
  isDomesticSwitch,
  passesLuhn,
  readCardNumber,
} from '../../../domain/money/gateways/card-number.ts';
import type { CardInstrument, Instrument } from '../../../domain/money/gateways/port.ts';
import { readPhone } from '../../../domain/money/wallets/phone.ts';
import { isPhoneOfWallet, isWallet, type Wallet } from '../../../domain/money/wallets/wallets.ts';
import type { Errors, Form } from '../../forms.ts';
import { words } from '../../words.ts';

/** What may be shown again after an error: never the card number, never the security code. */
export type Kept = {
  readonly method: string;
  readonly expiry: string;
  readonly holder: string;
  readonly phone: string;
};

export type Filled =
  | { readonly instrument: Instrument }
  | { readonly instrument?: never; readonly errors: Errors };

export function keptOf(form: Form): Kept {
  return {
    method: form.value('method'),
    expiry: ifMonth(form.value('expiry')),
    holder: withoutCardNumber(form.value('holder')),
    phone: ifPhone(form.value('phone')),
  };
}

/** The binding checks of the main form; what the script says while typing is advice. */
export function readPayForm(form: Form, today: Date, available: readonly PaymentMethod[]): Filled {
  const method = available.find((name) => name === form.value('method'));
  if (method === undefined) return { errors: { [available[0] ?? 'card']: words.errors.method } };
  if (isWallet(method)) return readWallet(form, method);
  const only = available.length === 1 ? method : undefined;
  return readCardForm(form, today, only);
}

type FilledCard =
  | { readonly instrument: CardInstrument }
  | { readonly instrument?: never; readonly errors: Errors };

/** @param only the kind of card that may be given; absent: the number decides */
export function readCardForm(form: Form, today: Date, only?: PaymentMethod): FilledCard {
  const number = readCardNumber(form.value('number'));
  const expiry = readExpiry(form.value('expiry'));
  const holder = form.value('holder');
  const cvv = form.value('cvv');
  const errors = withoutEmpty({
    number: numberError(number, only),
    expiry: expiryError(expiry, today),
    holder: holderError(form),
    cvv: cvvError(cvv, number),
  });
  if (number === undefined || expiry === undefined || Object.keys(errors).length > 0) return { errors };
  return { instrument: { type: 'card', number, expiry, cvv, holder } };
}

function readWallet(form: Form, wallet: Wallet): Filled {
  const phone = readPhone(form.value('phone').replaceAll(/[\s()-]/g, ''));
  if (phone === undefined) return { errors: { phone: words.errors.phone } };
  if (!isPhoneOfWallet(phone, wallet)) return { errors: { phone: words.errors.phoneOfOther } };
  return { instrument: { type: 'wallet', wallet, phone } };
}

function numberError(number: string | undefined, only?: PaymentMethod): string | undefined {
  if (number === undefined) return words.errors.number;
  if (!passesLuhn(number)) return words.errors.numberMistyped;
  const kind = isDomesticSwitch(number) ? 'domestic_switch' : 'card';
  return only === undefined || only === kind ? undefined : words.errors.cardOfOther;
}

type Expiry = { readonly month: number; readonly year: number };

/** `1/27`, `01/27`, `0127`, `01/2027`. */
export function readExpiry(text: string): Expiry | undefined {
  const [, month, year] =
    /^(\d{1,2})\s*[/.-]\s*(\d{2}|\d{4})$|^(\d{2})\s?(\d{2})$/.exec(text)?.filter(Boolean) ?? [];
  if (month === undefined || year === undefined) return undefined;
  const read = { month: Number(month), year: Number(year) < 100 ? 2000 + Number(year) : Number(year) };
  return read.month >= 1 && read.month <= 12 ? read : undefined;
}

function expiryError(expiry: Expiry | undefined, today: Date): string | undefined {
  if (expiry === undefined) return words.errors.expiry;
  return cardEndsAt(expiry) <= today ? words.errors.expiryPast : undefined;
}

/** A number in the field for the name is a card number or a security code in the wrong place. */
function holderError(form: Form): string | undefined {
  const holder = form.value('holder');
  if (form.unreadable.has('holder')) return words.errors.unreadable;
  if (holder === '') return words.errors.holder;
  const digits = holder.replaceAll(/\D/g, '');
  return digits.length > 11 || /^\d{3,4}$/.test(holder) ? words.errors.holderDigits : undefined;
}

function cvvError(cvv: string, number: string | undefined): string | undefined {
  const length = number === undefined || cardBrand(number) === null ? undefined : cvvLengthOf(number);
  const right = length === undefined ? /^\d{3,4}$/ : new RegExp(`^\\d{${length}}$`);
  return right.test(cvv) ? undefined : words.errors.cvv(length ?? 3);
}

/** A month, right or wrong, but no card number and no security code. */
function ifMonth(text: string): string {
  const looksSo = /^\d{1,2}\s*[/.-]\s*\d{0,4}$/.test(text);
  return looksSo || readExpiry(text) !== undefined ? text : '';
}

/** Longer than any phone number is a card number, and as short as this a security code. */
function ifPhone(text: string): string {
  const digits = text.replaceAll(/\D/g, '').length;
  return digits > 4 && digits < 13 ? text : '';
}

/** What was typed into the wrong field is not sent back from the right one. */
function withoutCardNumber(text: string): string {
  return /\d/.test(text) ? '' : text;
}

function withoutEmpty(errors: Readonly<Record<string, string | undefined>>): Errors {
  const found: Record<string, string> = {};
  for (const [name, error] of Object.entries(errors)) if (error !== undefined) found[name] = error;
  return found;
}
