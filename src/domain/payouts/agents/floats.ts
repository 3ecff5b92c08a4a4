import type { Act } from '../../../engine/context.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type Amount, amountOf } from '../../money/amounts/amount.ts';
import { byCurrency, type Currency } from '../../money/amounts/currency.ts';
import { floatAccountOf } from '../../money/ledger/float-movements.ts';
import { findFloatBalances } from '../../money/ledger/float-queries.ts';
import { type AgentFloat, findThresholds } from './queries.ts';

/** The cash of an agent in one currency, and below which the merchant is told; null: never. */
type Float = { readonly balance: Amount; readonly lowThreshold: Amount | null };
export type Floats = Readonly<Record<Currency, Float>>;

/** The floats of some agents, in the order of their ids. */
export async function readFloats(
  db: Db,
  merchantId: MerchantId,
  agentIds: readonly string[],
): Promise<readonly Floats[]> {
  if (agentIds.length === 0) return [];
  const accounts = agentIds.map(floatAccountOf);
  const [balances, thresholds] = [
    await findFloatBalances(db, merchantId, accounts),
    await findThresholds(db, merchantId, agentIds),
  ];
  return agentIds.map((agentId) =>
    byCurrency((currency) => {
      const code = floatAccountOf(agentId);
      const known = balances.find((row) => row.code === code && row.currency === currency);
      const set = thresholds.find((row) => row.agent_id === agentId && row.currency === currency);
      const low = set?.low_threshold ?? null;
      return {
        balance: amountOf(-(known?.balance ?? 0n)),
        lowThreshold: low === null ? null : amountOf(low),
      };
    }),
  );
}

/** The subject of the events about a float. */
export function floatRow(
  act: Act,
  about: { readonly agentId: string; readonly currency: Currency; readonly lowThreshold: Amount | null },
): AgentFloat {
  const { agentId, currency, lowThreshold } = about;
  return { merchant_id: act.merchant.id, agent_id: agentId, currency, low_threshold: lowThreshold };
}

/**
 * Tells the merchant once when cash that was handed out takes a float below its threshold, and once when nothing is left.
 *
 * @param before the float before the cash was handed out
 * @param paid more than zero
 */
export async function recordCrossing(
  act: Act,
  row: AgentFloat,
  { before, paid }: { readonly before: Amount; readonly paid: bigint },
): Promise<void> {
  const after = before - paid;
  const low = row.low_threshold;
  if (after === 0n) await recordEvent(act, 'agent.float.depleted', row);
  else if (low !== null && before >= low && after < low) await recordEvent(act, 'agent.float.low', row);
}
