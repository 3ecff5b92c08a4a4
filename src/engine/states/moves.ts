import type { ErrorCode } from '../../../generated/error-catalogue.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Act } from '../context.ts';
import type { EventAbout } from '../event-subjects.ts';
import { recordEvent } from '../recording/record.ts';
import { changeStatus, type RowOf, type StatusOf, type StatusTable, statusNow } from './queries.ts';

/** One way a status may change. `otherwise`: the error for a caller when the status is none of `from`; `skip` does nothing. */
export type Edge<T extends StatusTable> = {
  readonly from: readonly StatusOf<T>[];
  readonly to: StatusOf<T>;
  readonly otherwise: 'skip' | ErrorCode;
  readonly event?: EventAbout<T>;
};

export type Moves<T extends StatusTable> = Readonly<Record<string, Edge<T>>>;

type With<T extends StatusTable> = {
  /** Columns that change with the status. */
  readonly set?: Partial<Omit<RowOf<T>, 'status' | 'id' | 'merchant_id'>>;
  /** What the move does besides, such as booking money. It runs before the event is recorded. */
  readonly effect?: (row: RowOf<T>) => Promise<unknown>;
};

/**
 * The only function that writes a status: it checks and notes the change, runs the effect, then records the event with its
 * reactions.
 *
 * @returns the moved row, or undefined when the edge says `skip` and the status is none of `from`
 * @throws the edge's `otherwise`, with `details.status`; NOT_FOUND when there is no such row
 *
 * Spec: "States and transitions". Decision 0008.
 */
export async function move<T extends StatusTable>(
  act: Act,
  table: T,
  id: string,
  edge: Edge<T>,
  also: With<T> = {},
): Promise<RowOf<T> | undefined> {
  const change = { table, id, from: edge.from, to: edge.to, noteId: newId(), at: act.ctx.now(act.merchant) };
  const row = await changeStatus<T>(act.tx, act.merchant.id, {
    ...change,
    set: (also.set ?? {}) as Partial<RowOf<T>>,
  });
  if (!row) return await refuse(act, table, id, edge.otherwise);
  await also.effect?.(row);
  if (edge.event) await recordEvent(act, edge.event, row as never);
  return row;
}

async function refuse(
  act: Act,
  table: StatusTable,
  id: string,
  otherwise: 'skip' | ErrorCode,
): Promise<undefined> {
  if (otherwise === 'skip') return undefined;
  const status = await statusNow(act.tx, act.merchant.id, table, id);
  if (status === undefined) throw new ApiError('NOT_FOUND');
  throw new ApiError(otherwise, { details: { status } });
}
