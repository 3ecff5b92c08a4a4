import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import { storedMetadata } from '../../../domain/payments/checkouts/metadata.ts';
import { createLink } from '../../../domain/payments/payment-links/create-link.ts';
import { deactivateLink, editLink } from '../../../domain/payments/payment-links/edit-link.ts';
import { findLink, findLinks } from '../../../domain/payments/payment-links/queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { readClock } from '../../../engine/clock/read-clock.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { readInstant } from '../../../platform/http/dates.ts';
import { notFound, readId, showId } from '../../../platform/ids.ts';
import { createdLinkView, linkView } from './view.ts';

export const createPaymentLink: Handler<'createPaymentLink'> = async (call) => {
  const { amount, currency, title, description = null, max_uses: maxUses = null } = call.body;
  const { expires_at, split_id: splitId, metadata = {} } = call.body;
  const link = await createLink(call, {
    appId: call.principal.appId,
    amount: parseAmount(amount, currency),
    currency,
    title,
    description,
    maxUses,
    expiresAt: expires_at === undefined ? null : readInstant(expires_at),
    splitId: splitId && readId('spl', splitId),
    metadata: storedMetadata(metadata),
  });
  return call.reply(201, createdLinkView(call.ctx, link));
};

export const listPaymentLinks: Handler<'listPaymentLinks'> = async (call) => {
  const { active, currency } = call.query;
  const [links, { now }] = await Promise.all([
    findPage(call.query, (page) => findLinks(call.db, call.merchant.id, { active, currency }, page)),
    readClock(call.ctx, call.merchant.id),
  ]);
  return call.reply(
    200,
    showPage(links, (link) => linkView(call.ctx, link, now)),
  );
};

export const getPaymentLink: Handler<'getPaymentLink'> = async (call) => {
  const [link, { now }] = await Promise.all([
    findLink(call.db, call.merchant.id, readId('plink', call.params.id)),
    readClock(call.ctx, call.merchant.id),
  ]);
  if (!link) throw notFound('plink');
  return call.reply(200, linkView(call.ctx, link, now));
};

export const updatePaymentLink: Handler<'updatePaymentLink'> = async (call) => {
  const id = readId('plink', call.params.id);
  const { title, amount, expires_at, active, metadata } = call.body;
  await editLink(call, id, {
    title,
    amount,
    expiresAt: typeof expires_at === 'string' ? readInstant(expires_at) : expires_at,
    active,
    metadata: storedMetadata(metadata),
  });
  return call.reply(201, { id: showId('plink', id) });
};

export const deactivatePaymentLink: Handler<'deactivatePaymentLink'> = async (call) => {
  await deactivateLink(call, readId('plink', call.params.id));
  return call.reply(200, { deactivated: true });
};
