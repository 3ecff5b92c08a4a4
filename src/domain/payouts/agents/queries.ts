import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type Agent = Selectable<ModeTables['agents']>;
export type AgentFloat = Selectable<ModeTables['agent_floats']>;
export type CashOut = Selectable<ModeTables['cash_outs']>;

type New<T extends 'agents' | 'agent_top_ups' | 'cash_outs'> = Omit<Insertable<ModeTables[T]>, 'merchant_id'>;

export function insertAgent(tx: Tx, merchantId: MerchantId, agent: New<'agents'>): Promise<Agent> {
  return tx
    .insertInto('agents')
    .values({ ...agent, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets for each currency below which float the merchant is told. */
export async function insertThresholds(
  tx: Tx,
  merchantId: MerchantId,
  thresholds: readonly Pick<AgentFloat, 'agent_id' | 'currency' | 'low_threshold'>[],
): Promise<void> {
  if (thresholds.length === 0) return;
  await tx
    .insertInto('agent_floats')
    .values(thresholds.map((one) => ({ ...one, merchant_id: merchantId })))
    .execute();
}

export function findAgent(db: Db, merchantId: MerchantId, id: string): Promise<Agent | undefined> {
  return agentsOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

/** Like findAgent, but nobody can suspend the agent before this transaction ends. Lock the agent before a payout. */
export function lockAgent(tx: Tx, merchantId: MerchantId, id: string): Promise<Agent | undefined> {
  return agentsOf(tx, merchantId).where('id', '=', id).forShare().executeTakeFirst();
}

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export function findAgents(db: Db, merchantId: MerchantId, page: WantedRows): Promise<Agent[]> {
  let agents = agentsOf(db, merchantId);
  if (page.after !== undefined) agents = agents.where('id', '<', page.after);
  return agents.orderBy('id', 'desc').limit(page.rows).execute();
}

function agentsOf(db: Db, merchantId: MerchantId) {
  return db.selectFrom('agents').selectAll().where('merchant_id', '=', merchantId);
}

export function findThresholds(
  db: Db,
  merchantId: MerchantId,
  agentIds: readonly string[],
): Promise<AgentFloat[]> {
  return db
    .selectFrom('agent_floats')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('agent_id', 'in', agentIds)
    .execute();
}

/** The agent who handed out the cash of a payout; undefined if nobody did. */
export function findHandedOutBy(
  db: Db,
  merchantId: MerchantId,
  payoutId: string,
): Promise<Pick<Agent, 'id' | 'name'> | undefined> {
  return db
    .selectFrom('cash_outs as c')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 'c.merchant_id').onRef('a.id', '=', 'c.agent_id'),
    )
    .select(['a.id', 'a.name'])
    .where('c.merchant_id', '=', merchantId)
    .where('c.payout_id', '=', payoutId)
    .where('c.outcome', '=', 'completed')
    .executeTakeFirst();
}

export async function insertTopUp(
  tx: Tx,
  merchantId: MerchantId,
  topUp: New<'agent_top_ups'>,
): Promise<void> {
  await tx
    .insertInto('agent_top_ups')
    .values({ ...topUp, merchant_id: merchantId })
    .execute();
}

export function insertCashOut(tx: Tx, merchantId: MerchantId, cashOut: New<'cash_outs'>): Promise<CashOut> {
  return tx
    .insertInto('cash_outs')
    .values({ ...cashOut, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}
