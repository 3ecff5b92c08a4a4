import type { components } from '../../../../generated/openapi.d.ts';
import { formatMoney4 } from '../../../domain/money/amounts/amount.ts';
import { metadataView } from '../../../domain/payments/checkouts/metadata.ts';
import { failureInfo } from '../../../domain/payments/transactions/failures.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { Charge } from '../../../domain/payments/virtual-terminal/charge-session.ts';
import { sessionUrl } from '../../../domain/payments/virtual-terminal/open-session.ts';
import type { Session } from '../../../domain/payments/virtual-terminal/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import { showId } from '../../../platform/ids.ts';
import { qrSvg } from '../../../platform/qr.ts';

type Schemas = components['schemas'];

export function sessionView(ctx: Context, session: Session): Schemas['VirtualTerminalSession'] {
  const payment_url = sessionUrl(ctx, session);
  return {
    id: showId('vts', session.id),
    status: session.status,
    amount: formatMoney4(session.amount),
    currency: session.currency,
    description: session.description,
    payment_method: session.payment_method,
    expires_at: session.expires_at.toISOString(),
    payment_url,
    slug: session.slug,
    qr: session.status === 'pending' ? { svg: qrSvg(payment_url, qrTitle) } : null,
    checkout_id: showId('chk', session.checkout_id),
    transaction_id: session.transaction_id && showId('txn', session.transaction_id),
    last_error: failureInfo(session.last_error),
    attempt_pending: session.attempt_pending,
    split_id: session.split_id && showId('spl', session.split_id),
    metadata: metadataView(session.metadata),
    created_at: session.created_at.toISOString(),
    paid_at: session.paid_at && session.paid_at.toISOString(),
    canceled_at: session.canceled_at && session.canceled_at.toISOString(),
  };
}

export function shownSessionView(ctx: Context, session: Session): Schemas['VirtualTerminalSessionShown'] {
  return { session: sessionView(ctx, session) };
}

export function chargeView(ctx: Context, { session, payment }: Charge): Schemas['VirtualTerminalCharge'] {
  return {
    session_id: showId('vts', session.id),
    transaction_id: payment ? showId('txn', payment.id) : null,
    checkout_id: showId('chk', session.checkout_id),
    requires_polling: payment !== undefined && payment.payment_method_id === null,
    message: messageOf(payment),
    payment_url: sessionUrl(ctx, session),
  };
}

const qrTitle = 'Scan to pay';

function messageOf(payment: Charge['payment']): string {
  if (!payment) return 'The customer pays at the link.';
  if (payment.payment_method_id === null) return 'The customer approves the payment on the phone.';
  const message = ofSavedCard[payment.status];
  assert(message, 'a sale at the counter is never only held');
  return message;
}

const ofSavedCard: Readonly<Partial<Record<Transaction['status'], string>>> = {
  pending: 'The bank has not answered yet. Read the session again.',
  completed: 'The saved card was charged.',
  failed: 'The saved card was declined. The session says why.',
  reversed: 'The session was over. The money goes back.',
};
