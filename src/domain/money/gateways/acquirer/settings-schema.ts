import { closed, layoutSchema, text, wholeNumber } from './layout-schema.ts';

const processingCode = (what: string, standard: string) =>
  text(`Field 3 of ${what}. Default: ${standard}.`, '^[0-9]{6}$', 'must be six digits');
const acquirerId = (what: string) =>
  text(`Field 32 of ${what}. Absent: the field is not sent.`, '^[0-9]{1,11}$', 'must be 1 to 11 digits');
const fieldNumber = (description: string) => wholeNumber(description, [2, 127]);

/** Checks an entry of gateways.yaml, and is what its documentation is made from. */
export const acquirerSettingsSchema = closed(
  'An acquirer or a domestic switch that speaks ISO 8583:1987.',
  {
    address: text(
      '`tls://host:port`, or `tcp://host:port` to a private address.',
      '^(tls|tcp)://([^/:@\\[\\]]+|\\[[0-9a-fA-F:.]+\\]):[0-9]{1,5}$',
      'must be tls://host:port or tcp://host:port',
    ),
    tls: closed('For tls:// addresses. The certificate of the other end is always verified.', {
      ca: {
        description: 'Whom to trust, as PEM or the path of a PEM file. Default: what this machine trusts.',
        type: 'string',
      },
      certificate: { description: 'Our own certificate, as PEM or the path of a PEM file.', type: 'string' },
      key: {
        description: 'Its private key, as PEM, as the path of a PEM file, or `{ env: NAME }`.',
        type: 'string',
      },
      server_name: {
        description: 'The name in the certificate of the other end. Default: the host.',
        type: 'string',
      },
    }),
    layout: layoutSchema,
    terminal: text(
      'Field 41: the terminal id that the acquirer has given.',
      '^[ -~]{1,8}$',
      'must be 1 to 8 characters',
    ),
    acceptor: text('Field 42: the id of the card acceptor.', '^[ -~]{1,15}$', 'must be 1 to 15 characters'),
    acceptor_name: text(
      'Field 43: name and place of the card acceptor.',
      '^[ -~]{1,40}$',
      'must be 1 to 40 characters',
    ),
    acquirer_ids: closed('Who takes a payment.', {
      card: acquirerId('card payments'),
      domestic_switch: acquirerId('payments by cards of the domestic switch'),
    }),
    processing_codes: closed('What kind of payment it is. A refund has the same code with 20 in front.', {
      card: processingCode('card payments', '000000'),
      domestic_switch: processingCode('payments by cards of the domestic switch', 'as card'),
      reader: processingCode('payments by card reader', 'as card'),
    }),
    fields: closed('Where the acquirer wants what ISO 8583 has no field for.', {
      ksn: fieldNumber('The key serial number of what a reader encrypted. Default: 62.'),
      cvv: fieldNumber('The card verification value. Default: 48.'),
      original_reference: fieldNumber(
        'The retrieval reference number of the payment that a refund is for. Default: 63.',
      ),
    }),
    response_codes: {
      description: 'Response codes (field 39) of this acquirer, and the decline code of each.',
      type: 'object',
      propertyNames: { pattern: '^[0-9A-Za-z]{2}$' },
      additionalProperties: {
        enum: [
          'CARD_DECLINED',
          'CARD_INSUFFICIENT_FUNDS',
          'CARD_EXPIRED',
          'CARD_CVV_INVALID',
          'CARD_BLOCKED',
          'GATEWAY_TIMEOUT',
        ],
      },
    },
    utc_offset: text(
      'For local time in fields 12 and 13. Default: +02:00.',
      '^[+-][01][0-9]:[0-5][0-9]$',
      'must be like +02:00',
    ),
    sign_on: { description: 'Whether to sign on (0800) after connecting. Default: true.', type: 'boolean' },
    connect_ms: wholeNumber('How long connecting may take. Default: 5000.', [100, 30_000]),
    answer_ms: wholeNumber(
      'How long to wait for an answer before the payment is reversed. Default: 15000.',
      [100, 60_000],
    ),
    reversal_ms: wholeNumber(
      'How long to wait for the answer to a reversal before it is repeated. Default: 5000.',
      [100, 60_000],
    ),
    idle_ms: wholeNumber(
      'After this long without a message, an echo is asked for. Default: 30000.',
      [100, 600_000],
    ),
    most_outstanding: wholeNumber(
      'The most requests that wait for an answer at once. Default: 256.',
      [1, 4096],
    ),
  },
  ['address', 'layout', 'terminal', 'acceptor'],
);
