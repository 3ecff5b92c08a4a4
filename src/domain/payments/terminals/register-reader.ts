import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { newId } from '../../../platform/ids.ts';
import { type RegisteredTerminal, type Terminal, upsertTerminal } from './queries.ts';
import { terminalMoves } from './states.ts';

/**
 * Registers a reader by its serial number, which a merchant has once: again, it updates model and location, reactivates
 * the reader and refreshes when it was last seen.
 *
 * Spec: "Readers (terminals)".
 */
export async function registerReader(
  act: Act,
  wanted: Pick<RegisteredTerminal, 'serial_number' | 'device_model' | 'location_name'>,
): Promise<Terminal> {
  const row = { ...wanted, id: newId(), created_at: act.ctx.now(act.merchant) };
  const terminal = await upsertTerminal(act.tx, act.merchant.id, row);
  return (await move(act, 'terminals', terminal.id, terminalMoves.reactivate)) ?? terminal;
}
