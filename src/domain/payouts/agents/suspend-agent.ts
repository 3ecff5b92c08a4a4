import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { notFound } from '../../../platform/ids.ts';
import type { Agent } from './queries.ts';
import { agentMoves } from './states.ts';

/**
 * The agent hands out no cash and gets no more; the float stays as it is.
 *
 * @throws NOT_FOUND       there is no such agent
 * @throws AGENT_SUSPENDED they are suspended already; `details.status`
 *
 * Decision 0076.
 */
export function suspendAgent(act: Act, id: string): Promise<Agent> {
  return moved(act, id, agentMoves.suspend);
}

/**
 * @throws NOT_FOUND           there is no such agent
 * @throws AGENT_NOT_SUSPENDED `details.status`
 *
 * Decision 0076.
 */
export function reactivateAgent(act: Act, id: string): Promise<Agent> {
  return moved(act, id, agentMoves.reactivate);
}

type Edge = (typeof agentMoves)['suspend' | 'reactivate'];

async function moved(act: Act, id: string, edge: Edge): Promise<Agent> {
  const agent = await move(act, 'agents', id, edge);
  if (!agent) throw notFound('agt');
  return agent;
}
