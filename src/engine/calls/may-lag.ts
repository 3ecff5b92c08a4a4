import type { OperationId } from '../../../generated/operations.ts';
import { onReplica } from '../../platform/db/replica/replica.ts';
import type { Call, Handler } from './handler.ts';

const marked = new WeakSet<object>();

type Reading = Pick<Call<'listTransactions'>, 'ctx' | 'db' | 'principal'>;

/**
 * Marks a handler whose reads a replica may serve. It still shows all that was committed before the call; what may differ is the order
 * in which commits of the same moment appear. Not for balances, and not for the status of one thing. Decision 0117.
 */
export function mayLag<Op extends OperationId>(handler: Handler<Op>): Handler<Op> {
  const lagging: Handler<Op> = (call) => {
    // An operation that reads has these; `Call<Op>` does not say so while `Op` is open.
    const { ctx, db, principal } = call as unknown as Reading;
    return onReplica(ctx.db, principal.merchantId, (from) => handler({ ...call, db: from }), db);
  };
  marked.add(lagging);
  return lagging;
}

export function canLag(handler: unknown): boolean {
  return typeof handler === 'function' && marked.has(handler);
}
