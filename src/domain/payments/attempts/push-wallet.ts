import type { Context } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { isWallet } from '../../money/wallets/wallets.ts';
import type { Transaction } from '../transactions/queries.ts';
import { askGateway } from './ask-gateway.ts';

/** A push that was begun. */
export type BegunPush = {
  /** Of the attempt. */
  readonly id: string;
  readonly payment: Transaction;
  /** Somebody still waits for it: else it prompts nobody. */
  readonly awaited: boolean;
  /** By a call that died: it may have prompted already. */
  readonly isResumed: boolean;
};

/**
 * Asks the wallet to prompt the customer. No transaction is open. The attempt names its wallet and number,
 * so the same question can be put again after a crash, with the same reference.
 *
 * Spec: "POST /v1/checkout/create", rule 3.
 */
export async function pushWallet(
  ctx: Context,
  { payment, awaited, isResumed }: BegunPush,
): Promise<ChargeOutcome> {
  if (!awaited) return { kind: 'unknown' };
  const { method_type: wallet, method_phone: phone } = payment;
  assert(wallet && isWallet(wallet) && phone, 'a push goes to a wallet number');
  const outcome = await askGateway(ctx, payment, { type: 'wallet', wallet, phone });
  // That it cannot be used now says nothing of the prompt that a call before this one may have sent.
  return isResumed && outcome.kind === 'unavailable' ? { kind: 'unknown' } : outcome;
}
