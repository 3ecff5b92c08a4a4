import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { showId } from '../../../platform/ids.ts';
import type { Amount } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import type { PaymentMethod } from '../../money/fees/payment-fees.ts';
import type { Gateway } from '../../money/gateways/port.ts';
import type { Wallet } from '../../money/wallets/wallets.ts';
import { gatewayFor, refuseOutside, refuseTooLarge } from './gateway-for.ts';
import { merchantsOfCheckouts } from './merchants-of.ts';
import { recordOpened } from './open-checkout.ts';
import { type Checkout, insertOwnedCheckout } from './queries.ts';

const prefixes = {
  payment_link: 'plink',
  virtual_terminal_session: 'vts',
  invoice: 'inv',
  subscription: 'sub',
} as const;

export type OwnedCheckout = {
  readonly id: string;
  readonly owner: { readonly type: keyof typeof prefixes; readonly id: string };
  readonly appId: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** The only method that the page offers; null: every method that takes the currency. */
  readonly method: PaymentMethod | null;
  /** The gateway that keeps the card to charge: no other one is asked, so only its limits count. */
  readonly keeper?: Gateway | undefined;
  /** The wallet to prompt, once; absent: the customer pays on the page. */
  readonly pushed?: Wallet | null;
  readonly customer: {
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
  };
  readonly description: string | null;
  /** That of the owner. */
  readonly metadata: Checkout['metadata'];
  /** Who gets which share of the payment; it was looked up when the owner named it. */
  readonly splitId: string | null;
  readonly lifetimeMs: number;
};

/**
 * Opens the checkout behind a payment link, a virtual-terminal session, an invoice or a subscription's charge. Its
 * reference is the owner's id, which several checkouts may share. It has no notification address and no return address.
 *
 * @returns undefined when a checkout with this id already exists
 * @throws WALLET_NOT_AVAILABLE, GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see gatewayFor
 *
 * Spec: "Payment link", "Virtual-terminal session", "Invoice", "Subscription". Decision 0024.
 */
export async function openOwnedCheckout(act: Act, wanted: OwnedCheckout): Promise<Checkout | undefined> {
  const gateway = gatewayOf(act, wanted);
  const now = act.ctx.now(act.merchant);
  const expiresAt = new Date(now.getTime() + wanted.lifetimeMs);
  const checkout = await insertOwnedCheckout(act.tx, act.merchant.id, {
    id: wanted.id,
    app_id: wanted.appId,
    source_type: wanted.owner.type,
    source_id: wanted.owner.id,
    reference: showId(prefixes[wanted.owner.type], wanted.owner.id),
    amount: wanted.amount,
    currency: wanted.currency,
    status: 'pending',
    gateway,
    wallet_type: wanted.pushed ?? null,
    method: wanted.method,
    capture: 'automatic',
    customer_name: wanted.customer.name,
    customer_email: wanted.customer.email,
    customer_phone: wanted.customer.phone,
    description: wanted.description,
    metadata: wanted.metadata,
    return_url: null,
    notification_url: null,
    split_id: wanted.splitId,
    expires_at: expiresAt,
    created_at: now,
  });
  if (!checkout) return undefined;
  await recordOpened(act, checkout);
  const { id } = checkout;
  await enqueue(act, 'checkout.expire', { key: id, payload: { checkoutId: id }, at: expiresAt });
  merchantsOfCheckouts(act.ctx.db).set(id, act.merchant.id);
  return checkout;
}

function gatewayOf({ ctx }: Act, { keeper, method, ...wanted }: OwnedCheckout): string {
  if (!keeper) return gatewayFor(ctx, { ...wanted, method });
  refuseTooLarge(method ?? 'card', wanted.amount);
  refuseOutside(keeper, wanted);
  return keeper.name;
}
