import type { Api } from '../service/api.ts';
import { aPayout } from './payouts.ts';

/** Saves an agent and returns the id. */
export async function anAgent(api: Api, about: Record<string, unknown> = {}): Promise<string> {
  const body = { name: 'Corner Shop', phone: '0772000111', ...about };
  const made = await api('createAgent', { body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.data.id;
}

/** An agent who was given this much cash. */
export async function anAgentWith(
  api: Api,
  amount: string,
  about: Record<string, unknown> = {},
): Promise<string> {
  const id = await anAgent(api, about);
  await topUp(api, id, amount);
  return id;
}

export async function topUp(api: Api, id: string, amount: string): Promise<void> {
  const made = await api('topUpAgentFloat', { params: { id }, body: { amount, currency: 'USD' } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
}

/** What somebody needs to collect the cash of a payout. */
export type Cash = { readonly payout_id: string; readonly agent_otp: string };

/** Requests a payout in cash. By default nobody else collects it: the amount ends in .23. */
export async function cashPayout(api: Api, amount = '20.23'): Promise<Cash> {
  const made = await api('requestPayout', { body: aPayout('agent_cash', { amount }) });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { payout_id, agent_otp } = made.data;
  return { payout_id, agent_otp: String(agent_otp) };
}

/** Gives a code to an agent. */
export function collect(api: Api, id: string, body: Cash, headers: Record<string, string> = {}) {
  return api('createAgentCashOut', { params: { id }, body, headers });
}

/** The same payout with another code. */
export function wrongOtp({ payout_id, agent_otp }: Cash): Cash {
  return { payout_id, agent_otp: String((Number(agent_otp) + 1) % 100_000_000).padStart(8, '0') };
}
