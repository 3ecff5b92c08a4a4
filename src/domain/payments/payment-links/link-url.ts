import type { Context } from '../../../engine/context.ts';
import type { PaymentLink } from './queries.ts';

/** Where a link is paid: the API answers it and the page shows it. Spec: "Payment link", url. */
export function linkUrl(ctx: Context, { slug }: Pick<PaymentLink, 'slug'>): string {
  return `${ctx.addresses.pay}/${slug}`;
}
