import type { Confirm } from '../../../engine/calls/handler.ts';
import type { Act, Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound, showId } from '../../../platform/ids.ts';
import { type Amount, formatMoney2 } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { leastPayout, mostPayout, type PayoutMethod, payoutFeeOf } from '../../money/fees/payout-fees.ts';
import { fits, refuse } from '../../money/gateways/limits.ts';
import type { PayoutGateway } from '../../money/gateways/payout-port.ts';
import { payoutRequested } from '../../money/ledger/payout-movements.ts';
import { post } from '../../money/ledger/post.ts';
import { lockBalance } from '../../money/ledger/queries.ts';
import { payerOf } from '../../money/ledger/subaccounts.ts';
import { findSubaccounts } from '../../money/splits/subaccount-queries.ts';
import type { Wallet } from '../../money/wallets/wallets.ts';
import { insertTransaction } from '../../payments/transactions/queries.ts';
import { newOtp, noOtp } from './agent-otp.ts';
import { awaitOutcome, awaitReview } from './await-outcome.ts';
import { type PayoutDestination, payoutDestination, type WantedDestination } from './payout-destination.ts';
import { insertPayout, type Payout } from './queries.ts';

export type WantedPayout = {
  readonly appId: string;
  readonly method: PayoutMethod;
  readonly amount: Amount;
  readonly currency: Currency;
  readonly destination: WantedDestination;
  /** The subaccount that is paid out; absent: the merchant's own balance. */
  readonly subaccountId: string | undefined;
};

/** `agentOtp` is the code to collect cash with. It is shown only once, in the answer to the request. */
export type RequestedPayout = { readonly payout: Payout; readonly agentOtp: string | undefined };

/**
 * Takes the gross amount off `available`, or off the balance of a subaccount. `completePayout` ends the payout when the gateway answers.
 *
 * @throws NOT_FOUND, BANK_ACCOUNT_MISMATCH, WALLET_NOT_AVAILABLE see payoutDestination
 * @throws NOT_FOUND              there is no such subaccount
 * @throws GATEWAY_NOT_CONFIGURED no gateway pays out in this mode
 * @throws AMOUNT_TOO_SMALL       the fee leaves nothing, or no gateway takes so little; `details.minimum`
 * @throws AMOUNT_TOO_LARGE       `details.maximum`
 * @throws INSUFFICIENT_BALANCE   `details.available`, `details.required`
 * @throws VALIDATION_ERROR the code is not six digits
 * @throws TOTP_REQUIRED, TOTP_INVALID, TOTP_LOCKED checked last, so that a refused payout does not use up the code
 *
 * Spec: "POST /v1/payouts/request".
 */
export async function requestPayout(
  act: Act & { readonly confirm: Confirm },
  wanted: WantedPayout,
): Promise<RequestedPayout> {
  const destination = await payoutDestination(act, wanted);
  await refuseLostSubaccount(act, wanted);
  const gateway = payoutGateway(act.ctx, wanted, destination.provider);
  await refuseWithoutMoney(act, wanted);
  await act.confirm();
  const [id, now] = [newId(), act.ctx.now(act.merchant)];
  const otp = wanted.method === 'agent_cash' ? newOtp(act, id, now) : noOtp;
  const payout = await writePayout(act, { ...wanted, id, now, destination, gateway, otp: otp.columns });
  await post(act, payoutRequested(payout));
  await awaitOutcome(act, payout, { gateway, since: payout.created_at });
  await awaitReview(act, payout, gateway);
  return { payout, agentOtp: otp.code };
}

async function refuseLostSubaccount(act: Act, { subaccountId }: WantedPayout): Promise<void> {
  if (subaccountId === undefined) return;
  const found = await findSubaccounts(act.tx, act.merchant.id, [subaccountId]);
  if (found.length === 0) throw notFound('sac');
}

/**
 * The preferred gateway whose limits the amount fits: what the merchant asks for, with the fee. Decision 0119.
 *
 * @param wallet that of the destination, if it is one
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see requestPayout
 */
export function payoutGateway(
  { gateways }: Context,
  wanted: Pick<WantedPayout, 'method' | 'amount' | 'currency'>,
  wallet: Wallet | null,
): PayoutGateway {
  const { method, currency } = wanted;
  const all = gateways.allForPayout({ method, currency, wallet });
  if (all.length === 0) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  const ours = { least: leastPayout(method, currency), most: mostPayout(method) };
  return all.find((gateway) => fits(gateway, wanted, ours)) ?? refuse(all, wanted, ours);
}

/** Locks the balance, so that it is still the same when the payout is posted. */
async function refuseWithoutMoney(act: Act, { amount, currency, subaccountId }: WantedPayout): Promise<void> {
  const account = payerOf(subaccountId);
  refuseMoreThan(await lockBalance(act.tx, act.merchant.id, { account, currency }), amount);
}

/** @throws INSUFFICIENT_BALANCE see requestPayout */
export function refuseMoreThan(available: bigint, amount: Amount): void {
  if (available >= amount) return;
  const details = { available: formatMoney2(available), required: formatMoney2(amount) };
  throw new ApiError('INSUFFICIENT_BALANCE', { details });
}

type Accepted = Omit<WantedPayout, 'destination'> & {
  readonly destination: PayoutDestination;
  readonly id: string;
  readonly now: Date;
  readonly gateway: PayoutGateway;
  readonly otp: typeof noOtp.columns;
};

/** Inserts the payout and its transaction. */
async function writePayout(act: Act, accepted: Accepted): Promise<Payout> {
  const { id, now, appId, method, amount, currency, destination, subaccountId, otp } = accepted;
  const fee = payoutFeeOf(method, amount, currency);
  const transactionId = await writeTransaction(act, accepted, fee);
  return await insertPayout(act.tx, act.merchant.id, {
    ...destination,
    ...otp,
    id,
    app_id: appId,
    transaction_id: transactionId,
    method,
    amount,
    fee,
    currency,
    subaccount_id: subaccountId ?? null,
    status: 'processing',
    created_at: now,
  });
}

async function writeTransaction(
  act: Act,
  { id, now, amount, currency, appId, gateway }: Accepted,
  fee: Amount,
): Promise<string> {
  const row = insertTransaction(act.tx, act.merchant.id, {
    id: newId(),
    type: 'payout',
    status: 'pending',
    amount,
    fee,
    currency,
    gateway: gateway.name,
    reference: showId('po', id),
    checkout_id: null,
    parent_id: null,
    source_type: 'payout',
    source_id: id,
    app_id: appId,
    method_type: null,
    method_brand: null,
    method_last4: null,
    method_phone: null,
    customer_name: null,
    customer_email: null,
    customer_phone: null,
    description: null,
    late: false,
    created_at: now,
  });
  return row.id;
}
