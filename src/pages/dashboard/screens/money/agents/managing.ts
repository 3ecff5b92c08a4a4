import { parseAmount } from '../../../../../domain/money/amounts/amount.ts';
import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { normalisePhone } from '../../../../../domain/money/wallets/phone.ts';
import { addAgent } from '../../../../../domain/payouts/agents/add-agent.ts';
import { reactivateAgent, suspendAgent } from '../../../../../domain/payouts/agents/suspend-agent.ts';
import { topUpFloat } from '../../../../../domain/payouts/agents/top-up-float.ts';
import { showId } from '../../../../../platform/ids.ts';
import { showMoney } from '../../../../money.ts';
import { agentsWords as words } from '../../../../words/dashboard/money/agents.ts';
import { typedMoney, typedPhone } from '../../../parts/typed.ts';
import { acting } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseUnverified } from '../../../requests/selling.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { agentAddress, agentIn } from './agents.ts';

/** Judged by the contract of `createAgent`. */
export async function add(visit: MerchantVisit): Promise<Answer> {
  const { value } = visit.form;
  const given = {
    name: value('name'),
    phone: typedPhone(value('phone')),
    location: value('location'),
  };
  const { name, phone, location = null } = judged('createAgent', given, {}, words.missing);
  await refuseUnverified(visit, 'createAgent');
  const wanted = { name, phone: normalisePhone(phone), location, thresholds: thresholdsIn(visit) };
  const made = await acting(visit, 'agent.added', async (act) => {
    const agent = await addAgent(act, wanted);
    return { result: agent.id, object: showId('agt', agent.id), details: { name } };
  });
  return seeOther(`${agentAddress(visit, made)}?done=added`);
}

function thresholdsIn({ form }: MerchantVisit) {
  const typed = currencies
    .map((currency) => ({ currency, field: `low_${currency}`, text: form.value(`low_${currency}`) }))
    .filter(({ text }) => text !== '')
    .map((one) => ({ ...one, money: typedMoney(one.text) }));
  const wrong = typed.filter(({ money }) => money === undefined);
  if (wrong.length > 0)
    throw new WrongFields(Object.fromEntries(wrong.map(({ field }) => [field, words.wrongAmount])));
  return Object.fromEntries(
    typed.flatMap(({ currency, money }) =>
      money === undefined ? [] : [[currency, parseAmount(money, currency)]],
    ),
  );
}

/** Judged by the contract of `topUpAgentFloat`. */
export async function topUp(visit: MerchantVisit): Promise<Answer> {
  const { id } = await agentIn(visit);
  const money = typedMoney(visit.form.value('amount'));
  if (money === undefined) throw new WrongFields({ amount: words.wrongAmount });
  const { amount, currency } = judged('topUpAgentFloat', {
    amount: money,
    currency: visit.form.value('currency'),
  });
  await refuseUnverified(visit, 'topUpAgentFloat');
  await acting(visit, 'agent.float-topped-up', async (act) => {
    const parsed = parseAmount(amount, currency);
    await topUpFloat(act, { agentId: id, amount: parsed, currency });
    return { result: undefined, object: showId('agt', id), details: { amount: showMoney(parsed, currency) } };
  });
  return seeOther(`${agentAddress(visit, id)}?done=topped`);
}

export async function suspend(visit: MerchantVisit): Promise<Answer> {
  const { id } = await agentIn(visit);
  await acting(visit, 'agent.suspended', async (act) => {
    await suspendAgent(act, id);
    return { result: undefined, object: showId('agt', id) };
  });
  return seeOther(`${agentAddress(visit, id)}?done=suspended`);
}

export async function reactivate(visit: MerchantVisit): Promise<Answer> {
  const { id } = await agentIn(visit);
  await acting(visit, 'agent.reactivated', async (act) => {
    await reactivateAgent(act, id);
    return { result: undefined, object: showId('agt', id) };
  });
  return seeOther(`${agentAddress(visit, id)}?done=active`);
}
