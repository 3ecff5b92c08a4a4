import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import type { ChargeOutcome, ReaderInstrument } from '../../../domain/money/gateways/port.ts';
import { resumePayment } from '../../../domain/payments/attempts/begin/make-attempt.ts';
import { storedMetadata } from '../../../domain/payments/checkouts/metadata.ts';
import {
  type BegunReaderPayment,
  beginReaderPayment,
  chargeReader,
  endReaderPayment,
} from '../../../domain/payments/terminals/process-terminal-payment.ts';
import { findActiveTerminals } from '../../../domain/payments/terminals/queries.ts';
import { deactivateReader, registerReader } from '../../../domain/payments/terminals/register-reader.ts';
import { type Handler, phased } from '../../../engine/calls/handler.ts';
import type { RequestOf } from '../../../platform/contract/types.ts';
import { readId } from '../../../platform/ids.ts';
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
    const {
      terminal_id,
      amount,
      currency,
      merchantTransactionId,
      emv_payload,
      description,
      metadata = {},
    } = call.body;
    const payment = await beginReaderPayment(call, {
      appId: call.principal.appId,
      terminalId: readId('trm', terminal_id),
      amount: parseAmount(amount, currency),
      currency,
      reference: merchantTransactionId,
      description: description ?? null,
      metadata: storedMetadata(metadata),
      ksn: emv_payload.ksn,
    });
    return { id: payment.id, payment, instrument: instrumentIn(call.body), isResumed: false };
  },
  resume: async (call, id) => {
    const payment = await resumePayment(call, id);
    // The same payload as in the first call: the fingerprint of the idempotency key proves that the bodies are equal.
    return { id, payment, instrument: instrumentIn(call.body), isResumed: true };
  },
  ask: chargeReader,
  finish: async (call, begun, outcome) => {
    const ended = await endReaderPayment(call, begun, outcome);
    return typeof ended === 'string'
      ? call.refuse(ended)
      : call.reply(200, terminalPaymentView(ended, outcome));
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
