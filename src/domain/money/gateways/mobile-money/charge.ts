import { type Currency, currencies } from '../../amounts/currency.ts';
import type { ChargeOutcome, ChargeQuestion, ChargeRequest, Declined } from '../port.ts';
import { callbackUrl } from './callback-address.ts';
import { declineOf, stateOf } from './declines.ts';
import { type Created, create, type Found, findByOperatorId, findByReference } from './find-transaction.ts';
import { aboutIds, isExpected, type Operator, phoneText } from './operator.ts';
import { writeAmount } from './wire/amounts.ts';
import type { Asking } from './wire/client.ts';
import { type Fault, type OperatorTransaction, readAccountStatus } from './wire/messages.ts';

type About = Pick<ChargeQuestion, 'reference' | 'gatewayReference' | 'amount' | 'currency' | 'phone'>;

/**
 * Asks the operator to prompt the payer. Nothing is asked for if the payer has no active account, or if the operator does not
 * answer that question: then nothing was begun.
 *
 * Decision 0104.
 */
export async function charge(operator: Operator, request: ChargeRequest): Promise<ChargeOutcome> {
  const { instrument, reference, amount, currency } = request;
  if (instrument.type !== 'wallet') throw new Error('a mobile money operator was asked to charge a card');
  const account = operator.settings.accounts[currency];
  if (!account) return { kind: 'unavailable' };
  const asking = operator.client.ask();
  const about = { reference, gatewayReference: null, amount, currency, phone: instrument.phone };
  const phone = phoneText(operator.settings, instrument.phone);
  const payer = await payerOf(operator, asking, phone);
  if (payer === 'silent') return { kind: 'unavailable' };
  if (payer === 'unsaid') return { kind: 'unavailable', answered: true };
  if (payer === 'none') return await refused(operator, asking, about);
  const created = await create(
    asking,
    {
      path: '/transactions/type/merchantpay',
      correlationId: reference,
      callbackUrl: callbackUrl(operator, { kind: 'payment', merchantId: request.merchantId, id: reference }),
      body: {
        amount: writeAmount(amount),
        currency,
        debitParty: [{ key: 'msisdn', value: phone }],
        creditParty: [{ key: account.type, value: account.id }],
        ...aboutIds(operator.settings, reference),
      },
    },
    about,
  );
  const outcome = created.kind === 'refused' ? await earlierOr(asking, about, created) : created;
  return chargeOutcome(operator, about, outcome);
}

/**
 * What became of an earlier request for the payment, if the operator has one: some judge their limits before they look for duplicates.
 * If it does not say, the refusal counts, since nothing would ever be found of a request that it never took.
 */
async function earlierOr(asking: Asking, about: About, refusal: Created): Promise<Found | Created> {
  const earlier = await findByReference(asking, about.reference, about);
  return earlier.kind === 'missing' || earlier.kind === 'unknown' ? refusal : earlier;
}

/**
 * Asks what became of a payment, by the operator's id if it gave one, else by ours. It never charges. A payment that the operator
 * knows nothing of stays undecided: its request may still be on the way.
 *
 * Decision 0104.
 */
export async function query(operator: Operator, question: ChargeQuestion): Promise<ChargeOutcome> {
  const { reference, gatewayReference } = question;
  const asking = operator.client.ask();
  const named: Found =
    gatewayReference === null
      ? { kind: 'missing' }
      : await findByOperatorId(asking, gatewayReference, question);
  const found = named.kind === 'missing' ? await findByReference(asking, reference, question) : named;
  return chargeOutcome(operator, question, found);
}

/** Whether the payer has an active account. `unsaid`: the operator refuses to say. `silent`: it says nothing to anybody. */
async function payerOf(
  operator: Operator,
  asking: Asking,
  phone: string,
): Promise<'active' | 'none' | 'unsaid' | 'silent'> {
  const answer = await asking.get(`/accounts/msisdn/${encodeURIComponent(phone)}/status`);
  if (answer.kind === 'done') {
    const status = readAccountStatus(answer.body);
    if (status) return status === 'available' ? 'active' : 'none';
  }
  if (answer.kind === 'refused' && answer.fault.code === 'identifiererror') return 'none';
  const code = codeIn(answer);
  operator.log.warn({ code }, 'the operator does not say whether a payer has an account');
  return answer.kind === 'refused' && !ours.has(code) ? 'unsaid' : 'silent';
}

function codeIn(answer: Awaited<ReturnType<Asking['get']>>): string {
  if (answer.kind === 'silent') return answer.code;
  return answer.kind === 'refused' ? answer.fault.code : 'unreadable-account-status';
}

/** An earlier call with the same id may have reached the operator before the account was blocked. */
async function refused(operator: Operator, asking: Asking, about: About): Promise<ChargeOutcome> {
  const earlier = await findByReference(asking, about.reference, about);
  if (earlier.kind === 'missing') return { kind: 'refused', code: 'WALLET_INIT_FAILED' };
  return chargeOutcome(operator, about, earlier);
}

function chargeOutcome(operator: Operator, about: About, found: Found | Created): ChargeOutcome {
  if (found.kind === 'transaction') return transactionOutcome(operator, about, found.transaction);
  if (found.kind === 'failed') return declined(operator, about, found);
  if (found.kind === 'refused') return refusedOutcome(operator, about, found.fault);
  if (found.kind === 'pending') {
    const gatewayReference = about.gatewayReference ?? found.request;
    return { kind: 'pending', gatewayReference, gatewayStatus: 'pending' };
  }
  const code = 'code' in found ? found.code : found.kind;
  operator.log.warn({ payment: about.reference, code }, 'the operator gave no usable answer about a payment');
  return { kind: found.kind === 'unsent' ? 'unavailable' : 'unknown' };
}

/** Faults after which the payer was not asked, and that say nothing about the payer. */
const ours = new Set(['clientauthorisationerror', 'ratelimiterror']);

function refusedOutcome(operator: Operator, about: About, fault: Fault): ChargeOutcome {
  if (fault.code === 'identifiererror') return { kind: 'refused', code: 'WALLET_INIT_FAILED' };
  if (!ours.has(fault.code) && fault.category !== 'validation')
    return declined(operator, about, { fault, expired: false });
  operator.log.error({ payment: about.reference, code: fault.raw }, 'the operator refuses our requests');
  return { kind: 'unavailable', ...(!ours.has(fault.code) && { answered: true }) };
}

function transactionOutcome(operator: Operator, about: About, paid: OperatorTransaction): ChargeOutcome {
  const { transaction, status, amount, reference } = paid;
  const currency = currencies.find((known) => known === paid.currency);
  const isOurs = isExpected({ ...about, ids: [about.reference] }, reference, paid.debitParty);
  if (!currency || !isOurs || (paid.type !== '' && paid.type !== 'merchantpay')) {
    operator.log.error(
      { payment: about.reference, transaction, type: paid.type, currency: paid.currency },
      'the operator names a transaction that cannot be this payment',
    );
    return { kind: 'unknown' };
  }
  const state = stateOf(status);
  if (state === 'completed') return approved({ transaction, status, amount, currency });
  if (state === 'failed') {
    const fault = { category: 'businessrule', code: status.toLowerCase(), raw: status };
    const expired = status.toLowerCase() === 'expired';
    return declined(operator, about, { fault, expired, isKnown: true });
  }
  if (!state) operator.log.error({ payment: about.reference, status }, 'an unknown state of a transaction');
  return {
    kind: 'pending',
    gatewayReference: about.gatewayReference ?? transaction,
    gatewayStatus: status.slice(0, longestStatus),
  };
}

type Paid = Pick<OperatorTransaction, 'transaction' | 'status' | 'amount'> & { readonly currency: Currency };

function approved({ transaction, status, amount, currency }: Paid): ChargeOutcome {
  return {
    kind: 'approved',
    gatewayReference: transaction,
    // Until now it had that of its request. The answer to the request may be on its way still.
    replacesReference: true,
    gatewayStatus: status.slice(0, longestStatus),
    amount,
    currency,
  };
}

const longestStatus = 64;

type Refusal = { readonly fault: Fault | undefined; readonly expired: boolean; readonly isKnown?: boolean };

function declined(operator: Operator, about: About, { fault, expired, isKnown }: Refusal): Declined {
  const meaning = declineOf(fault, expired);
  const raw = fault?.raw ?? 'failed';
  if (!meaning.isKnown && isKnown !== true) {
    const { category } = fault ?? {};
    operator.log.error(
      { payment: about.reference, code: raw, category },
      'an unknown reason for a refusal, taken as the nearest',
    );
  }
  // The attempt keeps the reference that it has.
  const gatewayStatus = raw.slice(0, longestStatus);
  return { kind: 'declined', reason: meaning.reason, gatewayReference: null, gatewayStatus };
}
