import type { HoldRequest } from '../hold-port.ts';
import type { Holds } from '../port.ts';
import { disputesOf } from './dispute-scenarios.ts';
import type { CardScenario } from './scenarios.ts';

const slowMs = 30_000;

/** The same card, asked to hold an amount. Its name is part of the gateway's reference, so a question about it finds the hold. */
export function asHold(scenario: CardScenario): CardScenario {
  return { ...scenario, name: `hold_${scenario.name}`, isHold: true };
}

/**
 * The last two decimals of the captured amount choose the outcome: .11 is decided after 30 seconds, .13 is refused. Every other
 * capture succeeds. Nothing is remembered here, so the same question always has the same answer. Decision 0078.
 */
export function captureOf(
  request: HoldRequest,
  scenario: CardScenario | undefined,
): Awaited<ReturnType<Holds['capture']>> {
  if (isUndecided(request)) return { kind: 'pending' };
  return centsOf(request) === 13n
    ? { kind: 'rejected', gatewayStatus: 'NOT_HELD' }
    : { kind: 'captured', gatewayStatus: 'PAID', ...disputesOf(scenario, request) };
}

/** A held amount that ends in .11 is released after 30 seconds, every other one at once. Decision 0078. */
export function releaseOf(request: HoldRequest): Awaited<ReturnType<Holds['release']>> {
  return isUndecided(request) ? { kind: 'pending' } : { kind: 'voided', gatewayStatus: 'RELEASED' };
}

function isUndecided(request: HoldRequest): boolean {
  return centsOf(request) === 11n && request.now.getTime() < request.startedAt.getTime() + slowMs;
}

function centsOf({ amount }: HoldRequest): bigint {
  return (amount / 100n) % 100n;
}
