import { describe, expect, it } from 'vitest';
import { codeOf } from '../support/checks/refusal.ts';

/** Passes the Luhn check. Built at run time, so that no card number stands in the repository. */
const cardNumber = '4242 '.repeat(4).trim();

describe('the body of a payment link', () => {
  const link = { amount: '15.00', currency: 'USD', title: 'Pottery class' };

  it.each([
    ['only the required fields', {}, 'ok'],
    ['every field', { description: 'Clay', max_uses: 12, expires_at: '2030-01-31T20:00:00+02:00' }, 'ok'],
    ['no title', { title: undefined }, 'VALIDATION_ERROR'],
    ['an empty title', { title: '' }, 'VALIDATION_ERROR'],
    ['a title of two lines', { title: 'Pottery\nclass' }, 'VALIDATION_ERROR'],
    ['a card number as its title', { title: `Pay ${cardNumber}` }, 'CARD_NUMBER_IN_TEXT'],
    ['no amount', { amount: undefined }, 'VALIDATION_ERROR'],
    ['an amount of zero', { amount: '0.00' }, 'INVALID_AMOUNT'],
    ['an amount that is a number', { amount: 15 }, 'INVALID_AMOUNT'],
    ['another currency', { currency: 'EUR' }, 'CURRENCY_NOT_SUPPORTED'],
    ['a limit of 0 uses', { max_uses: 0 }, 'VALIDATION_ERROR'],
    ['a limit of 1.5 uses', { max_uses: 1.5 }, 'VALIDATION_ERROR'],
    ['a limit that is too high', { max_uses: 1_000_001 }, 'VALIDATION_ERROR'],
    ['null as the limit of uses', { max_uses: null }, 'VALIDATION_ERROR'],
    ['a day as its expiry', { expires_at: '2030-01-31' }, 'ok'],
    ['a day and an hour as its expiry', { expires_at: '2030-01-31T10' }, 'VALIDATION_ERROR'],
    ['null as its expiry', { expires_at: null }, 'VALIDATION_ERROR'],
    ['a slug', { slug: 'Ab3dEf7hJk' }, 'UNKNOWN_FIELD'],
  ])('with $0, when it is created: $2', (_what, about, code) => {
    expect(codeOf('createPaymentLink', JSON.parse(JSON.stringify({ ...link, ...about })))).toBe(code);
  });

  it.each([
    ['no field', {}, 'ok'],
    ['every field', { title: 'Tea', amount: '1.00', expires_at: '2030-01-31T20:00:00Z', active: true }, 'ok'],
    ['null as its expiry', { expires_at: null }, 'ok'],
    ['null as its title', { title: null }, 'VALIDATION_ERROR'],
    ['null as its amount', { amount: null }, 'INVALID_AMOUNT'],
    ['a string for `active`', { active: 'false' }, 'VALIDATION_ERROR'],
    ['a currency', { currency: 'ZWG' }, 'UNKNOWN_FIELD'],
    ['a limit of uses', { max_uses: 3 }, 'UNKNOWN_FIELD'],
    ['a status', { status: 'deactivated' }, 'UNKNOWN_FIELD'],
    ['a card number as its title', { title: cardNumber }, 'CARD_NUMBER_IN_TEXT'],
    ['an array instead of an object', [], 'VALIDATION_ERROR'],
  ])('with $0, when it is updated: $2', (_what, body, code) => {
    expect(codeOf('updatePaymentLink', body)).toBe(code);
  });
});

describe('the body of a counter session', () => {
  const session = { amount: '18.00', currency: 'USD' };

  it.each([
    ['no payment method', {}, 'ok'],
    ['a wallet that takes both currencies', { payment_method: 'wallet_a', currency: 'ZWG' }, 'ok'],
    ['a wallet that takes USD only', { payment_method: 'wallet_b' }, 'ok'],
    [
      'that wallet and another currency',
      { payment_method: 'wallet_b', currency: 'ZWG' },
      'CURRENCY_NOT_SUPPORTED',
    ],
    ['cash', { payment_method: 'cash' }, 'VALIDATION_ERROR'],
    ['5 minutes', { expires_in_minutes: 5 }, 'ok'],
    ['120 minutes', { expires_in_minutes: 120 }, 'ok'],
    ['4 minutes', { expires_in_minutes: 4 }, 'VALIDATION_ERROR'],
    ['121 minutes', { expires_in_minutes: 121 }, 'VALIDATION_ERROR'],
    ['minutes as a string', { expires_in_minutes: '30' }, 'VALIDATION_ERROR'],
    ['four decimals, as in answers', { amount: '18.0000' }, 'INVALID_AMOUNT'],
    ['a card number as its description', { description: cardNumber }, 'CARD_NUMBER_IN_TEXT'],
    ['a phone, which belongs to the charge', { customer_phone: '0771111111' }, 'UNKNOWN_FIELD'],
  ])('with $0, when it is created: $2', (_what, about, code) => {
    expect(codeOf('createVirtualTerminalSession', { ...session, ...about })).toBe(code);
  });

  it.each([
    ['no body', undefined, 'ok'],
    ['no field', {}, 'ok'],
    ['the phone of any wallet', { customer_phone: '+263711111111' }, 'ok'],
    ['an invalid phone', { customer_phone: '12345' }, 'INVALID_PHONE'],
    ['null as the phone', { customer_phone: null }, 'INVALID_PHONE'],
    ['a card', { number: '1' }, 'UNKNOWN_FIELD'],
  ])('with $0, when it is charged: $2', (_what, body, code) => {
    expect(codeOf('chargeVirtualTerminalSession', body)).toBe(code);
  });
});

describe('the body of a card reader', () => {
  const reader = { serial_number: 'P3-0042', device_model: 'sunmi_p3', location_name: 'Shop 1' };

  it.each([
    ['a known model', {}, 'ok'],
    ['the model `other`', { device_model: 'other' }, 'ok'],
    ['an unknown model', { device_model: 'abacus' }, 'VALIDATION_ERROR'],
    ['a serial number with a slash', { serial_number: 'P3/0042' }, 'VALIDATION_ERROR'],
    ['a serial number of 64 characters', { serial_number: '1'.repeat(64) }, 'ok'],
    ['a serial number of 65 characters', { serial_number: '1'.repeat(65) }, 'VALIDATION_ERROR'],
    ['a blank location', { location_name: ' ' }, 'VALIDATION_ERROR'],
    ['a card number as its location', { location_name: cardNumber }, 'CARD_NUMBER_IN_TEXT'],
    ['a status', { status: 'inactive' }, 'UNKNOWN_FIELD'],
  ])('with $0, when it is registered: $2', (_what, about, code) => {
    expect(codeOf('registerTerminal', { ...reader, ...about })).toBe(code);
  });

  const read = { ciphertext: 'U0FOREJPWDphcHByb3ZlZA==', ksn: 'FFFF9876543210E00001' };
  const reading = {
    terminal_id: `trm_${'0'.repeat(32)}`,
    amount: '12.00',
    currency: 'USD',
    entry_mode: 'chip',
    emv_payload: read,
  };
  const sent = (about: Readonly<Record<string, unknown>>) => ({ emv_payload: { ...read, ...about } });

  it.each([
    ['a chip', {}, 'ok'],
    ['a magnetic stripe', { entry_mode: 'magstripe' }, 'ok'],
    ['a card entered by hand', { entry_mode: 'manual' }, 'VALIDATION_ERROR'],
    ['no payload', { emv_payload: null }, 'VALIDATION_ERROR'],
    ['a string as the payload', { emv_payload: read.ciphertext }, 'VALIDATION_ERROR'],
    ['a key id', sent({ key_id: 'key 1' }), 'ok'],
    ['no key serial number', { emv_payload: { ciphertext: read.ciphertext } }, 'VALIDATION_ERROR'],
    ['a short key serial number', sent({ ksn: 'FFFF' }), 'VALIDATION_ERROR'],
    ['a key serial number that is not hexadecimal', sent({ ksn: 'G'.repeat(20) }), 'VALIDATION_ERROR'],
    ['an empty payload', sent({ ciphertext: '' }), 'VALIDATION_ERROR'],
    ['a payload that is not base64', sent({ ciphertext: 'U0FO-_==' }), 'VALIDATION_ERROR'],
    ['a truncated payload', sent({ ciphertext: 'U0FOR' }), 'VALIDATION_ERROR'],
    ['the largest payload', sent({ ciphertext: 'A'.repeat(8192) }), 'ok'],
    ['a payload that is too large', sent({ ciphertext: 'A'.repeat(8196) }), 'VALIDATION_ERROR'],
    ['a card number beside the payload', sent({ pan: '1' }), 'UNKNOWN_FIELD'],
    ['an id of another type', { terminal_id: `txn_${'0'.repeat(32)}` }, 'VALIDATION_ERROR'],
    ['a card number as its description', { description: cardNumber }, 'CARD_NUMBER_IN_TEXT'],
    ['an amount of zero', { amount: '0.00' }, 'INVALID_AMOUNT'],
    ['another currency', { currency: 'usd' }, 'CURRENCY_NOT_SUPPORTED'],
  ])('with $0, when it processes a payment: $2', (_what, about, code) => {
    expect(codeOf('processTerminalPayment', { ...reading, ...about })).toBe(code);
  });
});
