import { type Amount, amountOf } from '../../amounts/amount.ts';
import type { Currency } from '../../amounts/currency.ts';
import { readPhone } from '../../wallets/phone.ts';
import type { Wallet } from '../../wallets/wallets.ts';
import type {
  Approved,
  Callback,
  ChargeOutcome,
  ChargeQuestion,
  ChargeRequest,
  Declined,
  Gateway,
} from '../port.ts';
import { answerOf } from './dispute-scenarios.ts';
import { refundOf } from './refund-scenarios.ts';
import { otherPhone, referenceOf, scenarioIn, type WalletScenario, walletScenarios } from './scenarios.ts';

type Charge = { readonly reference: string; readonly amount: Amount; readonly currency: Currency };

/** An unanswered prompt ends this much early: the checkout's time began just before the push, and the prompt must end first. */
const graceMs = 1000;

/** How much more `wrong_amount` pays than was asked. */
const surplus = 1_0000n;

/** Plays the scenario of the payer's phone number and keeps no state. Spec: "Limits" (sandbox scenarios). */
export function sandboxWalletGateway(wallet: Wallet): Gateway {
  return {
    name: `sandbox_${wallet}`,
    charge: async (request) => push(request),
    query: async (question) => answer(question),
    refund: async (request) => refundOf(request),
    answerDispute: async (given) => answerOf(given),
  };
}

function push(request: ChargeRequest): ChargeOutcome {
  if (request.instrument.type !== 'wallet') throw new Error('a wallet gateway was asked to charge a card');
  const scenario = scenarioOfPhone(request.instrument.phone);
  if (scenario.ending === 'refused') return { kind: 'refused', code: 'WALLET_INIT_FAILED' };
  if (scenario.ending === 'unavailable') return { kind: 'unavailable' };
  const callback: Callback = { afterMs: scenario.afterMs, outcome: endingOf(scenario, request) };
  return {
    ...pending(scenario, request),
    callbacks: Array.from({ length: scenario.callbacks }, () => callback),
  };
}

/** A push whose answer was lost is found again by the payer's number. */
function answer(question: ChargeQuestion): ChargeOutcome {
  const scenario =
    question.gatewayReference === null
      ? scenarioOfPhone(question.phone ?? '')
      : scenarioIn(walletScenarios, question.gatewayReference);
  if (scenario === undefined) return { kind: 'unknown' };
  const early = scenario.callbacks === 0 ? graceMs : 0;
  const decidedAt = question.startedAt.getTime() + scenario.afterMs - early;
  return question.now.getTime() < decidedAt ? pending(scenario, question) : endingOf(scenario, question);
}

function scenarioOfPhone(phone: string): WalletScenario {
  return (
    walletScenarios.find((scenario) => scenario.phone !== null && readPhone(scenario.phone) === phone) ??
    otherPhone
  );
}

function pending(scenario: WalletScenario, charge: Charge) {
  const gatewayReference = referenceOf(scenario, charge.reference);
  return { kind: 'pending', gatewayReference, gatewayStatus: 'PENDING' } as const;
}

function endingOf(scenario: WalletScenario, charge: Charge): Approved | Declined {
  const gatewayReference = referenceOf(scenario, charge.reference);
  const { ending } = scenario;
  switch (ending) {
    case 'approved':
    case 'wrong_amount': {
      const amount = ending === 'approved' ? charge.amount : amountOf(charge.amount + surplus);
      return { kind: 'approved', gatewayReference, gatewayStatus: 'PAID', amount, currency: charge.currency };
    }
    case 'refused':
    case 'unavailable':
      // The push never began: there is no payment, and there will be none.
      return {
        kind: 'declined',
        reason: 'WALLET_TIMEOUT',
        gatewayReference: null,
        gatewayStatus: 'TIMEOUT',
      };
    default:
      return { kind: 'declined', ...ending, gatewayReference };
  }
}
