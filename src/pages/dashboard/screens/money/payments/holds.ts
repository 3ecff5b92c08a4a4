import { amountIn, formatMoney2 } from '../../../../../domain/money/amounts/amount.ts';
import { beginCapture, beginVoid, endHold } from '../../../../../domain/payments/attempts/capture-hold.ts';
import { askHold } from '../../../../../domain/payments/attempts/settle-hold.ts';
import {
  type Authorization,
  findAuthorization,
} from '../../../../../domain/payments/checkouts/authorization-queries.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Child, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { paymentsWords } from '../../../../words/dashboard/money/payments.ts';
import { refundsWords } from '../../../../words/dashboard/money/refunds.ts';
import { formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { paymentAddress } from '../../../parts/payments.ts';
import { moment } from '../../../parts/show.ts';
import { typedMoney } from '../../../parts/typed.ts';
import { acting, afterAsking, onceOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { paymentIn } from './one-payment.ts';

const words = refundsWords.hold;

export function showCapture(visit: MerchantVisit): Promise<Answer> {
  return holdScreen(visit, words.captureForm, (held, address) => {
    const until = moment(visit, held.expires_at);
    return html`<p>${words.captureText(showMoney(held.amount, held.currency))}${until}.</p>${formTo(visit, {
      to: `${address}/capture`,
      button: words.captureButton,
      once: onceOf(),
      cancel: address,
      fields: textField(visit, {
        name: 'amount',
        label: words.amount,
        hint: refundsWords.refund.amountHint(held.currency),
        inputmode: 'decimal',
        value: formatMoney2(held.amount),
      }),
    })}`;
  });
}

export function showRelease(visit: MerchantVisit): Promise<Answer> {
  return holdScreen(
    visit,
    words.voidForm,
    (held, address) =>
      html`<p>${words.voidText(showMoney(held.amount, held.currency))}</p>${formTo(visit, {
        to: `${address}/release`,
        button: words.voidButton,
        look: 'danger',
        once: onceOf(),
        cancel: address,
      })}`,
  );
}

async function holdScreen(
  visit: MerchantVisit,
  title: string,
  form: (held: Authorization, address: string) => Child,
): Promise<Answer> {
  const payment = await paymentIn(visit);
  const held = await findAuthorization(visit.ctx.db, visit.merchantId, payment.id);
  const address = paymentAddress(visit, payment.id);
  return screen(visit, {
    title,
    up: { label: paymentsWords.payment.title(showMoney(payment.amount, payment.currency)), to: address },
    main: held?.status === 'held' ? form(held, address) : notice('plain', words.notHeld),
  });
}

export async function capture(visit: MerchantVisit): Promise<Answer> {
  const held = await heldIn(visit);
  const amount = typedMoney(visit.form.value('amount'));
  if (amount === undefined) throw new WrongFields({ amount: refundsWords.refund.wrongAmount });
  if (amountIn(amount) > held.amount)
    throw new WrongFields({ amount: words.tooMuch(showMoney(held.amount, held.currency)) });
  await acting(visit, 'payment.captured', async (act) => ({
    result: await beginCapture(act, { checkoutId: held.checkout_id, amount }),
    object: showId('txn', held.id),
    details: { amount, currency: held.currency },
  }));
  return await finish(visit, held);
}

export async function release(visit: MerchantVisit): Promise<Answer> {
  const held = await heldIn(visit);
  await acting(visit, 'payment.released', async (act) => ({
    result: await beginVoid(act, held.checkout_id),
    object: showId('txn', held.id),
    details: { amount: formatMoney2(held.amount), currency: held.currency },
  }));
  return await finish(visit, held);
}

async function heldIn(visit: MerchantVisit): Promise<Authorization> {
  const payment = await paymentIn(visit);
  const held = await findAuthorization(visit.ctx.db, visit.merchantId, payment.id);
  if (held?.status !== 'held') throw new Refusal(words.notHeld);
  return held;
}

/** Asks the gateway with no transaction open, and writes what it said. Its job asks again if this fails. */
async function finish(visit: MerchantVisit, { id }: Authorization): Promise<Answer> {
  await afterAsking<Awaited<ReturnType<typeof askHold>>, void>(visit, {
    ask: (merchant) => askHold(visit.ctx, merchant, id),
    end: async (act, outcome) => {
      await endHold(act, id, outcome);
    },
    otherwise: undefined,
  });
  return seeOther(`${paymentAddress(visit, id)}?done=hold`);
}
