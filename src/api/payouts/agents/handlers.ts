import { type Amount, parseAmount } from '../../../domain/money/amounts/amount.ts';
import { type Currency, currencies } from '../../../domain/money/amounts/currency.ts';
import { normalisePhone } from '../../../domain/money/wallets/phone.ts';
import { addAgent } from '../../../domain/payouts/agents/add-agent.ts';
import { cashOut } from '../../../domain/payouts/agents/cash-out.ts';
import { readFloats } from '../../../domain/payouts/agents/floats.ts';
import { type Agent, findAgent, findAgents } from '../../../domain/payouts/agents/queries.ts';
import {
  reactivateAgent as reactivate,
  suspendAgent as suspend,
} from '../../../domain/payouts/agents/suspend-agent.ts';
import { topUpFloat } from '../../../domain/payouts/agents/top-up-float.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { RequestOf } from '../../../platform/contract/types.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { agentView, cashOutView, floatTopUpView } from './view.ts';

export const createAgent: Handler<'createAgent'> = async (call) => {
  const { name, phone, location = null, low_threshold: thresholds = {} } = call.body;
  const wanted = { name, phone: normalisePhone(phone), location, thresholds: amountsIn(thresholds) };
  return call.reply(201, await shown(call.tx, call.merchant.id, await addAgent(call, wanted)));
};

export const listAgents: Handler<'listAgents'> = async (call) => {
  const { db, merchant } = call;
  const agents = await findPage(call.query, (page) => findAgents(db, merchant.id, page));
  const floats = await readFloats(
    db,
    merchant.id,
    agents.rows.map(({ id }) => id),
  );
  return call.reply(
    200,
    showPage(agents, (agent) => agentView(agent, floats[agents.rows.indexOf(agent)])),
  );
};

export const getAgent: Handler<'getAgent'> = async (call) => {
  const agent = await findAgent(call.db, call.merchant.id, readId('agt', call.params.id));
  if (!agent) throw notFound('agt');
  return call.reply(200, await shown(call.db, call.merchant.id, agent));
};

export const suspendAgent: Handler<'suspendAgent'> = async (call) => {
  const agent = await suspend(call, readId('agt', call.params.id));
  return call.reply(200, await shown(call.tx, call.merchant.id, agent));
};

export const reactivateAgent: Handler<'reactivateAgent'> = async (call) => {
  const agent = await reactivate(call, readId('agt', call.params.id));
  return call.reply(200, await shown(call.tx, call.merchant.id, agent));
};

export const topUpAgentFloat: Handler<'topUpAgentFloat'> = async (call) => {
  const { amount, currency } = call.body;
  const agentId = readId('agt', call.params.id);
  const wanted = { agentId, amount: parseAmount(amount, currency), currency };
  return call.reply(201, floatTopUpView(await topUpFloat(call, wanted)));
};

export const createAgentCashOut: Handler<'createAgentCashOut'> = async (call) => {
  const { payout_id: payoutId, agent_otp: code } = call.body;
  const agentId = readId('agt', call.params.id);
  const { cashOut: given, triesLeft } = await cashOut(call, {
    agentId,
    payoutId: readId('po', payoutId),
    code,
  });
  if (given.outcome === 'wrong_code') return call.refuse('OTP_INVALID', { tries_left: triesLeft });
  if (given.outcome === 'locked') return call.refuse('OTP_LOCKED', { status: 'held' });
  return call.reply(201, cashOutView(given));
};

async function shown(db: Db, merchantId: MerchantId, agent: Agent) {
  const [floats] = await readFloats(db, merchantId, [agent.id]);
  return agentView(agent, floats);
}

type Thresholds = NonNullable<RequestOf<'createAgent'>['body']['low_threshold']>;

function amountsIn(thresholds: Thresholds): Partial<Record<Currency, Amount>> {
  const amounts: Partial<Record<Currency, Amount>> = {};
  for (const currency of currencies) {
    const text = thresholds[currency];
    if (text !== undefined) amounts[currency] = parseAmount(text, currency);
  }
  return amounts;
}
