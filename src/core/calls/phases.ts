import type { OperationId } from '../../../generated/operations.ts';
import type { Phased, Phases } from './handler.ts';

/** Wraps the phases of an operation as its handler. Decision 0007. */
export function phased<Op extends OperationId, Begun extends { readonly id: string }, Outcome>(
  phases: Phases<Op, Begun, Outcome>,
): Phased<Op> {
  // `begin` and `finish` are each other's only partners, so what one makes is what the other takes.
  return { phases };
}
