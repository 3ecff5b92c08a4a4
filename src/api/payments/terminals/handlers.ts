import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import type { ChargeOutcome, ReaderInstrument } from '../../../domain/money/gateways/port.ts';
import { deactivateReader } from '../../../domain/payments/terminals/deactivate-reader.ts';
import {
  type BegunReaderPayment,
  processTerminalPayment as begin,
  chargeReader,
  endReaderPayment,
} from '../../../domain/payments/terminals/process-terminal-payment.ts';
import { findActiveTerminals } from '../../../domain/payments/terminals/queries.ts';
import { registerReader } from '../../../domain/payments/terminals/register-reader.ts';
import { findTransaction } from '../../../domain/payments/transactions/queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { phased } from '../../../engine/calls/phases.ts';
import type { RequestOf } from '../../../platform/contract/types.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { registeredTerminalView, terminalPaymentView, terminalView } from './view.ts';

export const registerTerminal: Handler<'registerTerminal'> = async (call) => {
  const { serial_number, device_model, location_name } = call.body;
  const terminal = await registerReader(call, { serial_number, device_model, location_name });
  return call.reply(200, registeredTerminalView(terminal));
};

export const listTerminals: Handler<'listTerminals'> = async (call) => {
  const terminals = await findActiveTerminals(call.db, call.merchant.id);
  return call.reply(200, { terminals: terminals.map(terminalView) });
};

export const deactivateTerminal: Handler<'deactivateTerminal'> = async (call) => {
  await deactivateReader(call, readId('trm', call.params.id));
  return call.reply(200, { deactivated: true });
};

export const processTerminalPayment = phased<'processTerminalPayment', BegunReaderPayment, ChargeOutcome>({
  begin: async (call) => {
    const { terminal_id, amount, currency, merchantTransactionId, emv_payload, description } = call.body;
    const payment = await begin(call, {
      appId: call.principal.appId,
      terminalId: readId('trm', terminal_id),
      amount: parseAmount(amount, currency),
      currency,
      reference: merchantTransactionId,
      description: description ?? null,
      ksn: emv_payload.ksn,
    });
    return { id: payment.id, payment, instrument: instrumentIn(call.body), isResumed: false };
  },
  resume: async (call, id) => {
    const payment = await findTransaction(call.tx, call.merchant.id, id);
    if (!payment) throw new ApiError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
    // The key's fingerprint says that this body is the first one's, byte for byte.
    return { id, payment, instrument: instrumentIn(call.body), isResumed: true };
  },
  ask: chargeReader,
  finish: async (call, begun, outcome) => {
    const refusal = await endReaderPayment(call, begun.payment, outcome);
    if (refusal) return call.refuse(refusal);
    const payment = await findTransaction(call.tx, call.merchant.id, begun.id);
    // The sandbox was emptied meanwhile, and the reader with it.
    if (!payment) throw notFound('trm');
    return call.reply(200, terminalPaymentView(payment, outcome));
  },
});

function instrumentIn(body: RequestOf<'processTerminalPayment'>['body']): ReaderInstrument {
  const { entry_mode: entryMode, emv_payload: payload } = body;
  return {
    type: 'reader',
    entryMode,
    ciphertext: payload.ciphertext,
    ksn: payload.ksn,
    keyId: payload.key_id,
  };
}
