import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { AcquirerSettings } from '../../../../../../src/domain/money/gateways/acquirer/settings.ts';
import { acquirerSettingsSchema } from '../../../../../../src/domain/money/gateways/acquirer/settings-schema.ts';
import { railKinds } from '../../../../../../src/domain/money/gateways/routing/rails.ts';

/** As for an entry of gateways.yaml. */
const refuse = (settings: AcquirerSettings) => railKinds['iso8583']?.refuse?.(settings);

const validate = new Ajv2020({ strict: false, allErrors: true }).compile(acquirerSettingsSchema);

const least = {
  address: 'tls://switch.example:5500',
  layout: { preset: 'ascii' },
  terminal: 'SHOP0001',
  acceptor: 'CORNERSHOP',
};

function readSettings(about: object): AcquirerSettings {
  const settings = { ...least, ...about };
  expect(validate(settings)).toBe(true);
  return settings as AcquirerSettings;
}

const problemsOf = (settings: unknown) => (validate(settings) ? [] : (validate.errors ?? []));

describe('the settings of an acquirer', () => {
  it('need an address, a layout, a terminal and an acceptor, and nothing else', () => {
    const missing = problemsOf({}).map(({ params }) => String(params['missingProperty']));

    expect(problemsOf(least)).toEqual([]);
    expect(missing.toSorted()).toEqual(['acceptor', 'address', 'layout', 'terminal']);
  });

  it('may change a field of the layout, and seal messages', () => {
    const fields = { 48: { format: 'ans', length: 255, prefix: 3, encoding: 'ascii' } };
    const mac = { algorithm: 'hmac-sha256', key: 'AB'.repeat(32) };

    expect(problemsOf({ ...least, layout: { preset: 'bcd', header: '6000030000', fields, mac } })).toEqual(
      [],
    );
  });

  it.each([
    ['an address without a port', { address: 'tls://switch.example' }],
    ['an address with a login', { address: 'tls://me:secret@switch.example:5500' }],
    ['another protocol', { address: 'https://switch.example:5500' }],
    ['a terminal of nine characters', { terminal: 'SHOP00001' }],
    ['a processing code of five digits', { processing_codes: { card: '00000' } }],
    [
      'a field that no message has',
      { layout: { preset: 'ascii', fields: { 129: { format: 'n', length: 3 } } } },
    ],
    ['a key that is too short', { layout: { preset: 'ascii', mac: { algorithm: 'x9.19', key: 'ABCD' } } }],
    ['a decline code that nobody knows', { response_codes: { 77: 'CARD_LOST' } }],
    ['a wait of no time', { answer_ms: 0 }],
    ['a setting that there is not', { timeout: 5 }],
  ])('are refused with %s', (_what, about) => {
    expect(problemsOf({ ...least, ...about })).not.toEqual([]);
  });

  it.each([
    'tcp://8.8.8.8:5500',
    'tcp://203.0.113.5:5500',
    'tcp://[2606:4700:4700::1111]:5500',
    'tcp://[::ffff:8.8.8.8]:5500',
    'tcp://[2002:808:808::1]:5500',
    'tcp://0.0.0.0:5500',
  ])('are refused with %s, which would carry card data in the open', (address) => {
    expect(() => refuse(readSettings({ address }))).toThrow(/ is not a private address: .* tls:\/\/ only$/);
  });

  it.each([
    'tcp://127.0.0.1:5500',
    'tcp://10.1.2.3:5500',
    'tcp://172.16.0.1:5500',
    'tcp://192.168.1.1:5500',
    'tcp://[::1]:5500',
    'tcp://[fd00::1]:5500',
    'tcp://[::ffff:10.1.2.3]:5500',
    'tcp://switch.internal:5500',
    'tls://8.8.8.8:5500',
    'tls://[2606:4700:4700::1111]:5500',
  ])('are taken with %s', (address) => {
    expect(() => refuse(readSettings({ address }))).not.toThrow();
  });

  it.each([
    [
      'a certificate that is in no file',
      { tls: { ca: '/nowhere/ca.pem' } },
      /^tls.ca is no PEM, and no file/,
    ],
    [
      'a key that is too long for its algorithm',
      { layout: { preset: 'ascii', mac: { algorithm: 'x9.19', key: 'AB'.repeat(32) } } },
      /^layout.mac.key must be 16 bytes/,
    ],
    [
      'the verification value in the field of the amount, which is stored',
      { fields: { cvv: 4 } },
      /^fields.cvv is a field that messages have anyway$/,
    ],
  ])('are refused with %s', (_what, about, words) => {
    expect(() => refuse(readSettings(about))).toThrow(words);
  });

  it('are described, each of them', () => {
    const undescribed: string[] = [];
    const look = (schema: unknown, path: string) => {
      const { description, properties = {} } = schema as { description?: string; properties?: object };
      if (description === undefined) undescribed.push(path);
      for (const [name, inner] of Object.entries(properties)) look(inner, `${path}.${name}`);
    };

    look(acquirerSettingsSchema, 'entry');

    expect(undescribed).toEqual([]);
  });
});
