import type { Act, Context } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import { newId } from '../../../platform/ids.ts';
import type { Amount } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import type { PaymentMethod } from '../../money/fees/payment-fees.ts';
import { namedSplit } from '../../money/splits/create-split.ts';
import { takeSlug } from '../../payers/slugs/take-slug.ts';
import { openOwnedCheckout } from '../checkouts/open-owned-checkout.ts';
import { insertSession, type Session } from './queries.ts';

export type WantedSession = {
  readonly appId: string;
  readonly amount: Amount;
  readonly currency: Currency;
  readonly description: string | null;
  readonly method: PaymentMethod;
  readonly lifetimeMinutes: number;
  /** Who gets which share of the payment. */
  readonly splitId: string | undefined;
  /** The integrator's own texts by their names, as JSON; null without any. */
  readonly metadata: string | null;
};

const minuteMs = 60_000;
const nobody = { name: null, email: null, phone: null };

/**
 * Opens a session with the checkout that the customer pays; both expire at the same moment.
 *
 * @throws WALLET_NOT_AVAILABLE, GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see gatewayFor
 * @throws NOT_FOUND, SPLIT_CURRENCY_MISMATCH see namedSplit
 *
 * Spec: "Virtual terminal", POST /sessions.
 */
export async function openSession(act: Act, wanted: WantedSession): Promise<Session> {
  const { appId, amount, currency, description, metadata, method } = wanted;
  const id = newId();
  const splitId = await namedSplit(act, wanted.splitId, currency);
  const checkout = await openOwnedCheckout(act, {
    id: newId(),
    owner: { type: 'virtual_terminal_session', id },
    appId,
    amount,
    currency,
    method,
    customer: nobody,
    description,
    metadata,
    splitId,
    lifetimeMs: wanted.lifetimeMinutes * minuteMs,
  });
  assert(checkout, 'an id that was just made is new');
  return await insertSession(act.tx, act.merchant.id, {
    id,
    app_id: appId,
    slug: await takeSlug(act, { kind: 'virtual_terminal_session', resource_id: id }),
    checkout_id: checkout.id,
    amount,
    currency,
    description,
    metadata,
    payment_method: method,
    split_id: splitId,
    status: 'pending',
    expires_at: checkout.expires_at,
    created_at: checkout.created_at,
  });
}

/** Where the customer pays. */
export function sessionUrl(ctx: Context, { slug }: Pick<Session, 'slug'>): string {
  return `${ctx.addresses.pay}/${slug}`;
}
