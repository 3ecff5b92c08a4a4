import type { components } from '../../../../generated/openapi.d.ts';

type Name = components['schemas']['GatewayName'];
type Status = components['schemas']['MobileStatus']['gateway_status'];

/** What the contract lists today; a new gateway adds its words there and here. */
const names = [
  'sandbox_card',
  'sandbox_domestic_switch',
  'sandbox_wallet_a',
  'sandbox_terminal',
  'sandbox_payout',
] as const satisfies readonly Name[];
const statuses = [
  'PENDING',
  'PAID',
  'CANCELLED',
  'INSUFFICIENT_FUNDS',
  'WRONG_PIN',
  'TIMEOUT',
] as const satisfies readonly Status[];

/** A stored gateway name as answers show it. */
export function readGatewayName(text: string): Name {
  return known(names, text);
}

/** The provider's raw status code as answers show it. */
export function readGatewayStatus(text: string): Status {
  return known(statuses, text);
}

function known<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new Error(`the contract does not know ${text}`);
  return word;
}
