import type { Act } from '../../../engine/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { Amount } from '../../money/amounts/amount.ts';
import { type Currency, currencies } from '../../money/amounts/currency.ts';
import { type Agent, insertAgent, insertThresholds } from './queries.ts';

export type WantedAgent = {
  readonly name: string;
  readonly phone: string;
  readonly location: string | null;
  /** Below which float the merchant is told. */
  readonly thresholds: Readonly<Partial<Record<Currency, Amount>>>;
};

/** Saves an agent, who is active and has no cash yet. Decision 0076. */
export async function addAgent(act: Act, { thresholds, ...about }: WantedAgent): Promise<Agent> {
  const id = newId();
  const created_at = act.ctx.now(act.merchant);
  const agent = await insertAgent(act.tx, act.merchant.id, { ...about, id, status: 'active', created_at });
  const set = currencies.flatMap((currency) => {
    const low_threshold = thresholds[currency];
    return low_threshold === undefined ? [] : [{ agent_id: id, currency, low_threshold }];
  });
  await insertThresholds(act.tx, act.merchant.id, set);
  return agent;
}
