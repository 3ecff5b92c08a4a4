import { currencies } from '../../../amounts/currency.ts';
import { days } from './calendar.ts';

/** What a value must be, continuing its path, for people who write gateways.yaml. */
export const words = (text: string) => ({ 'x-words': text });

/** How a bank is named. */
export const bic = {
  type: 'string',
  pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
  description: 'The bank’s BIC.',
  ...words('must be a BIC of 8 or 11 capitals and digits.'),
};

export const member = {
  type: 'object',
  description: 'The bank’s id in a clearing system, instead of a BIC.',
  required: ['system', 'id'],
  additionalProperties: false,
  properties: {
    system: {
      type: 'string',
      minLength: 1,
      maxLength: 35,
      description:
        'The code of the clearing system: up to 5 characters of the external code list, or its own name.',
    },
    id: { type: 'string', minLength: 1, maxLength: 22, description: 'The id of the member.' },
    with_branch: {
      type: 'boolean',
      description: 'Whether the branch code of the payout is written behind the id.',
    },
  },
};

export const text = (description: string, most = 140) => ({
  type: 'string',
  minLength: 1,
  maxLength: most,
  description,
});
export const secret = (description: string) => ({
  type: 'string',
  minLength: 1,
  description,
  'x-secret': true,
});
export const whole = (least: number, most: number, usual: number, description: string) => ({
  type: 'integer',
  minimum: least,
  maximum: most,
  default: usual,
  description,
});

export const debtor = {
  type: 'object',
  description: 'The account from which the service pays.',
  required: ['name', 'accounts'],
  additionalProperties: false,
  properties: {
    name: text('The name of the account’s holder.'),
    accounts: {
      type: 'object',
      description: 'The account of each currency: an IBAN or an account number.',
      additionalProperties: false,
      minProperties: 1,
      properties: Object.fromEntries(
        currencies.map((currency) => [
          currency,
          {
            type: 'string',
            pattern: '^[0-9A-Za-z]{5,34}$',
            ...words('must be an IBAN or an account number of 5 to 34 letters and digits.'),
          },
        ]),
      ),
    },
    bic,
    member,
    charges: {
      type: 'string',
      enum: ['SHAR', 'SLEV', 'DEBT'],
      default: 'SHAR',
      description: 'Who bears the banks’ charges.',
    },
    service_level: text('The code of the service level that the bank asks for, such as NURG.', 4),
  },
};

export const cutOffs = {
  type: 'object',
  description: 'When payouts are gathered into a file.',
  required: ['times', 'time_zone'],
  additionalProperties: false,
  properties: {
    times: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      description: 'Times of day.',
      items: {
        type: 'string',
        pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
        ...words('must be a time of day in quotes, such as "10:00".'),
      },
    },
    time_zone: {
      type: 'string',
      enum: Intl.supportedValuesOf('timeZone').concat('UTC'),
      description: 'The time zone of the times and days.',
      ...words('must be the name of a time zone, such as Africa/Harare.'),
    },
    days: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      default: ['mon', 'tue', 'wed', 'thu', 'fri'],
      description: 'The days of the week on which the bank works.',
      items: { type: 'string', enum: days },
    },
    holidays: {
      type: 'array',
      uniqueItems: true,
      description: 'Further days on which it is closed.',
      items: {
        type: 'string',
        format: 'date',
        ...words('must be a date in quotes, such as "2026-12-25".'),
      },
    },
  },
};
