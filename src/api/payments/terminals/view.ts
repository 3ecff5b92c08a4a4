import { formatMoney2 } from '../../../domain/money/amounts/amount.ts';
import type { Approved, ChargeOutcome, Declined, ReaderAnswer } from '../../../domain/money/gateways/port.ts';
import type { Terminal } from '../../../domain/payments/terminals/queries.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import { assert } from '../../../platform/assert.ts';
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

/** The issuer's answer is shown once and never stored: a retry after a crash shows only the transaction. */
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
 * The outcome of the charge, whatever happened later. A refunded charge has completed. A charge that was approved after it had
 * failed stays failed, and its money goes back.
 */
function outcomeOf({ status, late }: Transaction): Schemas['TerminalPayment']['status'] {
  assert(status !== 'authorized' && status !== 'voided', 'a reader payment is never only held');
  if (status !== 'reversed') return status;
  return late ? 'failed' : 'completed';
}

/** Whether the answer of the gateway fits the status: an approval must not be shown for a payment that failed meanwhile. */
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
