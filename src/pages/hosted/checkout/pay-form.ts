import type { PaymentMethod } from '../../../domain/money/fees/payment-fees.ts';
import type { Instrument } from '../../../domain/money/gateways/port.ts';
import { readTypedPhone } from '../../../domain/money/wallets/phone.ts';
import { isPhoneOfWallet, isWallet, type Wallet } from '../../../domain/money/wallets/wallets.ts';
import type { Form } from '../../forms.ts';
import type { Words } from '../../words/en/words.ts';
import { type Filled, type KeptCard, keptCardOf, readCardForm } from '../parts/card-form.ts';

/** What the form shows again after an error. */
export type Kept = KeptCard & { readonly method: string; readonly phone: string };

export function keptOf(form: Form): Kept {
  return { ...keptCardOf(form), method: form.value('method'), phone: keptPhone(form.value('phone')) };
}

/** Decides what the form says; the checks of the script in the browser only help while typing. */
export function readPayForm(
  words: Words,
  form: Form,
  today: Date,
  available: readonly PaymentMethod[],
): Filled<Instrument> {
  const method = available.find((name) => name === form.value('method'));
  if (method === undefined) return { errors: { [available[0] ?? 'card']: words.errors.method } };
  if (isWallet(method)) return readWallet(words, form, method);
  return readCardForm(words, form, today, available);
}

function readWallet(words: Words, form: Form, wallet: Wallet): Filled<Instrument> {
  const phone = readTypedPhone(form.value('phone'));
  if (phone === undefined) return { errors: { phone: words.errors.phone } };
  if (!isPhoneOfWallet(phone, wallet)) return { errors: { phone: words.errors.phoneOfOther } };
  return { instrument: { type: 'wallet', wallet, phone } };
}

/** Leaves out text with as many digits as a card number or a security code, unless it is a phone: it was typed into the wrong field. */
function keptPhone(text: string): string {
  if (readTypedPhone(text) !== undefined) return text;
  const digits = text.replaceAll(/\D/g, '').length;
  return digits > 4 && digits < 13 ? text : '';
}
