import type { DeclineCode } from '../port.ts';

/** The gateway's final answer. `wrong_amount`: the payer paid another amount than asked. */
type Ending = 'approved' | 'wrong_amount' | { readonly reason: DeclineCode; readonly gatewayStatus: string };

export type WalletScenario = {
  /** Part of the gateway's reference, so that the gateway needs no memory. */
  readonly name: string;
  /** As a payer writes it; null: every number that no other scenario has. */
  readonly phone: string | null;
  /** Business time from the push to the answer. */
  readonly afterMs: number;
  /** `refused` and `unavailable` are answered at once, to the push itself. */
  readonly ending: Ending | 'refused' | 'unavailable';
  /** How often the gateway calls back. 0: the result is only known by asking. */
  readonly callbacks: 0 | 1 | 3;
};

export type CardScenario = {
  readonly name: string;
  readonly number: string;
  readonly method: 'card' | 'domestic_switch';
  /** Zero: answered at once, in the answer to the charge. */
  readonly afterMs: number;
  /** `challenge`: the customer decides on the challenge page. */
  readonly ending: Exclude<Ending, 'wrong_amount'> | 'challenge';
  /** The customer disputes the payment this much later. */
  readonly disputedAfterMs?: number;
  /** Saved, the bank renews it in its last month. */
  readonly renews?: true;
  /** The amount is only held. */
  readonly isHold?: true;
};

const declined = (reason: DeclineCode, gatewayStatus: string) => ({ reason, gatewayStatus });
const seconds = 1000;

/** For every number that no other scenario has. */
export const otherPhone: WalletScenario = {
  name: 'success_default',
  phone: null,
  afterMs: 5 * seconds,
  ending: 'approved',
  callbacks: 1,
};

/** All are numbers of wallet_a. Spec: "Limits" (sandbox mobile money scenarios). */
export const walletScenarios: readonly WalletScenario[] = [
  { name: 'success', phone: '0771111111', afterMs: 0, ending: 'approved', callbacks: 1 },
  { name: 'success_delayed', phone: '0772222222', afterMs: 30 * seconds, ending: 'approved', callbacks: 1 },
  {
    name: 'cancelled',
    phone: '0773333333',
    afterMs: 30 * seconds,
    ending: declined('WALLET_CANCELLED', 'CANCELLED'),
    callbacks: 1,
  },
  {
    name: 'insufficient_balance',
    phone: '0774444444',
    afterMs: 0,
    ending: declined('WALLET_INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'),
    callbacks: 1,
  },
  {
    name: 'wrong_pin',
    phone: '0775555555',
    afterMs: 45 * seconds,
    ending: declined('WALLET_WRONG_PIN', 'WRONG_PIN'),
    callbacks: 1,
  },
  {
    name: 'no_response',
    phone: '0776666666',
    afterMs: 120 * seconds,
    ending: declined('WALLET_TIMEOUT', 'TIMEOUT'),
    callbacks: 0,
  },
  { name: 'not_a_wallet', phone: '0777777777', afterMs: 0, ending: 'refused', callbacks: 0 },
  { name: 'late_success', phone: '0778888888', afterMs: 180 * seconds, ending: 'approved', callbacks: 1 },
  { name: 'provider_down', phone: '0779999999', afterMs: 0, ending: 'unavailable', callbacks: 0 },
  { name: 'duplicate_callback', phone: '0770000001', afterMs: 0, ending: 'approved', callbacks: 3 },
  { name: 'wrong_amount', phone: '0770000002', afterMs: 0, ending: 'wrong_amount', callbacks: 1 },
  otherPhone,
];

/** Every other number is declined with CARD_NOT_TEST_CARD. Spec: "Limits" (sandbox card scenarios). */
export const cardScenarios: readonly CardScenario[] = [
  { name: 'card_success', number: '4242424242424242', method: 'card', afterMs: 0, ending: 'approved' },
  {
    name: 'card_declined',
    number: '4000000000000002',
    method: 'card',
    afterMs: 0,
    ending: declined('CARD_DECLINED', 'DECLINED'),
  },
  {
    name: 'card_insufficient_funds',
    number: '4000000000009995',
    method: 'card',
    afterMs: 0,
    ending: declined('CARD_INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'),
  },
  {
    name: 'card_expired',
    number: '4000000000000069',
    method: 'card',
    afterMs: 0,
    ending: declined('CARD_EXPIRED', 'EXPIRED'),
  },
  {
    name: 'card_wrong_cvv',
    number: '4000000000000127',
    method: 'card',
    afterMs: 0,
    ending: declined('CARD_CVV_INVALID', 'WRONG_CVV'),
  },
  {
    name: 'card_slow_timeout',
    number: '4000000000000044',
    method: 'card',
    afterMs: 30 * seconds,
    ending: declined('GATEWAY_TIMEOUT', 'TIMEOUT'),
  },
  { name: 'card_challenge', number: '4000000000003220', method: 'card', afterMs: 0, ending: 'challenge' },
  {
    name: 'card_disputed',
    number: '4000000000000259',
    method: 'card',
    afterMs: 0,
    ending: 'approved',
    disputedAfterMs: 60 * seconds,
  },
  {
    name: 'card_renewed',
    number: '4000000000000408',
    method: 'card',
    afterMs: 0,
    ending: 'approved',
    renews: true,
  },
  {
    name: 'switch_success',
    number: '9716000000000006',
    method: 'domestic_switch',
    afterMs: 0,
    ending: 'approved',
  },
  {
    name: 'switch_blocked',
    number: '9716000000000014',
    method: 'domestic_switch',
    afterMs: 0,
    ending: declined('CARD_BLOCKED', 'BLOCKED'),
  },
];

/** The gateway's own id of a charge: the same for the same payment, and it says which scenario was played. */
export function referenceOf(scenario: { readonly name: string }, paymentId: string): string {
  return `sandbox_${scenario.name}_${paymentId.replaceAll('-', '')}`;
}

/** The scenario that a gateway reference was made for. */
export function scenarioIn<S extends { readonly name: string }>(
  scenarios: readonly S[],
  gatewayReference: string,
): S | undefined {
  const name = /^sandbox_([a-z_]+)_[0-9a-f]{32}$/.exec(gatewayReference)?.[1];
  return scenarios.find((scenario) => scenario.name === name);
}
