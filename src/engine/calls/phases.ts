import type { OperationId } from '../../../generated/operations.ts';
import type { Handler, Phased, Phases } from './handler.ts';

/**
 * A handler that needs the merchant for itself: no other transaction of his is open meanwhile. Sandbox only.
 * It is a first phase that answers, so nothing follows it.
 */
export function alone<Op extends OperationId>(handler: Handler<Op>): Phased<Op> {
  return phased<Op, { readonly id: string }, never>({
    alone: true,
    begin: handler,
    resume: neverBegun,
    ask: neverBegun,
    finish: neverBegun,
  });
}

function neverBegun(): never {
  throw new Error('what answers at once has no later phase');
}

/** Wraps the phases of an operation as its handler. Decision 0007. */
export function phased<Op extends OperationId, Begun extends { readonly id: string }, Outcome>(
  phases: Phases<Op, Begun, Outcome>,
): Phased<Op> {
  // `begin` and `finish` are each other's only partners, so what one makes is what the other takes.
  return { phases };
}
