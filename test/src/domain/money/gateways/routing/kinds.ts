import type { Gateway } from '../../../../../../src/domain/money/gateways/port.ts';
import { type RailKind, railKind } from '../../../../../../src/domain/money/gateways/routing/rail-kind.ts';
import { inWords, readPlan } from '../../../../../../src/domain/money/gateways/routing/read-file.ts';

type Settings = {
  readonly accounts?: Readonly<Record<string, string>>;
  readonly address: string;
  readonly pin?: string;
  readonly lines?: number;
};

/** A gateway that answers as it is told to. */
export function aGateway(name: string, about: Partial<Gateway> = {}): Gateway {
  const never = () => Promise.reject(new Error(`${name} was asked for something else`));
  return { name, charge: never, query: never, refund: never, ...about };
}

const settings = {
  type: 'object',
  required: ['address'],
  additionalProperties: false,
  properties: {
    address: {
      type: 'string',
      pattern: '^https://',
      'x-words': 'must be https.',
      description: 'Where it is.',
    },
    pin: { type: 'string', minLength: 4, description: 'The pin.' },
    lines: { type: 'integer', minimum: 1, default: 2, description: 'How many connections.' },
    login: {
      type: 'object',
      additionalProperties: false,
      properties: { password: { type: 'string' }, user: { type: 'string' } },
    },
    keys: { type: 'array', items: { type: 'string' } },
    accounts: { type: 'object', additionalProperties: { type: 'string', minLength: 2 } },
  },
};

const base = {
  about: 'for tests',
  settings,
  secrets: ['pin', 'login.password', 'keys'],
  callsBack: false,
  checkNeedsDatabase: false,
} as const;

/** Rails that connect to nothing: `cards` takes cards and readers, `phones` wallets and payouts to them, `banks` pays banks. */
export const kinds: Readonly<Record<string, RailKind>> = {
  cards: railKind<Settings>({
    ...base,
    serves: ['card', 'domestic_switch', 'reader'],
    refuse: ({ address }) => {
      if (address.includes('nowhere')) throw new Error('nobody is at nowhere');
    },
    create: (_settings, { name }) => ({
      name,
      gateway: aGateway(name),
      check: async () => [],
      stop: async () => undefined,
    }),
  }),
  phones: railKind<Settings>({
    ...base,
    serves: ['wallet_a', 'wallet_b', 'wallet_c', 'mobile_money'],
    create: (_settings, { name }) => ({
      name,
      gateway: aGateway(name),
      payouts: { name, answersAfterMs: 0, pay: async () => ({ kind: 'completed' }) },
      check: async () => [],
      stop: async () => undefined,
    }),
  }),
  banks: railKind<Settings>({
    ...base,
    serves: ['bank_transfer'],
    currenciesOf: ({ accounts = { USD: '' } }) => Object.keys(accounts),
    create: (_settings, { name }) => ({
      name,
      payouts: { name, answersAfterMs: 0, pay: async () => ({ kind: 'pending' }) },
      check: async () => [],
      stop: async () => undefined,
    }),
  }),
};

/** A file in which nothing is wrong. */
export const goodFile = `gateways:
  acquirer:
    rail: cards
    address: https://acquirer.example.com:8443/api/v1?token=hush
    pin: { env: ACQUIRER_PIN }
    limits: { USD: { least: "0.50", most: "5000.00" } }
    fees: { card: { percent: "2.90", least: "0.30" } }
  acquirer_2:
    rail: cards
    address: https://two.example.com
    breaker: { failures: 2, seconds: 5 }
  operator_a:
    rail: phones
    address: https://operator.example.com
  bank:
    rail: banks
    address: https://bank.example.com
  test_operator:
    rail: phones
    address: https://test.operator.example.com
routes:
  live:
    card: { USD: [acquirer, acquirer_2], ZWG: [acquirer] }
    readers: { USD: [acquirer] }
    wallet_a: { USD: [operator_a], ZWG: [operator_a] }
    payouts:
      bank_transfer: { USD: [bank] }
      mobile_money: { USD: [operator_a] }
      agent_cash: internal
  sandbox:
    wallet_a: { ZWG: [test_operator] }
`;

export const goodEnv = { ACQUIRER_PIN: '12345' };

/** The problems of a file in words, as a person sees them. */
export function problemsOf(text: string, env: Readonly<Record<string, string>> = goodEnv): readonly string[] {
  return readPlan(text, kinds, env).problems.map((problem) => inWords('gateways.yaml', problem));
}
