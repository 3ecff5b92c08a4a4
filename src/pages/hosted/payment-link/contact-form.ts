import { readTypedPhone } from '../../../domain/money/wallets/phone.ts';
import { hasCardNumber } from '../../../platform/card-numbers.ts';
import { lettersIn } from '../../../platform/contract/letters.ts';
import { type Errors, type Form, plainDigits } from '../../forms.ts';
import type { Words } from '../../words/en/words.ts';

/** What the payer typed about themselves. */
export type Contact = { readonly name: string; readonly email: string; readonly phone: string };

type Read =
  | {
      readonly customer: { readonly [Field in keyof Contact]: string | null };
      readonly errors?: never;
    }
  | { readonly errors: Errors };

const emailForm =
  /^[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,63}$/;
const longestName = 120;

/** Reads the payer's optional details by the rules that the contract has for the customer of a checkout. */
export function readContact(words: Words, form: Form): Read {
  const phone = readContactPhone(form.value('phone'));
  const [name, email] = [form.value('name'), form.value('email')];
  const wrong = {
    name: lettersIn(name) > longestName || hasCardNumber(plainDigits(name)),
    email: email !== '' && !emailForm.test(email),
    phone: phone === undefined,
  };
  const fields = (['name', 'email', 'phone'] as const).filter(
    (field) => wrong[field] || form.unreadable.has(field),
  );
  if (phone === undefined || fields.length > 0)
    return { errors: Object.fromEntries(fields.map((field) => [field, words.link.errors[field]])) };
  return { customer: { name: name || null, email: email || null, phone } };
}

/** Null: the field is empty. Undefined: it holds no phone number. */
function readContactPhone(text: string): string | null | undefined {
  return text === '' ? null : readTypedPhone(text);
}

/** What the form shows again after an error; a card number in the wrong field is left out. */
export function contactOf(form: Form): Contact {
  const typed = (field: string) => {
    const text = form.value(field);
    return hasCardNumber(plainDigits(text)) ? '' : text;
  };
  return { name: typed('name'), email: typed('email'), phone: typed('phone') };
}
