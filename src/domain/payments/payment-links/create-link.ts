import type { Act, Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Amount } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { namedSplit } from '../../money/splits/create-split.ts';
import { takeSlug } from '../../payers/slugs/take-slug.ts';
import { gatewayFor } from '../checkouts/gateway-for.ts';
import { insertLink, type PaymentLink } from './queries.ts';

export type WantedLink = {
  readonly appId: string;
  readonly amount: Amount;
  readonly currency: Currency;
  readonly title: string;
  readonly description: string | null;
  /** Null: no limit. */
  readonly maxUses: number | null;
  readonly expiresAt: Date | null;
  /** Who gets which share of its payments. */
  readonly splitId: string | undefined;
  /** The integrator's own texts by their names, as JSON; null without any. */
  readonly metadata: string | null;
};

/**
 * Creates a link: a public address where anybody can pay.
 *
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see gatewayFor
 * @throws EXPIRY_IN_PAST
 * @throws NOT_FOUND, SPLIT_CURRENCY_MISMATCH see namedSplit
 *
 * Spec: "POST /v1/payment-links".
 */
export async function createLink(act: Act, wanted: WantedLink): Promise<PaymentLink> {
  const split_id = await namedSplit(act, wanted.splitId, wanted.currency);
  gatewayFor(act.ctx, wanted);
  const now = act.ctx.now(act.merchant);
  if (wanted.expiresAt !== null && wanted.expiresAt <= now) throw new ApiError('EXPIRY_IN_PAST');
  const id = newId();
  return await insertLink(act.tx, act.merchant.id, {
    id,
    app_id: wanted.appId,
    slug: await takeSlug(act, { kind: 'payment_link', resource_id: id }),
    title: wanted.title,
    description: wanted.description,
    amount: wanted.amount,
    currency: wanted.currency,
    status: 'active',
    max_uses: wanted.maxUses,
    expires_at: wanted.expiresAt,
    split_id,
    metadata: wanted.metadata,
    created_at: now,
    updated_at: now,
  });
}

/** The public address of a link. Spec: "Payment link", url. */
export function linkUrl(ctx: Context, { slug }: Pick<PaymentLink, 'slug'>): string {
  return `${ctx.addresses.pay}/${slug}`;
}
