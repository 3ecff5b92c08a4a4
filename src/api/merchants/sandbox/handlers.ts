import { setKyc } from '../../../domain/merchants/onboarding/set-kyc.ts';
import { drainClock, type TurnedClock, turnClock } from '../../../domain/merchants/sandbox/advance-clock.ts';
import { resetMerchant } from '../../../domain/merchants/sandbox/reset.ts';
import { triggerEvent } from '../../../domain/merchants/sandbox/trigger-event.ts';
import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import { parsePercent } from '../../../domain/money/amounts/percent.ts';
import { makeOffer } from '../../../domain/money/capital/offer.ts';
import type { ChargeOutcome } from '../../../domain/money/gateways/port.ts';
import { endAttempt } from '../../../domain/payments/attempts/begin/end-attempt.ts';
import {
  askTestPayment,
  beginTestPayment,
  resumeTestPayment,
  type TestAttempt,
} from '../../../domain/payments/attempts/begin/pay-as-test-payer.ts';
import { openTestDispute as openDispute } from '../../../domain/payments/disputes/open-test-dispute.ts';
import { findTransaction } from '../../../domain/payments/transactions/queries.ts';
import { alone, type Handler, phased } from '../../../engine/calls/handler.ts';
import { readClock } from '../../../engine/clock/read-clock.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { type Drained } from '../../../platform/jobs/drain.ts';
import { offerView } from '../../money/capital/view.ts';
import { disputeView } from '../../payments/disputes/view.ts';
import { advancedView, clockView, testPaymentView, triggeredView } from './view.ts';

export const getTestClock: Handler<'getTestClock'> = async (call) => {
  return call.reply(200, clockView(await readClock(call.ctx, call.merchant.id)));
};

export const advanceTestClock = phased<'advanceTestClock', TurnedClock, Drained>({
  alone: true,
  begin: (call) => turnClock(call, call.body.advance_seconds),
  resume: async (call) => ({ id: call.merchant.id, merchant: call.merchant }),
  ask: drainClock,
  finish: async (call, _turned, drained) => {
    const { clockOffsetMs: offsetMs } = call.merchant;
    return call.reply(200, advancedView({ now: call.ctx.now(call.merchant), offsetMs, drained }));
  },
});

export const setTestKyc: Handler<'setTestKyc'> = async (call) => {
  return call.reply(200, await setKyc(call, { tier: call.body.tier, own: call.principal.kycTier }));
};

export const createTestCapitalOffer: Handler<'createTestCapitalOffer'> = async (call) => {
  const { amount, fee, currency, holdback_rate } = call.body;
  const offer = await makeOffer(call, {
    amount: parseAmount(amount, currency),
    fee: parseAmount(fee, currency),
    currency,
    holdbackBasisPoints: parsePercent(holdback_rate),
  });
  return call.reply(201, offerView(offer));
};

export const resetSandbox = alone<'resetSandbox'>(async (call) => {
  const at = await resetMerchant(call);
  return call.reply(200, { reset: true, at: at.toISOString() });
});

export const openTestDispute: Handler<'openTestDispute'> = async (call) => {
  const { transaction_id, reason, amount, early_warning: isWarning } = call.body;
  const paymentId = readId('txn', transaction_id);
  return call.reply(201, disputeView(await openDispute(call, { paymentId, reason, amount, isWarning }), []));
};

export const payAsTestPayer = phased<'payAsTestPayer', TestAttempt, ChargeOutcome>({
  begin: (call) => {
    const { checkout_id: id, scenario } = call.body;
    return beginTestPayment(call, { checkoutId: readId('chk', id), scenario });
  },
  resume: (call, id) => resumeTestPayment(call, id, call.body.scenario),
  ask: askTestPayment,
  finish: async (call, { payment }, outcome) => {
    const refusal = await endAttempt(call, payment, outcome);
    if (refusal) return call.refuse(refusal);
    const attempt = await findTransaction(call.tx, call.merchant.id, payment.id);
    if (!attempt) throw notFound('txn');
    return call.reply(200, testPaymentView(attempt));
  },
});

export const triggerTestEvent: Handler<'triggerTestEvent'> = async (call) =>
  call.reply(201, triggeredView(triggerEvent(call, call.body.type)));
