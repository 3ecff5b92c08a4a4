import type { Agent } from '../../../../domain/payouts/agents/queries.ts';

/** People who hand out cash for payouts. */
export const agentsWords = {
  title: 'Cash agents',
  intro: 'Agents hand out cash for your payouts. Their float is the cash that you gave them.',
  add: 'Add an agent',
  none: 'No agents yet. Add one to pay out in cash.',
  name: 'Name',
  phone: 'Phone number',
  location: 'Place',
  float: (currency: string) => `Float in ${currency}`,
  low: (currency: string) => `Tell us when the float in ${currency} falls below`,
  lowHint: 'Such as 50.00',
  state: 'State',
  topUp: 'Add cash to the float',
  topUpText: 'Write down cash that you gave to the agent. It does not change your balance.',
  amount: 'Amount',
  currency: 'Currency',
  missing: { name: 'Enter a name.', phone: 'Enter a phone number, such as 0771234567.' },
  wrongAmount: 'Enter an amount above zero, such as 250.00.',
  suspend: 'Suspend',
  suspendText: 'A suspended agent hands out no more cash. Their float stays.',
  reactivate: 'Let them work again',
  states: { active: 'Active', suspended: 'Suspended' } satisfies Record<Agent['status'], string>,
  done: {
    added: 'The agent is added.',
    topped: 'The cash is added to the float.',
    suspended: 'The agent is suspended.',
    active: 'The agent can work again.',
  } as Readonly<Record<string, string>>,
} as const;
