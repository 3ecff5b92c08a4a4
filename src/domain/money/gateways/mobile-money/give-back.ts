import type { RefundOutcome, RefundRequest } from '../refund-port.ts';
import { callbackUrl } from './callback-address.ts';
import { findByReference } from './find-transaction.ts';
import { type MoneyOut, moneyOutOutcome, moveOut, passingFaults } from './money-out.ts';
import { aboutIds, type Operator } from './operator.ts';
import { writeAmount } from './wire/amounts.ts';
import type { Asking, Posted } from './wire/client.ts';
import { readTransaction } from './wire/messages.ts';

/**
 * Gives a payment back, or a part of it. The operator is first asked whether it knows the refund's id: only one that it has never
 * seen is sent, so that asking again never refunds twice.
 *
 * Decision 0104.
 */
export async function giveBack(operator: Operator, request: RefundRequest): Promise<RefundOutcome> {
  const { reference, payment, gatewayReference: original, amount, currency } = request;
  const asking = operator.client.ask();
  const about = { ids: [reference, payment.reference], original, amount, currency };
  const out: MoneyOut = { reference, ...about, types: ['', 'reversal', 'adjustment'], passing };
  const earlier = await findByReference(asking, reference, request);
  const posted = earlier.kind === 'missing' ? await refundOf(operator, asking, request) : undefined;
  return posted
    ? await moveOut(operator, out, { asking, posted, asked: request })
    : moneyOutOutcome(operator, out, earlier);
}

/** If the service's own account is empty, it will be filled. */
const passing = [...passingFaults, 'insufficientfunds'];

async function refundOf(
  operator: Operator,
  asking: Asking,
  request: RefundRequest,
): Promise<Posted | undefined> {
  const { reference, gatewayReference, amount, currency, merchantId } = request;
  const common = {
    correlationId: reference,
    callbackUrl: callbackUrl(operator, { kind: 'refund', merchantId, id: reference }),
  };
  const money = { amount: writeAmount(amount), currency, ...aboutIds(operator.settings, reference) };
  if (isWhole(request) || operator.settings.partialRefunds !== 'adjustment') {
    const path = `/transactions/${encodeURIComponent(gatewayReference)}/reversals`;
    return { ...common, path, body: { type: 'reversal', ...money } };
  }
  // An adjustment is a transaction of its own, between the two accounts of the payment.
  const payment = await asking.get(`/transactions/${encodeURIComponent(gatewayReference)}`);
  const parties = payment.kind === 'done' ? partiesIn(payment.body) : undefined;
  if (!parties) return undefined;
  const body = { ...money, ...parties, originalTransactionReference: gatewayReference };
  return { ...common, path: '/transactions/type/adjustment', body };
}

/** Unwanted money goes back whole, whatever it was. */
function isWhole({ unwanted, amount, payment }: RefundRequest): boolean {
  return unwanted || amount === payment.amount;
}

function partiesIn(body: unknown): Readonly<Record<'debitParty' | 'creditParty', unknown>> | undefined {
  const paid = readTransaction(body);
  if (!paid || paid.debitParty.length === 0 || paid.creditParty.length === 0) return undefined;
  return { debitParty: paid.creditParty, creditParty: paid.debitParty };
}
