import type { DeclineCode } from '../port.ts';
import type { Fault } from './wire/messages.ts';

/**
 * What a fault of the API means for a payment. `request` names faults that are ours: nothing was begun, and another attempt would
 * fail alike. The codes are those of version 1.2 in lower case.
 */
const meanings = {
  insufficientfunds: 'WALLET_INSUFFICIENT_FUNDS',
  requestdeclined: 'WALLET_CANCELLED',
  requestingpartyauthorisationerror: 'WALLET_WRONG_PIN',
  servicingpartyauthorisationerror: 'WALLET_WRONG_PIN',
  dailyvolumelimitexceeded: 'WALLET_LIMIT_EXCEEDED',
  dailyvaluelimitexceeded: 'WALLET_LIMIT_EXCEEDED',
  weeklyvolumelimitexceeded: 'WALLET_LIMIT_EXCEEDED',
  weeklyvaluelimitexceeded: 'WALLET_LIMIT_EXCEEDED',
  monthlyvolumelimitexceeded: 'WALLET_LIMIT_EXCEEDED',
  monthlyvaluelimitexceeded: 'WALLET_LIMIT_EXCEEDED',
  accountmaxtotalvolumeexceeded: 'WALLET_LIMIT_EXCEEDED',
  accountmaxtotalvalueexceeded: 'WALLET_LIMIT_EXCEEDED',
  lessthantransactionminvalue: 'WALLET_LIMIT_EXCEEDED',
  greaterthantransactionmaxvalue: 'WALLET_LIMIT_EXCEEDED',
  maxbalanceexceeded: 'WALLET_LIMIT_EXCEEDED',
  underpaymentnotallowed: 'WALLET_LIMIT_EXCEEDED',
  overpaymentnotallowed: 'WALLET_LIMIT_EXCEEDED',
  identifiererror: 'WALLET_UNREACHABLE',
  incorrectstate: 'WALLET_UNREACHABLE',
  linkviolation: 'WALLET_UNREACHABLE',
  nomandateauthority: 'WALLET_UNREACHABLE',
  samepartieserror: 'WALLET_UNREACHABLE',
} as const satisfies Readonly<Record<string, DeclineCode>>;

/** The nearest code where the fault's own is unknown or says nothing. */
const nearest: Readonly<Record<string, DeclineCode>> = {
  businessrule: 'WALLET_CANCELLED',
  authorisation: 'WALLET_CANCELLED',
};

type Meaning = { readonly reason: DeclineCode; readonly isKnown: boolean };

/** @param expired the operator's own time for the payer is over */
export function declineOf(fault: Fault | undefined, expired: boolean): Meaning {
  const known = Object.entries(meanings).find(([code]) => code === fault?.code)?.[1];
  if (known) return { reason: known, isKnown: true };
  if (expired) return { reason: 'WALLET_TIMEOUT', isKnown: true };
  // The operator did not want to say more: that is a known answer.
  const isKnown = fault?.code === 'genericerror';
  return { reason: nearest[fault?.category ?? ''] ?? 'WALLET_UNREACHABLE', isKnown };
}

/** What a state of a transaction means. The API leaves the words to the operator; these are the ones of its text and clients. */
const states: Readonly<Record<string, 'completed' | 'failed' | 'pending'>> = {
  completed: 'completed',
  successful: 'completed',
  failed: 'failed',
  declined: 'failed',
  rejected: 'failed',
  cancelled: 'failed',
  expired: 'failed',
  reversed: 'failed',
  pending: 'pending',
  accepted: 'pending',
  initiated: 'pending',
  processing: 'pending',
};

/** Undefined for an unknown word: money may have moved, so the operator is asked again. */
export function stateOf(status: string): 'completed' | 'failed' | 'pending' | undefined {
  return states[status.toLowerCase()];
}
