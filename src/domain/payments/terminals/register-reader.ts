import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import { findTerminal, type RegisteredTerminal, type Terminal, upsertTerminal } from './queries.ts';
import { terminalMoves } from './states.ts';

/**
 * Registers a reader by its serial number. If the merchant already has that number, this updates its model, location and
 * last-seen time, and reactivates it.
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

/**
 * Deactivates a reader: it takes no more payments and is not listed until it is registered again. Deactivating twice is
 * harmless.
 *
 * @throws NOT_FOUND
 *
 * Spec: "Readers (terminals)". Decision 0017.
 */
export async function deactivateReader(act: Act, id: string): Promise<void> {
  const terminal = await findTerminal(act.tx, act.merchant.id, id);
  if (!terminal) throw notFound('trm');
  await move(act, 'terminals', id, terminalMoves.deactivate);
}
