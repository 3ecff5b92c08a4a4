import type { Act } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { abortCheckout } from '../attempts/stop-waiting.ts';
import { findSession, type Session } from './queries.ts';

/**
 * Cancels a pending session, even while an attempt is undecided: money that still arrives goes back. Canceling twice is
 * harmless.
 *
 * @throws NOT_FOUND
 * @throws SESSION_NOT_PENDING `details.status`
 *
 * Spec: "States and transitions", DELETE …/virtual-terminal/sessions/{id}.
 */
export async function cancelSession(act: Act, id: string): Promise<Session> {
  const session = await findSession(act.tx, act.merchant.id, id);
  if (!session) throw notFound('vts');
  if (session.status === 'canceled') return session;
  await abort(act, session);
  const canceled = await findSession(act.tx, act.merchant.id, id);
  if (canceled?.status === 'canceled') return canceled;
  throw notPending(canceled ?? session);
}

/** The checkout's lock decides a race: the call that loses it reads the session again. */
async function abort(act: Act, { checkout_id }: Session): Promise<void> {
  try {
    await abortCheckout(act, checkout_id);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CHECKOUT_NOT_PENDING')) throw error;
  }
}

export function notPending({ status }: Pick<Session, 'status'>): ApiError {
  return new ApiError('SESSION_NOT_PENDING', { details: { status } });
}
