import type { Schema } from '../../../../platform/yaml/judge.ts';
import { currencies } from '../../amounts/currency.ts';
import { walletNames } from '../../wallets/wallets.ts';

const gatewayName = {
  type: 'string',
  pattern: '^(?!sandbox_)[a-z][a-z0-9_]{0,31}$',
  'x-words':
    'must be a name of 1 to 32 small letters, digits and underscores that begins with a letter, but not with sandbox_.',
};

const amount = {
  type: 'string',
  pattern: '^[0-9]{1,9}[.][0-9]{2}$',
  'x-words': 'must be an amount in quotes with two decimals, such as "0.50".',
};

const methods = ['card', 'domestic_switch', ...walletNames];

/** Settings that every entry below `gateways` has, whatever its rail. */
export const entrySettings = {
  limits: {
    type: 'object',
    description:
      'What the provider takes of one payment, by currency. Another amount goes to the next gateway.',
    additionalProperties: false,
    properties: Object.fromEntries(
      currencies.map((currency) => [
        currency,
        {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          properties: {
            least: { ...amount, description: 'The smallest payment.' },
            most: { ...amount, description: 'The largest payment.' },
          },
        },
      ]),
    ),
  },
  fees: {
    type: 'object',
    description:
      'What a merchant pays for a payment that this gateway has charged, by method. Default: the usual fee.',
    additionalProperties: false,
    properties: Object.fromEntries(
      methods.map((method) => [
        method,
        {
          type: 'object',
          required: ['percent'],
          additionalProperties: false,
          properties: {
            percent: {
              type: 'string',
              description: 'The share of the amount.',
              pattern: '^[0-9]{1,2}[.][0-9]{2}$',
              'x-words': 'must be a percentage in quotes with two decimals, such as "2.90".',
            },
            least: { ...amount, description: 'The least fee.', default: '0.01' },
          },
        },
      ]),
    ),
  },
  breaker: {
    type: 'object',
    description:
      'When the provider counts as down. Then no charge and no payout is sent to it; questions about them still are.',
    additionalProperties: false,
    default: {},
    properties: {
      failures: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 5,
        description: 'So many charges or payouts without an answer, one after the other, open the breaker.',
      },
      seconds: {
        type: 'integer',
        minimum: 1,
        maximum: 3600,
        default: 30,
        description:
          'After so many seconds one charge is tried. It closes the breaker, or keeps it open as long again.',
      },
    },
  },
} as const satisfies Readonly<Record<string, Schema>>;

/** An entry, but for the settings of its rail. */
export const entrySchema: Schema = {
  type: 'object',
  required: ['rail'],
  properties: { rail: { type: 'string', description: 'The kind of the connection.' }, ...entrySettings },
};

const byCurrency = (items: Schema): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(currencies.map((currency) => [currency, items])),
});

/** In order of preference. */
const several = { type: 'array', minItems: 1, uniqueItems: true, items: gatewayName };
/** A payout that has no answer must not be sent elsewhere. */
const one = { ...several, maxItems: 1 };

const routes: Schema = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: {
    ...Object.fromEntries([...methods, 'readers'].map((method) => [method, byCurrency(several)])),
    payouts: {
      type: 'object',
      additionalProperties: false,
      properties: {
        bank_transfer: byCurrency(one),
        mobile_money: {
          type: 'object',
          additionalProperties: false,
          properties: {
            ...Object.fromEntries(currencies.map((currency) => [currency, one])),
            ...Object.fromEntries(walletNames.map((wallet) => [wallet, byCurrency(one)])),
          },
        },
        agent_cash: { type: 'string', enum: ['internal'] },
      },
    },
  },
};

/** The whole file, but for the entries below `gateways`. */
export const fileSchema: Schema = {
  type: 'object',
  required: ['gateways', 'routes'],
  additionalProperties: false,
  'x-words': 'must have gateways and routes.',
  properties: {
    gateways: { type: 'object', propertyNames: gatewayName, minProperties: 1 },
    routes: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: { live: routes, sandbox: routes },
    },
  },
};
