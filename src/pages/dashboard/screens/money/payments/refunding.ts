import type { MoneyInput } from '../../../../../../generated/openapi.d.ts';
import { requireFeature } from '../../../../../domain/merchants/accounts/feature.ts';
import { amountIn, formatMoney2 } from '../../../../../domain/money/amounts/amount.ts';
import { askRefund } from '../../../../../domain/payments/refunds/finish-refund.ts';
import { findOpenDispute } from '../../../../../domain/payments/refunds/queries.ts';
import { beginRefund, endRefund } from '../../../../../domain/payments/refunds/refund-payment.ts';
import type { Transaction } from '../../../../../domain/payments/transactions/queries.ts';
import { hasCardNumber } from '../../../../../platform/card-numbers.ts';
import { lettersIn } from '../../../../../platform/contract/letters.ts';
import { ApiError } from '../../../../../platform/errors.ts';
import { showId } from '../../../../../platform/ids.ts';
import { html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { paymentsWords } from '../../../../words/dashboard/money/payments.ts';
import { refundsWords } from '../../../../words/dashboard/money/refunds.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { empty, notice } from '../../../parts/notices.ts';
import { disputeAddress, paymentAddress } from '../../../parts/payments.ts';
import { linkButton } from '../../../parts/show.ts';
import { typedMoney } from '../../../parts/typed.ts';
import { acting, afterAsking, onceOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { paymentIn, refundableOf } from './one-payment.ts';

const words = refundsWords.refund;

export async function showRefundForm(visit: MerchantVisit): Promise<Answer> {
  const payment = await paymentIn(visit);
  const { id, currency } = payment;
  const left = refundableOf(payment);
  const address = paymentAddress(visit, id);
  const dispute = await findOpenDispute(visit.ctx.db, visit.merchantId, id);
  const form = formTo(visit, {
    to: `${address}/refund`,
    button: words.button,
    once: onceOf(),
    cancel: address,
    fields: html`${textField(visit, {
      name: 'amount',
      label: words.amount,
      hint: words.amountHint(currency),
      inputmode: 'decimal',
      value: formatMoney2(left),
    })}
${textField(visit, { name: 'reason', label: words.reason, hint: words.reasonHint, optional: true, maxlength: 255 })}`,
  });
  return screen(visit, {
    title: words.form,
    up: { label: paymentsWords.payment.title(showMoney(payment.amount, currency)), to: address },
    main: dispute?.opened_at
      ? empty(words.disputed, linkButton(disputeAddress(visit, dispute.id), words.toDispute))
      : left > 0n
        ? html`<p>${words.text(showMoney(left, currency))}</p>${form}`
        : notice('plain', words.nothingLeft),
  });
}

/** Begins the refund, asks the gateway with no transaction open, and writes what it said. */
export async function refund(visit: MerchantVisit): Promise<Answer> {
  const { ctx } = visit;
  const payment = await paymentIn(visit);
  const { amount, reason } = wantedIn(visit, payment);
  await refuseWithoutFeature(visit, payment);
  const begun = await acting(visit, 'payment.refunded', async (act) => {
    const opened = await beginRefund(act, { paymentId: payment.id, amount, reason });
    return {
      result: opened,
      object: showId('txn', payment.id),
      details: { refund: showId('ref', opened.id), amount, currency: payment.currency, reason },
    };
  });
  await afterAsking<Awaited<ReturnType<typeof askRefund>>, void>(visit, {
    ask: (merchant) => askRefund(ctx, merchant, begun),
    end: async (act, outcome) => {
      await endRefund(act, begun.id, outcome);
    },
    // The job of the refund asks again.
    otherwise: undefined,
  });
  return seeOther(`${paymentAddress(visit, payment.id)}?done=${showId('ref', begun.id)}`);
}

function wantedIn({ form }: MerchantVisit, payment: Transaction) {
  const amount = typedMoney(form.value('amount'));
  const reason = form.value('reason');
  const wrongReason = lettersIn(reason) > 255 ? words.longReason : hasCardNumber(reason) && words.cardNumber;
  if (amount === undefined) throw new WrongFields({ amount: words.wrongAmount });
  if (wrongReason !== false) throw new WrongFields({ reason: wrongReason });
  refuseTooMuch(amount, payment);
  return { amount, reason: reason === '' ? null : reason };
}

function refuseTooMuch(amount: MoneyInput, payment: Transaction): void {
  const left = refundableOf(payment);
  if (amountIn(amount) > left && left > 0n)
    throw new WrongFields({ amount: words.tooMuch(showMoney(left, payment.currency)) });
}

async function refuseWithoutFeature({ ctx, merchantId }: MerchantVisit, payment: Transaction): Promise<void> {
  try {
    await requireFeature(ctx, merchantId, payment.app_id, 'refunds');
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FEATURE_DISABLED') throw new Refusal(words.featureOff);
    throw error;
  }
}
