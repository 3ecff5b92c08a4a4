import { describe, expect, it } from 'vitest';
import { codeOf } from '../support/refusal.ts';

/** Passes the Luhn check; put together, so that nothing in the repository looks like a card number. */
const cardNumber = '4242 '.repeat(4).trim();

describe('a payment link', () => {
  const link = { amount: '15.00', currency: 'USD', title: 'Pottery class' };

  it.each([
    ['the least', {}, 'ok'],
    ['everything', { description: 'Clay', max_uses: 12, expires_at: '2030-01-31T20:00:00+02:00' }, 'ok'],
    ['no title', { title: undefined }, 'VALIDATION_ERROR'],
    ['an empty title', { title: '' }, 'VALIDATION_ERROR'],
    ['a title of two lines', { title: 'Pottery\nclass' }, 'VALIDATION_ERROR'],
    ['a card number as its title', { title: `Pay ${cardNumber}` }, 'CARD_NUMBER_IN_TEXT'],
    ['no amount', { amount: undefined }, 'VALIDATION_ERROR'],
    ['an amount of nothing', { amount: '0.00' }, 'INVALID_AMOUNT'],
    ['an amount that is a number', { amount: 15 }, 'INVALID_AMOUNT'],
    ['another currency', { currency: 'EUR' }, 'CURRENCY_NOT_SUPPORTED'],
    ['no use', { max_uses: 0 }, 'VALIDATION_ERROR'],
    ['half a use', { max_uses: 1.5 }, 'VALIDATION_ERROR'],
    ['too many uses', { max_uses: 1_000_001 }, 'VALIDATION_ERROR'],
    ['no limit of uses, said as null', { max_uses: null }, 'VALIDATION_ERROR'],
    ['a day as its end', { expires_at: '2030-01-31' }, 'VALIDATION_ERROR'],
    ['no end, said as null', { expires_at: null }, 'VALIDATION_ERROR'],
    ['a slug of one’s own', { slug: 'Ab3dEf7hJk' }, 'UNKNOWN_FIELD'],
  ])('of %s', (_what, about, code) => {
    expect(codeOf('createPaymentLink', JSON.parse(JSON.stringify({ ...link, ...about })))).toBe(code);
  });

  it.each([
    ['nothing', {}, 'ok'],
    ['everything', { title: 'Tea', amount: '1.00', expires_at: '2030-01-31T20:00:00Z', active: true }, 'ok'],
    ['no end any more', { expires_at: null }, 'ok'],
    ['no title any more', { title: null }, 'VALIDATION_ERROR'],
    ['no amount any more', { amount: null }, 'INVALID_AMOUNT'],
    ['a word for whether it is active', { active: 'false' }, 'VALIDATION_ERROR'],
    ['its currency', { currency: 'ZWG' }, 'UNKNOWN_FIELD'],
    ['how often it can be paid', { max_uses: 3 }, 'UNKNOWN_FIELD'],
    ['its state', { status: 'deactivated' }, 'UNKNOWN_FIELD'],
    ['a card number as its title', { title: cardNumber }, 'CARD_NUMBER_IN_TEXT'],
    ['no object', [], 'VALIDATION_ERROR'],
  ])('of which %s is changed', (_what, body, code) => {
    expect(codeOf('updatePaymentLink', body)).toBe(code);
  });
});

describe('a counter session', () => {
  const session = { amount: '18.00', currency: 'USD' };

  it.each([
    ['by card, unless said otherwise', {}, 'ok'],
    ['by a wallet of either currency', { payment_method: 'wallet_a', currency: 'ZWG' }, 'ok'],
    ['by a wallet that takes dollars only', { payment_method: 'wallet_b' }, 'ok'],
    [
      'by that wallet, of another currency',
      { payment_method: 'wallet_b', currency: 'ZWG' },
      'CURRENCY_NOT_SUPPORTED',
    ],
    ['in cash', { payment_method: 'cash' }, 'VALIDATION_ERROR'],
    ['for five minutes', { expires_in_minutes: 5 }, 'ok'],
    ['for two hours', { expires_in_minutes: 120 }, 'ok'],
    ['for four minutes', { expires_in_minutes: 4 }, 'VALIDATION_ERROR'],
    ['for longer than two hours', { expires_in_minutes: 121 }, 'VALIDATION_ERROR'],
    ['for minutes as a text', { expires_in_minutes: '30' }, 'VALIDATION_ERROR'],
    ['with four decimals, as it is answered', { amount: '18.0000' }, 'INVALID_AMOUNT'],
    ['with a card number', { description: cardNumber }, 'CARD_NUMBER_IN_TEXT'],
    ['with a phone, which belongs to the charge', { customer_phone: '0771111111' }, 'UNKNOWN_FIELD'],
  ])('%s', (_what, about, code) => {
    expect(codeOf('createVirtualTerminalSession', { ...session, ...about })).toBe(code);
  });

  it.each([
    ['without a body', undefined, 'ok'],
    ['with nothing', {}, 'ok'],
    ['with a phone of any wallet', { customer_phone: '+263711111111' }, 'ok'],
    ['with a phone of nobody', { customer_phone: '12345' }, 'INVALID_PHONE'],
    ['with a phone of null', { customer_phone: null }, 'INVALID_PHONE'],
    ['with a card', { number: '1' }, 'UNKNOWN_FIELD'],
  ])('is charged %s', (_what, body, code) => {
    expect(codeOf('chargeVirtualTerminalSession', body)).toBe(code);
  });
});

describe('a card reader', () => {
  const reader = { serial_number: 'P3-0042', device_model: 'sunmi_p3', location_name: 'Shop 1' };

  it.each([
    ['of a known model', {}, 'ok'],
    ['of another model', { device_model: 'other' }, 'ok'],
    ['of an unknown model', { device_model: 'abacus' }, 'VALIDATION_ERROR'],
    ['with a serial number of signs', { serial_number: 'P3/0042' }, 'VALIDATION_ERROR'],
    ['with a serial number of 64 signs', { serial_number: '1'.repeat(64) }, 'ok'],
    ['with a longer one', { serial_number: '1'.repeat(65) }, 'VALIDATION_ERROR'],
    ['that stands nowhere', { location_name: ' ' }, 'VALIDATION_ERROR'],
    ['that stands at a card number', { location_name: cardNumber }, 'CARD_NUMBER_IN_TEXT'],
    ['with a state', { status: 'inactive' }, 'UNKNOWN_FIELD'],
  ])('%s', (_what, about, code) => {
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
    ['a strip', { entry_mode: 'magstripe' }, 'ok'],
    ['typing', { entry_mode: 'manual' }, 'VALIDATION_ERROR'],
    ['no payload', { emv_payload: null }, 'VALIDATION_ERROR'],
    ['a payload as a text', { emv_payload: read.ciphertext }, 'VALIDATION_ERROR'],
    ['the name of a key', sent({ key_id: 'key 1' }), 'ok'],
    ['no key serial number', { emv_payload: { ciphertext: read.ciphertext } }, 'VALIDATION_ERROR'],
    ['a short key serial number', sent({ ksn: 'FFFF' }), 'VALIDATION_ERROR'],
    ['a key serial number that is no number', sent({ ksn: 'G'.repeat(20) }), 'VALIDATION_ERROR'],
    ['a payload of nothing', sent({ ciphertext: '' }), 'VALIDATION_ERROR'],
    ['a payload that is no base64', sent({ ciphertext: 'U0FO-_==' }), 'VALIDATION_ERROR'],
    ['a payload cut off', sent({ ciphertext: 'U0FOR' }), 'VALIDATION_ERROR'],
    ['the largest payload', sent({ ciphertext: 'A'.repeat(8192) }), 'ok'],
    ['a larger one', sent({ ciphertext: 'A'.repeat(8196) }), 'VALIDATION_ERROR'],
    ['a card beside it', sent({ pan: '1' }), 'UNKNOWN_FIELD'],
    ['a reader of another kind of id', { terminal_id: `txn_${'0'.repeat(32)}` }, 'VALIDATION_ERROR'],
    ['a card number as a description', { description: cardNumber }, 'CARD_NUMBER_IN_TEXT'],
    ['no amount', { amount: '0.00' }, 'INVALID_AMOUNT'],
    ['another currency', { currency: 'usd' }, 'CURRENCY_NOT_SUPPORTED'],
  ])('reads %s', (_what, about, code) => {
    expect(codeOf('processTerminalPayment', { ...reading, ...about })).toBe(code);
  });
});
