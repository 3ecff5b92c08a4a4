import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { notFound } from '../../../platform/ids.ts';
import { findTerminal } from './queries.ts';
import { terminalMoves } from './states.ts';

/**
 * A reader takes no more payments and is not listed; registering it again brings it back. Deactivating twice is
 * deactivating once.
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
