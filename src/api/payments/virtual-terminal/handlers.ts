import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import type { ChargeOutcome } from '../../../domain/money/gateways/port.ts';
import { normalisePhone } from '../../../domain/money/wallets/phone.ts';
import type { BegunCharge } from '../../../domain/payments/attempts/ask-gateway.ts';
import { storedMetadata } from '../../../domain/payments/checkouts/metadata.ts';
import { cancelSession } from '../../../domain/payments/virtual-terminal/cancel-session.ts';
import {
  askCharge,
  beginCharge,
  endCharge,
  resumeCharge,
} from '../../../domain/payments/virtual-terminal/charge-session.ts';
import { openSession } from '../../../domain/payments/virtual-terminal/open-session.ts';
import { findSession, findSessions } from '../../../domain/payments/virtual-terminal/queries.ts';
import { type Handler, phased } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { rangeOf } from '../../../platform/http/dates.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { chargeView, sessionView, shownSessionView } from './view.ts';

export const createVirtualTerminalSession: Handler<'createVirtualTerminalSession'> = async (call) => {
  const { amount, currency, description = null, payment_method: method, expires_in_minutes } = call.body;
  const { split_id: splitId, metadata = {} } = call.body;
  const session = await openSession(call, {
    appId: call.principal.appId,
    amount: parseAmount(amount, currency),
    currency,
    description,
    method,
    lifetimeMinutes: expires_in_minutes,
    splitId: splitId && readId('spl', splitId),
    metadata: storedMetadata(metadata),
  });
  return call.reply(201, shownSessionView(call.ctx, session));
};

export const listVirtualTerminalSessions: Handler<'listVirtualTerminalSessions'> = async (call) => {
  const { status, payment_method: method, currency } = call.query;
  const filters = { status, method, currency, ...rangeOf(call.query) };
  const sessions = await findPage(call.query, (page) =>
    findSessions(call.db, call.merchant.id, filters, page),
  );
  return call.reply(
    200,
    showPage(sessions, (session) => sessionView(call.ctx, session)),
  );
};

export const getVirtualTerminalSession: Handler<'getVirtualTerminalSession'> = async (call) => {
  const session = await findSession(call.db, call.merchant.id, readId('vts', call.params.id));
  if (!session) throw notFound('vts');
  return call.reply(200, shownSessionView(call.ctx, session));
};

export const chargeVirtualTerminalSession = phased<
  'chargeVirtualTerminalSession',
  BegunCharge,
  ChargeOutcome
>({
  begin: async (call) => {
    const { customer_phone: phone, payment_method_id: methodId } = call.body ?? {};
    const charge = await beginCharge(call, readId('vts', call.params.id), {
      phone: phone && normalisePhone(phone),
      methodId: methodId && readId('pm', methodId),
    });
    if (!charge.payment) return call.reply(200, chargeView(call.ctx, charge));
    return { id: charge.payment.id, payment: charge.payment, awaited: true, isResumed: false };
  },
  resume: (call, id) => resumeCharge(call, readId('vts', call.params.id), id),
  ask: askCharge,
  finish: async (call, begun, outcome) => {
    const ended = await endCharge(call, readId('vts', call.params.id), begun, outcome);
    return typeof ended === 'string' ? call.refuse(ended) : call.reply(200, chargeView(call.ctx, ended));
  },
});

export const cancelVirtualTerminalSession: Handler<'cancelVirtualTerminalSession'> = async (call) => {
  const session = await cancelSession(call, readId('vts', call.params.id));
  return call.reply(200, shownSessionView(call.ctx, session));
};
