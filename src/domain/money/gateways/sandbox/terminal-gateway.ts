import type {
  Approved,
  ChargeOutcome,
  ChargeQuestion,
  ChargeRequest,
  Declined,
  Gateway,
  ReaderInstrument,
} from '../port.ts';
import { answerOf } from './dispute-scenarios.ts';
import { noAnswerText, type ReaderScenario, readerScenarios } from './reader-scenarios.ts';
import { refundOf } from './refund-scenarios.ts';
import { referenceOf, scenarioIn } from './scenarios.ts';

/** Plays the scenario that the decoded ciphertext names and keeps no state. Spec: "Readers (terminals)". Decision 0017. */
export function sandboxTerminalGateway(): Gateway {
  return {
    name: 'sandbox_terminal',
    charge: async (request) => charge(request),
    query: async (question) => answer(question),
    refund: async (request) => refundOf(request),
    answerDispute: async (given) => answerOf(given),
  };
}

function charge(request: ChargeRequest): ChargeOutcome {
  const { instrument } = request;
  if (instrument.type !== 'reader')
    throw new Error('the gateway for card readers was asked to charge something that no reader has read');
  const text = decoded(instrument);
  if (text === noAnswerText) return { kind: 'unknown' };
  const scenario = readerScenarios.find((candidate) => candidate.text === text);
  if (scenario === undefined) return neverCharged('CARD_NOT_TEST_CARD', 'NOT_A_TEST_CARD');
  return endingOf(scenario, request);
}

/** A charge may be under way for this long. Until then, a missing record does not mean that it failed. */
const underWayMs = 30_000;

/** The payload is not kept, so a charge can only be found by the gateway's reference. */
function answer(question: ChargeQuestion): ChargeOutcome {
  if (question.gatewayReference === null) {
    const isOver = question.now.getTime() >= question.startedAt.getTime() + underWayMs;
    return isOver ? neverCharged('GATEWAY_TIMEOUT', 'TIMEOUT') : { kind: 'unknown' };
  }
  const scenario = scenarioIn(readerScenarios, question.gatewayReference);
  return scenario === undefined ? { kind: 'unknown' } : endingOf(scenario, question);
}

function decoded({ ciphertext }: ReaderInstrument): string {
  return Buffer.from(ciphertext, 'base64').toString('utf8');
}

function neverCharged(reason: Declined['reason'], gatewayStatus: string): Declined {
  return { kind: 'declined', reason, gatewayReference: null, gatewayStatus };
}

function endingOf(scenario: ReaderScenario, about: ChargeRequest | ChargeQuestion): Approved | Declined {
  const { reference, amount, currency } = about;
  const { ending, responseCode, last4 } = scenario;
  const said = {
    gatewayReference: referenceOf(scenario, reference),
    responseCode,
    card: { brand: 'visa', last4 },
  };
  if (ending !== 'approved') return { kind: 'declined', ...ending, ...said };
  const authCode = authCodeOf(reference);
  return { kind: 'approved', gatewayStatus: 'PAID', amount, currency, authCode, ...said };
}

/** Six digits made from the random end of the payment's id: the same payment always has the same ones. */
function authCodeOf(paymentId: string): string {
  return String(Number.parseInt(paymentId.slice(-12), 16) % 1_000_000).padStart(6, '0');
}
