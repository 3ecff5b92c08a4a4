import { firstPage, funds, turnClock } from './payments.ts';
import type { Data, Shop } from './shop.ts';
import { onPath, type Start, type Starts } from './start.ts';

const named = { name: 'Corner Shop', phone: '0772000111' };
const cash = { amount: '2.23', currency: 'USD', method: 'agent_cash' };
const wrong = '00000000';

async function agent(shop: Shop): Promise<string> {
  return String((await shop.api('createAgent', { body: named }))['id']);
}

async function agentWithCash(shop: Shop): Promise<string> {
  const id = await agent(shop);
  await shop.api('topUpAgentFloat', { path: { id }, body: { amount: '100.00', currency: 'USD' } });
  return id;
}

async function suspended(shop: Shop): Promise<string> {
  const id = await agent(shop);
  await shop.api('suspendAgent', { path: { id } });
  return id;
}

async function payout(shop: Shop, about: Data = cash): Promise<Data> {
  await funds(shop);
  return await shop.api('requestPayout', { body: about });
}

const code = { body: { payout_id: '{{payout}}', agent_otp: '{{code}}' } };

/** A code is given to an agent for a payout in cash. */
function given(name: string, who: (shop: Shop) => Promise<string>, more: Partial<Start> = {}): Start {
  const make = async (shop: Shop) => {
    const { payout_id, agent_otp } = await payout(shop);
    return { id: await who(shop), payout: String(payout_id), code: String(agent_otp) };
  };
  return { name, make, request: { path: { id: '{{id}}' }, ...code }, ...more };
}

async function locked(shop: Shop): Promise<Readonly<Record<string, string>>> {
  const id = await agentWithCash(shop);
  const { payout_id, agent_otp } = await payout(shop);
  const body = { payout_id, agent_otp: agent_otp === wrong ? '11111111' : wrong };
  for (let tried = 0; tried < 5; tried += 1)
    await shop.api('createAgentCashOut', { path: { id }, body }).catch(() => undefined);
  return { id, payout: String(payout_id), code: String(agent_otp) };
}

async function toBank(shop: Shop): Promise<Readonly<Record<string, string>>> {
  const { payout_id } = await payout(shop, { ...cash, method: 'mobile_money', ...wallet });
  return { id: await agentWithCash(shop), payout: String(payout_id), code: wrong };
}

const wallet = { mobile_money_provider: 'wallet_a', mobile_money_number: '0781234567' };
const path = { id: '{{id}}' };
const topUp = { body: { amount: '5.00', currency: 'USD' } };

const item = { amount: '2.00', currency: 'USD', method: 'mobile_money', ...wallet };
const csv =
  'amount,currency,method,mobile_money_provider,mobile_money_number\n2.00,USD,mobile_money,wallet_a,0781234567\n';

async function batch(shop: Shop): Promise<string> {
  await funds(shop);
  const { id } = await shop.api('createPayoutBatch', { body: { items: [item, item] } });
  // So that its items name their payouts.
  await turnClock(shop);
  return String(id);
}

const funded = async (shop: Shop) => {
  await funds(shop);
  return {};
};

const batches: Starts = {
  createPayoutBatch: [
    { name: 'as items', make: funded, request: { body: { items: [item, item] } } },
    { name: 'as CSV', make: funded, request: { body: { csv } } },
    {
      name: 'more than there is',
      make: funded,
      refusal: 'INSUFFICIENT_BALANCE',
      request: { body: { items: [{ ...item, amount: '999999.00', currency: 'ZWG' }] } },
    },
  ],
  listPayoutBatches: [firstPage(batch), { name: 'all' }],
  getPayoutBatch: [onPath('of two', batch)],
  listPayoutBatchItems: [onPath('of two', batch, { request: { query: { limit: '1' } } })],
};

export const agentStarts: Starts = {
  ...batches,
  createAgent: [
    { name: 'by name and phone', request: { body: named } },
    {
      name: 'with a threshold',
      request: { body: { ...named, location: 'Main Street 12', low_threshold: { USD: '10.00' } } },
    },
  ],
  listAgents: [firstPage(agent), { name: 'all' }],
  getAgent: [onPath('with cash', agentWithCash)],
  suspendAgent: [
    onPath('active', agent),
    onPath('suspended already', suspended, { refusal: 'AGENT_SUSPENDED' }),
  ],
  reactivateAgent: [
    onPath('suspended', suspended),
    onPath('active already', agent, { refusal: 'AGENT_NOT_SUSPENDED' }),
  ],
  topUpAgentFloat: [
    onPath('active', agent, { request: topUp }),
    onPath('suspended', suspended, { refusal: 'AGENT_SUSPENDED', request: topUp }),
    onPath('too much', agent, {
      refusal: 'AMOUNT_TOO_LARGE',
      request: { body: { amount: '1000000.01', currency: 'USD' } },
    }),
  ],
  createAgentCashOut: [
    given('the right code', agentWithCash),
    given('an agent without cash', agent, { refusal: 'AGENT_FLOAT_INSUFFICIENT' }),
    given('a suspended agent', suspended, { refusal: 'AGENT_SUSPENDED' }),
    given('a wrong code', agentWithCash, {
      refusal: 'OTP_INVALID',
      request: { path, body: { payout_id: '{{payout}}', agent_otp: wrong } },
    }),
    { name: 'after five wrong codes', refusal: 'OTP_LOCKED', make: locked, request: { path, ...code } },
    { name: 'no cash', refusal: 'PAYOUT_NOT_REDEEMABLE', make: toBank, request: { path, ...code } },
  ],
};
