import { formatMoney2 } from '../../../domain/money/amounts/amount.ts';
import type { Approved, ChargeOutcome, Declined, ReaderAnswer } from '../../../domain/money/gateways/port.ts';
import type { Terminal } from '../../../domain/payments/terminals/queries.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { Schemas } from '../../../platform/contract/types.ts';
import { showId } from '../../../platform/ids.ts';

export function registeredTerminalView(terminal: Terminal): Schemas['RegisteredTerminal'] {
  return {
    terminal_id: showId('trm', terminal.id),
    serial_number: terminal.serial_number,
    device_model: terminal.device_model,
    location_name: terminal.location_name,
  };
}

export function terminalView(terminal: Terminal): Schemas['Terminal'] {
  return {
    ...registeredTerminalView(terminal),
    last_seen_at: terminal.last_seen_at.toISOString(),
    registered_at: terminal.created_at.toISOString(),
  };
}

/** What the issuer said is shown once and not kept: after a crash, only what the transaction tells. */
export function terminalPaymentView(
  payment: Transaction,
  outcome: ChargeOutcome,
): Schemas['TerminalPayment'] {
  const status = outcomeOf(payment);
  const said: ReaderAnswer = isWhatBecame(outcome, status) ? outcome : {};
  return {
    transaction_id: showId('txn', payment.id),
    status,
    amount: formatMoney2(payment.amount),
    currency: payment.currency,
    response_code: said.responseCode ?? null,
    auth_code: said.authCode ?? null,
    emv_response: said.emvResponse ?? null,
    card: cardOf(payment),
    failure: failureInfo(payment.failure),
  };
}

/**
 * Of the charge, whatever came after it: one that was refunded meanwhile has completed; one whose money came after its
 * failure was known has failed, and the money goes back.
 */
function outcomeOf({ status, late }: Transaction): Schemas['TerminalPayment']['status'] {
  if (status !== 'reversed') return status;
  return late ? 'failed' : 'completed';
}

/** An approval of what has failed meanwhile must not be shown with it. */
function isWhatBecame(
  outcome: ChargeOutcome,
  status: Schemas['TerminalPayment']['status'],
): outcome is Approved | Declined {
  return outcome.kind === 'approved'
    ? status === 'completed'
    : outcome.kind === 'declined' && status === 'failed';
}

function cardOf({ method_brand: brand, method_last4: last4 }: Transaction): Schemas['CardSummary'] | null {
  return brand === null && last4 === null ? null : { brand, last4 };
}
