import { cardBrand, lastFour } from '../card-number.ts';
import type {
  Callback,
  ChallengeAnswer,
  ChargeOutcome,
  ChargeQuestion,
  ChargeRequest,
  Declined,
  Gateway,
  KeepOutcome,
  KeepRequest,
} from '../port.ts';
import { answerOf, disputesOf } from './dispute-scenarios.ts';
import { asHold, captureOf, releaseOf } from './hold-scenarios.ts';
import { refundOf } from './refund-scenarios.ts';
import { type CardScenario, cardScenarios, referenceOf, scenarioIn } from './scenarios.ts';

/** Plays the scenario of the card number and keeps no state. Spec: "Limits" (sandbox card scenarios). */
export function sandboxCardGateway(): Gateway {
  return gatewayOf('card');
}

/** @param method the gateway knows the test cards of this method; it refuses any other card as `CARD_NOT_TEST_CARD` */
function gatewayOf(method: CardScenario['method']): Gateway {
  const scenarios = cardScenarios.filter((scenario) => scenario.method === method);
  const known = [...scenarios, ...scenarios.map(asHold)];
  const asked = (request: ChargeRequest) => scenarioOf(scenarios, request.instrument);
  return {
    name: `sandbox_${method}`,
    charge: async (request) => charge(asked(request), request),
    query: async (question) => answer(known, question),
    answerChallenge: async (about, said) => answerChallenge(known, about, said),
    refund: async (request) => refundOf(request),
    answerDispute: async (given) => answerOf(given),
    holds: {
      authorize: async (request) => {
        const scenario = asked(request);
        return charge(scenario && asHold(scenario), request);
      },
      capture: async (request) => captureOf(request, scenarioIn(known, request.gatewayReference)),
      release: async (request) => releaseOf(request),
    },
    tokenize: async (request) => keep(scenarios, request),
  };
}

function charge(scenario: CardScenario | undefined, request: ChargeRequest): ChargeOutcome {
  if (scenario === undefined) return neverCharged('CARD_NOT_TEST_CARD', 'NOT_A_TEST_CARD');
  if (scenario.ending === 'challenge') return challenge(scenario, request);
  const outcome = endingOf(scenario, scenario.ending, request);
  if (scenario.afterMs === 0) return outcome;
  return { ...pending(scenario, request), callbacks: [{ afterMs: scenario.afterMs, outcome }] };
}

/** A token names the scenario of the number that it stands for, so no card is remembered here. */
function scenarioOf(scenarios: readonly CardScenario[], instrument: ChargeRequest['instrument']) {
  if (instrument.type === 'token') return scenarioIn(scenarios, instrument.token);
  if (instrument.type === 'card') return scenarios.find(({ number }) => number === instrument.number);
  throw new Error('a card gateway was asked to charge something that is not a card');
}

/** What a bank can tell without a charge. Whether there is enough money only shows when the card is charged. */
const seenAtOnce: readonly string[] = ['CARD_EXPIRED', 'CARD_CVV_INVALID', 'CARD_BLOCKED'];

function keep(scenarios: readonly CardScenario[], { reference, card }: KeepRequest): KeepOutcome {
  const scenario = scenarioOf(scenarios, card);
  if (scenario === undefined) return { kind: 'declined', reason: 'CARD_NOT_TEST_CARD' };
  const { ending } = scenario;
  if (typeof ending === 'object' && seenAtOnce.includes(ending.reason))
    return { kind: 'declined', reason: ending.reason };
  return {
    kind: 'kept',
    token: referenceOf(scenario, reference),
    brand: cardBrand(card.number),
    last4: lastFour(card.number),
    expiry: card.expiry,
    ...(scenario.renews && { renewals: [renewalOf(card)] }),
  };
}

const renewedYears = 3;

/** The bank sends the new card when the last month of the old one begins. Decision 0082. */
function renewalOf({ number, expiry: { month, year } }: KeepRequest['card']) {
  const at = new Date(Date.UTC(year, month - 1));
  return { at, renewed: { expiry: { month, year: year + renewedYears }, last4: lastFour(number) } };
}

/** A charge may be under way for this long. Until then, a missing record does not mean that it failed. */
const underWayMs = 30_000;

/** The card number is not kept, so a charge can only be found by the gateway's reference. */
function answer(scenarios: readonly CardScenario[], question: ChargeQuestion): ChargeOutcome {
  if (question.gatewayReference === null) {
    const isOver = question.now.getTime() >= question.startedAt.getTime() + underWayMs;
    return isOver ? neverCharged('GATEWAY_TIMEOUT', 'TIMEOUT') : { kind: 'unknown' };
  }
  const scenario = scenarioIn(scenarios, question.gatewayReference);
  if (scenario === undefined) return { kind: 'unknown' };
  if (scenario.ending === 'challenge') return challengeAt(scenario, question);
  const decidedAt = question.startedAt.getTime() + scenario.afterMs;
  return question.now.getTime() < decidedAt
    ? pending(scenario, question)
    : endingOf(scenario, scenario.ending, question);
}

/** How long the bank waits for an answer to its challenge: longer than any hosted page, which a counter keeps for two hours. */
const challengeMs = 3 * 60 * 60 * 1000;

/** Nothing is remembered here, so a challenge is open until its answer arrives, in the call that brings it, or its time is over. */
function challengeAt(scenario: CardScenario, question: ChargeQuestion): ChargeOutcome {
  const isOpen = question.now.getTime() < question.startedAt.getTime() + challengeMs;
  return isOpen ? challenge(scenario, question) : endingOf(scenario, notConfirmed, question);
}

function answerChallenge(
  scenarios: readonly CardScenario[],
  about: ChargeQuestion,
  said: ChallengeAnswer,
): ChargeOutcome {
  const outcome = answer(scenarios, about);
  const scenario = scenarioIn(scenarios, about.gatewayReference ?? '');
  if (outcome.kind !== 'challenge' || scenario === undefined) return outcome;
  return endingOf(scenario, said === 'authorise' ? 'approved' : notConfirmed, about);
}

const notConfirmed = { reason: 'CARD_DECLINED', gatewayStatus: 'CHALLENGE_FAILED' } as const;

function challenge(scenario: CardScenario, { reference }: { readonly reference: string }) {
  const gatewayReference = referenceOf(scenario, reference);
  return { kind: 'challenge', gatewayReference, gatewayStatus: 'CHALLENGE' } as const;
}

function neverCharged(reason: Declined['reason'], gatewayStatus: string): Declined {
  return { kind: 'declined', reason, gatewayReference: null, gatewayStatus };
}

function pending(scenario: CardScenario, { reference }: { readonly reference: string }) {
  const gatewayReference = referenceOf(scenario, reference);
  return { kind: 'pending', gatewayReference, gatewayStatus: 'PENDING' } as const;
}

function endingOf(
  scenario: CardScenario,
  ending: Exclude<CardScenario['ending'], 'challenge'>,
  about: ChargeRequest | ChargeQuestion,
): Callback['outcome'] {
  const gatewayReference = referenceOf(scenario, about.reference);
  const { amount, currency } = about;
  if (ending !== 'approved') return { kind: 'declined', ...ending, gatewayReference };
  if (scenario.isHold)
    return { kind: 'authorized', gatewayReference, gatewayStatus: 'AUTHORIZED', amount, currency };
  const disputes = disputesOf(scenario, about);
  return { kind: 'approved', gatewayReference, gatewayStatus: 'PAID', amount, currency, ...disputes };
}

/** The cards that begin 9716, by the same rules as the others. Spec: "Limits" (sandbox card scenarios). */
export function sandboxDomesticSwitchGateway(): Gateway {
  return gatewayOf('domestic_switch');
}
