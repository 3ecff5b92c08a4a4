import {
  findPlatformSubscription,
  listPlatformInvoices as list,
} from '../../../domain/billing/platform-billing/queries.ts';
import { platformTerms } from '../../../domain/billing/platform-billing/terms.ts';
import { findPlatformStanding } from '../../../domain/merchants/access/standing-queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { platformInvoiceView, platformSubscriptionView } from './view.ts';

export const getPlatformSubscription: Handler<'getPlatformSubscription'> = async (call) => {
  const { ctx, db, merchant } = call;
  const [terms, subscription, standing] = await Promise.all([
    platformTerms(ctx.platform, merchant.id),
    findPlatformSubscription(db, merchant.id),
    findPlatformStanding(db, merchant.id),
  ]);
  const amountDue = standing?.amount_due ?? 0n;
  return call.reply(200, platformSubscriptionView({ terms, subscription, amountDue }));
};

export const listPlatformInvoices: Handler<'listPlatformInvoices'> = async (call) => {
  const rows = await findPage(call.query, (page) => list(call.db, call.merchant.id, call.query.status, page));
  return call.reply(200, showPage(rows, platformInvoiceView));
};
