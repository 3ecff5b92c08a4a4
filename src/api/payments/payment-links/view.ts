import type { components } from '../../../../generated/openapi.d.ts';
import { formatMoney2 } from '../../../domain/money/amounts/amount.ts';
import { metadataView } from '../../../domain/payments/checkouts/metadata.ts';
import { linkUrl } from '../../../domain/payments/payment-links/create-link.ts';
import { judgeLink } from '../../../domain/payments/payment-links/judge-link.ts';
import type { PaymentLink } from '../../../domain/payments/payment-links/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';

type Schemas = components['schemas'];

export function createdLinkView(ctx: Context, link: PaymentLink): Schemas['PaymentLinkCreated'] {
  return { id: showId('plink', link.id), url: linkUrl(ctx, link), slug: link.slug };
}

/** @param now on the merchant's clock: it decides whether the link has expired */
export function linkView(ctx: Context, link: PaymentLink, now: Date): Schemas['PaymentLink'] {
  const standing = judgeLink(link, now);
  return {
    ...createdLinkView(ctx, link),
    title: link.title,
    description: link.description,
    amount: formatMoney2(link.amount),
    currency: link.currency,
    max_uses: link.max_uses,
    uses_completed: link.uses_completed,
    uses_remaining: link.max_uses === null ? null : link.max_uses - link.uses_completed,
    active: link.status === 'active',
    // Reserved uses may come free within minutes, so a busy link is active to the merchant.
    status: standing === 'open' || standing === 'busy' ? 'active' : standing,
    expires_at: link.expires_at && link.expires_at.toISOString(),
    amount_collected: formatMoney2(link.amount_collected),
    split_id: link.split_id && showId('spl', link.split_id),
    metadata: metadataView(link.metadata),
    created_at: link.created_at.toISOString(),
    updated_at: link.updated_at.toISOString(),
  };
}
