import { member, type Route } from '../../../requests/route.ts';
import { showAdd, showAgent, showAgents } from './agents.ts';
import { add, reactivate, suspend, topUp } from './managing.ts';

/** Agents who hand out cash. Spec: "Payouts", cash by an agent. Decision 0076. */
export const agentsRoutes: readonly Route[] = [
  member('see').get('/agents', showAgents),
  member('payout').get('/agents/new', showAdd, { stepUp: true }),
  member('payout').post('/agents/new', add, { again: showAdd, stepUp: true }),
  member('see').get('/agents/:agent', showAgent),
  member('payout').post('/agents/:agent/float', topUp, { again: showAgent, stepUp: true }),
  member('payout').post('/agents/:agent/suspend', suspend, { again: showAgent }),
  member('payout').post('/agents/:agent/reactivate', reactivate, { again: showAgent }),
];
