import { setKyc } from '../../../domain/merchants/onboarding/set-kyc.ts';
import { drainClock, type TurnedClock, turnClock } from '../../../domain/merchants/sandbox/advance-clock.ts';
import { resetMerchant } from '../../../domain/merchants/sandbox/reset.ts';
import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import { parsePercent } from '../../../domain/money/amounts/percent.ts';
import { makeOffer } from '../../../domain/money/capital/offer.ts';
import { openTestDispute as openDispute } from '../../../domain/payments/disputes/open-test-dispute.ts';
import { alone, type Handler, phased } from '../../../engine/calls/handler.ts';
import { readClock } from '../../../engine/clock/read-clock.ts';
import { readId } from '../../../platform/ids.ts';
import { type Drained } from '../../../platform/jobs/drain.ts';
import { offerView } from '../../money/capital/view.ts';
import { disputeView } from '../../payments/disputes/view.ts';
import { advancedView, clockView, kycView } from './view.ts';

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
  return call.reply(200, kycView(await setKyc(call, { tier: call.body.tier, own: call.principal.kycTier })));
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
