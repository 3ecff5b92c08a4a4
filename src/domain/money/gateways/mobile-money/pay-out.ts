import type { PayoutOutcome, PayoutRequest } from '../payout-port.ts';
import { callbackUrl } from './callback-address.ts';
import { findByReference } from './find-transaction.ts';
import { type MoneyOut, moneyOutOutcome, moveOut, passingFaults } from './money-out.ts';
import { aboutIds, type Operator, phoneText } from './operator.ts';
import { writeAmount } from './wire/amounts.ts';

/**
 * Pays a merchant out to a wallet. The operator is first asked whether it knows the payout's id: only one that it has never seen is
 * sent, so that asking again never pays twice.
 *
 * Decision 0104.
 */
export async function payOut(operator: Operator, request: PayoutRequest): Promise<PayoutOutcome> {
  const { reference, destination, currency, net, merchantId } = request;
  if (destination.type !== 'wallet') return { kind: 'rejected' };
  const asking = operator.client.ask();
  const asked = { amount: net, currency };
  const types = ['', 'disbursement'];
  const { phone: to } = destination;
  const out: MoneyOut = { reference, ids: [reference], to, ...asked, types, passing };
  const earlier = await findByReference(asking, reference, asked);
  if (earlier.kind !== 'missing') return moneyOutOutcome(operator, out, earlier);
  const account = operator.settings.accounts[currency];
  // Nothing was asked for, and nothing will be. Not before the question: the account may have been there when the payout was sent.
  if (!account) return { kind: 'rejected' };
  const posted = {
    path: '/transactions/type/disbursement',
    correlationId: reference,
    callbackUrl: callbackUrl(operator, { kind: 'payout', merchantId, id: reference }),
    body: {
      amount: writeAmount(net),
      currency,
      debitParty: [{ key: account.type, value: account.id }],
      creditParty: [{ key: 'msisdn', value: phoneText(operator.settings, to) }],
      ...aboutIds(operator.settings, reference),
    },
  };
  return await moveOut(operator, out, { asking, posted, asked });
}

/** If the service's own account is empty, the destination is still good. */
const passing = [...passingFaults, 'insufficientfunds'];
