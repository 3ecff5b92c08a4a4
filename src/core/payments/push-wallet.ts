import { assert } from '../../platform/assert.ts';
import type { Context } from '../context.ts';
import type { ChargeOutcome } from '../gateways/port.ts';
import type { Transaction } from '../transactions/queries.ts';
import { isWallet } from '../wallets/wallets.ts';
import { askGateway } from './ask-gateway.ts';

/**
 * Asks the wallet to prompt the customer. No transaction is open. The attempt names its wallet and number,
 * so the same question can be put again after a crash, with the same reference.
 *
 * Spec: "POST /v1/checkout/create", rule 3.
 */
export async function pushWallet(ctx: Context, payment: Transaction): Promise<ChargeOutcome> {
  const { method_type: wallet, method_phone: phone } = payment;
  assert(wallet && isWallet(wallet) && phone, 'a push goes to a wallet number');
  return await askGateway(ctx, payment, { type: 'wallet', wallet, phone });
}
