import type { Context } from '../../../engine/context.ts';

/** Where an invoice that was sent is read and paid. */
export function invoiceUrl(ctx: Context, slug: string): string {
  return `${ctx.addresses.pay}/${slug}`;
}
