import { describe, expect, it } from 'vitest';
import type { PaymentMethod } from '../../../../src/domain/money/fees/payment-fees.ts';
import { readForm } from '../../../../src/pages/forms.ts';
import { keptOf, readPayForm } from '../../../../src/pages/hosted/checkout/pay-form.ts';
import { readExpiry } from '../../../../src/pages/hosted/parts/card-form.ts';
import { readContact } from '../../../../src/pages/hosted/payment-link/contact-form.ts';
import { words } from '../../../../src/pages/words/en/words.ts';

const today = new Date('2026-06-15T12:00:00Z');
const good = {
  method: 'card',
  number: '4242 4242 4242 4242',
  expiry: '08 / 29',
  holder: 'T. Moyo',
  cvv: '123',
};
const filled = (other: Record<string, string> = {}) =>
  readForm(new URLSearchParams({ ...good, ...other }).toString());
const read = (
  other: Record<string, string>,
  available: readonly PaymentMethod[] = ['card', 'domestic_switch', 'wallet_a'],
) => readPayForm(words, filled(other), today, available);

const details = (fields: Record<string, string>) =>
  readContact(words, readForm(new URLSearchParams(fields).toString()));

describe('the card form', () => {
  it('reads a card as people type it', () => {
    expect(read({})).toEqual({
      instrument: {
        type: 'card',
        number: '4242424242424242',
        expiry: { month: 8, year: 2029 },
        cvv: '123',
        holder: 'T. Moyo',
      },
    });
  });

  it.each(['\u0645\u0647\u062F\u06CC\u200C\u067E\u0648\u0631', '\u0930\u093E\u091C\u0915\u094D\u200D\u0937'])(
    'takes the name %s, whose letters say how they join',
    (holder) => {
      expect(read({ holder })).toMatchObject({ instrument: { holder } });
    },
  );

  it.each(['\u202AT. Moyo\u202C', 'T. Moyo\u200F ', 'T.\tMoyo'])(
    'reads the name %j as a reader sees it',
    (holder) => {
      expect(read({ holder })).toMatchObject({ instrument: { holder: 'T. Moyo' } });
    },
  );

  it('reads what is pasted with invisible marks and with other hyphens', () => {
    const pasted = read({
      number: '\u202A4242\u20114242\u20114242\u20114242\u202C',
      expiry: '\u200E08/29',
      cvv: '123\u200B',
    });

    expect(pasted).toEqual(read({}));
  });

  it.each([
    [
      'Arabic',
      {
        number: '\u0664\u0662\u0664\u0662'.repeat(4),
        expiry: '\u0660\u0668/\u0662\u0669',
        cvv: '\u0661\u0662\u0663',
      },
    ],
    [
      'Persian',
      {
        number: '\u06F4\u06F2\u06F4\u06F2'.repeat(4),
        expiry: '\u06F0\u06F8/\u06F2\u06F9',
        cvv: '\u06F1\u06F2\u06F3',
      },
    ],
    [
      'wide',
      {
        number: '\uFF14\uFF12\uFF14\uFF12\u3000'.repeat(4),
        expiry: '\uFF10\uFF18\uFF0F\uFF12\uFF19',
        cvv: '\uFF11\uFF12\uFF13',
      },
    ],
  ])('reads %s digits', (_name, typed) => {
    expect(read(typed)).toEqual(read({}));
  });

  it.each(['\u0664\u0662\u0664\u0662'.repeat(4), '\uFF14\uFF12\uFF14\uFF12'.repeat(4), '\u0661\u0662\u0663'])(
    'neither takes nor shows again %s as the name',
    (holder) => {
      expect(read({ holder })).toEqual({ errors: { holder: words.errors.holderDigits } });
      expect(keptOf(filled({ holder })).holder).toBe('');
    },
  );

  it.each(['1/27', '01/27', '0127', '01/2027', '01 / 27', '012027', '01 2027', '2027-01'])(
    'reads %s as January 2027',
    (text) => {
      expect(readExpiry(text)).toEqual({ month: 1, year: 2027 });
    },
  );

  it.each(['13/27', '127', '00/27', 'soon', '', '01/2200', '12/9999'])('reads no month from «%s»', (text) => {
    expect(readExpiry(text)).toBeUndefined();
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['a missing number', { number: '' }, { number: words.errors.number }],
    ['a mistyped digit', { number: '4242424242424241' }, { number: words.errors.numberMistyped }],
    ['a card that has expired', { expiry: '05/26' }, { expiry: words.errors.expiryPast }],
    ['a security code that is too short', { cvv: '12' }, { cvv: words.errors.cvv(3) }],
    [
      'a code of three digits for a card that has four',
      { number: '378282246310005' },
      { cvv: words.errors.cvv(4) },
    ],
    ['a card number as the name', { holder: '4242424242424242' }, { holder: words.errors.holderDigits }],
    ['a security code as the name', { holder: '123' }, { holder: words.errors.holderDigits }],
    ['a name with control characters', { holder: 'T\u0000M' }, { holder: words.errors.unreadable }],
    ['a name with invisible marks', { holder: 'T\u202EM' }, { holder: words.errors.unreadable }],
    ['a name that begins with a joiner', { holder: '\u200CMoyo' }, { holder: words.errors.unreadable }],
    ['a name with joiners in a row', { holder: 'Mo\u200D\u200Dyo' }, { holder: words.errors.unreadable }],
    ['a joiner beside a space', { holder: 'T \u200DMoyo' }, { holder: words.errors.unreadable }],
  ])('refuses %s and says what to do', (_what, other, errors) => {
    expect(read(other)).toEqual({ errors });
  });

  it.each<[string, string, readonly PaymentMethod[]]>([
    ['a switch card', '9716000000000006', ['card', 'wallet_a']],
    ['another card', '4242424242424242', ['domestic_switch', 'wallet_a']],
  ])('refuses %s where only the other kind can be chosen', (_what, number, available) => {
    const [method = ''] = available;

    expect(read({ method, number }, available)).toEqual({ errors: { number: words.errors.cardOfOther } });
  });

  it('takes a switch card that is typed in under another kind, if both can be chosen', () => {
    expect(read({ number: '9716000000000006' }).instrument).toMatchObject({ number: '9716000000000006' });
  });

  it('accepts a card until the last day of its month', () => {
    expect(read({ expiry: '06/26' }).instrument).toBeDefined();
  });

  it('never shows a card number or a security code again', () => {
    const kept = keptOf(filled({ holder: '4242424242424242', number: '4242424242424242', cvv: '987' }));

    expect(JSON.stringify(kept)).not.toMatch(/4242|987/);
    expect(kept.expiry).toBe('08 / 29');
  });

  it.each(['expiry', 'phone'])('never shows either again when it was typed into the field %s', (field) => {
    for (const typed of ['4242 4242 4242 4242', '4242-4242-4242-4242', '4242424242424242', '987', '9871'])
      expect(JSON.stringify(keptOf(filled({ [field]: typed, number: '', cvv: '' })))).not.toMatch(/4242|987/);
  });

  it.each([
    ['expiry', '13/27'],
    ['expiry', '0129'],
    ['phone', '+263 77 123 4567'],
    ['phone', '077123456'],
    ['phone', '00263 77 123 4567'],
  ])('keeps in the field %s what only needs correcting: %s', (field, typed) => {
    expect(keptOf(filled({ [field]: typed }))).toMatchObject({ [field]: typed });
  });
});

describe('the wallet form', () => {
  it('reads a phone number as people type it', () => {
    const paid = read({ method: 'wallet_a', phone: '077 123 4567' });

    expect(paid.instrument).toEqual({ type: 'wallet', wallet: 'wallet_a', phone: '+263771234567' });
  });

  it.each(['\u202A+263 77 123 4567\u202C', '+263 (0)77 123 4567', '00263771234567', '077.123.4567'])(
    'reads what is pasted: %j',
    (phone) => {
      expect(read({ method: 'wallet_a', phone }).instrument).toMatchObject({ phone: '+263771234567' });
    },
  );

  it.each([
    ['a number of another wallet', '0881234567', words.errors.phoneOfOther],
    ['no number', '', words.errors.phone],
  ])('refuses %s', (_what, phone, error) => {
    expect(read({ method: 'wallet_a', phone })).toEqual({ errors: { phone: error } });
  });

  it('refuses a wallet that is not available yet', () => {
    expect(read({ method: 'wallet_b', phone: '0881234567' })).toEqual({
      errors: { card: words.errors.method },
    });
  });
});

describe('the details of a payer', () => {
  it('are read without the invisible marks around a pasted phone or email', () => {
    const pasted = { phone: '\u202A077\u2011123\u20114567\u202C', email: '\uFEFFrudo@example.com\u200E' };

    expect(details({ name: 'Rudo', ...pasted })).toEqual({
      customer: { name: 'Rudo', email: 'rudo@example.com', phone: '+263771234567' },
    });
  });

  it('are read in Arabic digits, and hold no card number in them', () => {
    const fields = {
      name: '\u0664\u0662\u0664\u0662'.repeat(4),
      phone: '\u0660\u0667\u0667\u0661\u0662\u0663\u0664\u0665\u0666\u0667',
    };

    expect(details({ phone: fields.phone })).toMatchObject({ customer: { phone: '+263771234567' } });
    expect(details(fields)).toEqual({ errors: { name: words.link.errors.name } });
  });

  it('have no invisible marks in the name, and lose those around it', () => {
    expect(details({ name: '\u2068Rudo\u2069' })).toMatchObject({ customer: { name: 'Rudo' } });
    expect(details({ name: 'Ru\u202Edo' })).toEqual({ errors: { name: words.link.errors.name } });
  });
});

describe('a posted form', () => {
  it('takes the first of repeated fields, ignores a body that is no text, and marks overlong values', () => {
    expect(readForm('a=1&a=2').value('a')).toBe('1');
    expect(readForm({ a: '1' }).value('a')).toBe('');
    expect(readForm(`a=${'x'.repeat(201)}`).unreadable.has('a')).toBe(true);
  });
});
