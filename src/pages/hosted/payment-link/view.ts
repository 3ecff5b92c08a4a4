import { linkUrl } from '../../../domain/payments/payment-links/create-link.ts';
import { judgeLink } from '../../../domain/payments/payment-links/judge-link.ts';
import type { Context } from '../../../engine/context.ts';
import type { PageLook } from '../../layout.ts';
import { showMoney } from '../../money.ts';
import type { PageStanding } from '../parts/closed-page.ts';
import { type OwnCheckout, ownCheckout } from '../requests/own-checkout.ts';
import { lookOf } from '../requests/owner.ts';
import type { LinkVisit } from './visit.ts';

/** Everything that the page of a link shows, as texts and figures; no database rows. */
export type LinkView = PageLook &
  OwnCheckout & {
    readonly page: 'link' | 'busy' | 'closed';
    readonly standing: PageStanding;
    readonly address: string;
    readonly sandbox: boolean;
    readonly merchant: string;
    readonly title: string;
    readonly description: string | null;
    /** `US$10.00` */
    readonly amount: string;
    /** The absolute address, for the QR code. */
    readonly url: string;
  };

export function viewOf(ctx: Context, visit: LinkVisit): LinkView {
  const { link, merchantName, address } = visit;
  const standing = standingOf(visit);
  return {
    ...lookOf(visit),
    ...ownCheckout(ctx, link.id),
    page: standing === 'open' ? 'link' : standing === 'busy' ? 'busy' : 'closed',
    standing,
    address,
    sandbox: ctx.mode === 'sandbox',
    merchant: merchantName,
    title: link.title,
    description: link.description,
    amount: showMoney(link.amount, link.currency, visit.words.language),
    url: linkUrl(ctx, link),
  };
}

export function standingOf({ link, suspended, now }: LinkVisit): PageStanding {
  return suspended ? 'suspended' : judgeLink(link, now);
}
