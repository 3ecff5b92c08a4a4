import type { Moves } from '../../../engine/states/moves.ts';

/** The moves of an agent, who begins as `active`. Decision 0076. */
export const agentMoves = {
  suspend: { from: ['active'], to: 'suspended', otherwise: 'AGENT_SUSPENDED', event: 'agent.suspended' },
  reactivate: {
    from: ['suspended'],
    to: 'active',
    otherwise: 'AGENT_NOT_SUSPENDED',
    event: 'agent.re-activated',
  },
} as const satisfies Moves<'agents'>;
