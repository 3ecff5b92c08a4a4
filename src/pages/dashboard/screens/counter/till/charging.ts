import type { ChargeOutcome } from '../../../../../domain/money/gateways/port.ts';
import { normalisePhone } from '../../../../../domain/money/wallets/phone.ts';
import { isPhoneOfWallet, isWallet } from '../../../../../domain/money/wallets/wallets.ts';
import type { BegunCharge } from '../../../../../domain/payments/attempts/ask-gateway.ts';
import type { NeverBegan } from '../../../../../domain/payments/attempts/begin/end-attempt.ts';
import { cancelSession } from '../../../../../domain/payments/virtual-terminal/cancel-session.ts';
import {
  askCharge,
  beginCharge,
  endCharge,
} from '../../../../../domain/payments/virtual-terminal/charge-session.ts';
import { ApiError } from '../../../../../platform/errors.ts';
import { showId } from '../../../../../platform/ids.ts';
import { counterWords as words } from '../../../../words/dashboard/selling/counter.ts';
import { words as hosted } from '../../../../words/en/words.ts';
import { typedPhone } from '../../../parts/typed.ts';
import { acting, afterAsking } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseUnverified } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { saleAddress, saleIn } from './sale.ts';

/** Nobody was asked: the number is wrong, or the wallet cannot be reached. */
const unasked = {
  WALLET_INIT_FAILED: 'no-wallet',
  PROVIDER_UNAVAILABLE: 'unreachable',
} as const satisfies Record<NeverBegan, string>;

/** Asks the wallet on the customer's phone. The gateway is asked with no transaction open. */
export async function chargePhone(visit: MerchantVisit): Promise<Answer> {
  const { id, payment_method: method } = await saleIn(visit);
  const typed = typedPhone(visit.form.value('phone'));
  const fields = { customer_phone: 'phone' };
  const phone = judged('chargeVirtualTerminalSession', { customer_phone: typed }, fields)?.customer_phone;
  if (phone === undefined) throw new WrongFields({ phone: words.sale.wrongPhone });
  // The refusal of the domain names no field, and speaks to developers.
  if (isWallet(method) && !isPhoneOfWallet(normalisePhone(phone), method))
    throw new WrongFields({ phone: words.sale.otherWallet(hosted.methods[method]) });
  await refuseUnverified(visit, 'chargeVirtualTerminalSession');
  const begun = await acting(visit, 'counter.phone-charged', async (act) => {
    const { payment } = await beginCharge(act, id, { phone: normalisePhone(phone), methodId: undefined });
    if (!payment) throw new ApiError('SESSION_PHONE_REQUIRED');
    const charge: BegunCharge = { id: payment.id, payment, awaited: true, isResumed: false };
    return { result: charge, object: showId('vts', id), details: { transaction: showId('txn', payment.id) } };
  });
  const said = await afterAsking<ChargeOutcome, 'asked' | (typeof unasked)[NeverBegan]>(visit, {
    ask: () => askCharge(visit.ctx, begun),
    end: async (act, outcome) => {
      const ended = await endCharge(act, id, begun, outcome);
      return typeof ended === 'string' ? unasked[ended] : 'asked';
    },
    // The job of the payment asks again.
    otherwise: 'asked',
  });
  return seeOther(`${saleAddress(visit, id)}?done=${said}`);
}

export async function cancelSale(visit: MerchantVisit): Promise<Answer> {
  const { id } = await saleIn(visit);
  await acting(visit, 'counter.sale-canceled', async (act) => {
    await cancelSession(act, id);
    return { result: undefined, object: showId('vts', id) };
  });
  return seeOther(`${saleAddress(visit, id)}?done=canceled`);
}
