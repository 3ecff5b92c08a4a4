import { isIP } from 'node:net';
import { isPrivate } from '../../../../../platform/http/public-address.ts';
import { type Currency, currencies } from '../../../amounts/currency.ts';

/** The identifiers that the API knows accounts by, so far as an organisation's own account has one. */
const identifierTypes = ['accountid', 'msisdn', 'walletid', 'organisationid', 'storeid', 'username'] as const;

/** The service's own account at the operator: payments arrive there, and refunds and payouts leave it. */
export type OwnAccount = { readonly type: (typeof identifierTypes)[number]; readonly id: string };

type OAuth = {
  readonly type: 'oauth';
  /** Where tokens are issued, such as `https://operator.example/v1/oauth/accesstoken`. */
  readonly tokenAddress: string;
  readonly clientId: string;
  readonly clientSecret: string;
};
type Basic = { readonly type: 'basic'; readonly user: string; readonly password: string };

/** An entry of gateways.yaml with `rail: gsma`. */
export type MobileMoneySettings = {
  /** Up to the version and `mm`: `https://operator.example/v1.2/mm`. */
  readonly address: string;
  /** One for each currency. A currency without an account is not served. */
  readonly accounts: Readonly<Partial<Record<Currency, OwnAccount>>>;
  /** Absent: the API key is all. */
  readonly auth?: OAuth | Basic;
  readonly apiKey?: string;
  readonly clientId?: string;
  /** Credentials of a user at the operator, as the operator wants them: X-User-Credential-1 and -2. */
  readonly userCredentials?: readonly [string] | readonly [string, string];
  readonly userBearer?: string;
  readonly channel?: string;
  /** Names the operator where one address serves several. */
  readonly institution?: { readonly type: 'lei' | 'swiftbic' | 'organisationid'; readonly id: string };
  /** Sends the SHA-256 of each body. */
  readonly contentHash?: boolean;
  /** Absent: `plus`, as in +263771234567. */
  readonly phones?: 'plus' | 'digits';
  /** How a part of a payment is given back. Absent: `reversal`. */
  readonly partialRefunds?: 'reversal' | 'adjustment';
  /** Asks for callbacks. Absent: true. */
  readonly callbacks?: boolean;
  /** Sends our id as custom data, so that the operator's statement may repeat it. Absent: true. */
  readonly customReference?: boolean;
  /** What the payer reads in the message of the operator. */
  readonly description?: string;
  /** For all requests of one question together. Absent: 8 seconds. */
  readonly timeoutSeconds?: number;
  readonly tls?: { readonly ca?: string; readonly certificate?: string; readonly key?: string };
};

const text = (description: string) => ({ type: 'string', minLength: 1, maxLength: 256, description });
const pem = (description: string) => ({ type: 'string', minLength: 1, maxLength: 65_536, description });
const url = (description: string) => ({
  type: 'string',
  pattern: '^https?://[^\\s?#]+$',
  maxLength: 2048,
  description,
});
const choice = (values: readonly string[], description: string) => ({ enum: values, description });
const object = (required: readonly string[], properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const ownAccount = {
  ...object(['type', 'id'], {
    type: choice(identifierTypes, 'The kind of identifier that the operator knows the account by.'),
    id: text('The identifier itself.'),
  }),
  description: 'The account at the operator where payments arrive.',
};

/** The settings of `rail: gsma`, for the loader of gateways.yaml. */
export const mobileMoneySettingsSchema = {
  ...object(['address', 'accounts'], {
    address: url(
      'Address of the API up to its version and `mm`, such as `https://operator.example/v1.2/mm`.',
    ),
    accounts: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: Object.fromEntries(currencies.map((currency) => [currency, ownAccount])),
      description: 'The account for each currency.',
    },
    auth: {
      oneOf: [
        object(['type', 'tokenAddress', 'clientId', 'clientSecret'], {
          type: { const: 'oauth' },
          tokenAddress: url('Where access tokens are issued.'),
          clientId: text('The client’s id, or consumer key.'),
          clientSecret: text('The client’s secret.'),
        }),
        object(['type', 'user', 'password'], {
          type: { const: 'basic' },
          user: text('The user’s name.'),
          password: text('The user’s password.'),
        }),
      ],
      description: 'How the service signs on. Absent: by `apiKey` alone.',
    },
    apiKey: text('Sent as X-API-Key.'),
    clientId: text('Sent as X-Client-Id.'),
    userCredentials: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: text('A credential.'),
      description: 'Sent as X-User-Credential-1 and -2.',
    },
    userBearer: text('Sent as X-User-Bearer.'),
    channel: text('Sent as X-Channel.'),
    institution: {
      ...object(['type', 'id'], {
        type: choice(['lei', 'swiftbic', 'organisationid'], 'The kind of identifier.'),
        id: text('The identifier of the operator.'),
      }),
      description: 'Which operator is meant, where one address serves several.',
    },
    contentHash: { type: 'boolean', description: 'Sends X-Content-Hash with each body.' },
    phones: choice(['plus', 'digits'], 'How phone numbers are written: +263771234567 or 263771234567.'),
    partialRefunds: choice(
      ['reversal', 'adjustment'],
      'How a part of a payment is given back: by a reversal with an amount, or by an adjustment if the operator has no partial reversals.',
    ),
    callbacks: { type: 'boolean', description: 'Asks the operator to call back.' },
    customReference: { type: 'boolean', description: 'Sends the service’s id as custom data.' },
    description: { ...text('What the payer reads in the operator’s message.'), maxLength: 160 },
    timeoutSeconds: {
      type: 'number',
      minimum: 1,
      maximum: 60,
      description: 'For all requests of one question together.',
    },
    tls: {
      ...object([], {
        ca: pem('Certificates to trust instead of the system’s, as PEM.'),
        certificate: pem('The service’s own certificate, as PEM.'),
        key: pem('The key of that certificate, as PEM.'),
      }),
      description: 'For an operator with a private authority, or one that asks for a certificate.',
    },
  }),
  description: 'A mobile money operator that speaks the GSMA Mobile Money API 1.2.',
};

/**
 * Refuses an address that would carry credentials unencrypted over a public network.
 *
 * @throws Error with words for whoever wrote the file
 */
export function refuseOpenAddresses({ address, auth }: MobileMoneySettings): void {
  const addresses = [address, ...(auth?.type === 'oauth' ? [auth.tokenAddress] : [])];
  const open = addresses.find((each) => !isSafe(URL.parse(each)));
  if (open !== undefined)
    throw new Error(`${URL.parse(open)?.origin ?? 'the address'} must be https: credentials are sent to it`);
}

function isSafe(address: URL | null): boolean {
  if (address?.protocol === 'https:') return true;
  const host = address?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  const isNear = host === 'localhost' || (isIP(host) !== 0 && isPrivate(host));
  return address?.protocol === 'http:' && isNear;
}
