import { currencies } from '../../../domain/money/amounts/currency.ts';
import { type Advance, findAdvances, findOffers, type Offer } from '../../../domain/money/capital/queries.ts';
import { remainingOf } from '../../../domain/money/capital/repay.ts';
import { type Dispute, findDisputes } from '../../../domain/payments/disputes/queries.ts';
import { readFloats } from '../../../domain/payouts/agents/floats.ts';
import { findAgents } from '../../../domain/payouts/agents/queries.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { showId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { showMoney } from '../../money.ts';
import { agentsWords } from '../../words/dashboard/money/agents.ts';
import { capitalWords } from '../../words/dashboard/money/capital.ts';
import { disputesWords } from '../../words/dashboard/money/disputes.ts';
import { operatorsWords } from '../../words/dashboard/operators.ts';
import { exact, moment } from '../parts/show.ts';
import { table } from '../parts/tables.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { isOpen } from '../screens/money/disputes/disputes.ts';

const { money: words } = operatorsWords;
const states = { ...disputesWords.states, ...disputesWords.statesToOperators };
const newest = { after: undefined, rows: 20 };

export async function disputesOf(visit: PersonVisit, db: Db, id: MerchantId): Promise<Html> {
  const rows = await findDisputes(db, id, { status: undefined, paymentId: undefined }, newest);
  return html`<h3>${words.disputes}</h3>${table<Dispute>({
    caption: words.disputes,
    columns: [
      { title: 'ID', cell: ({ id: of }) => exact(showId('dsp', of)) },
      { title: disputesWords.payment, cell: (one) => exact(showId('txn', one.transaction_id)) },
      {
        title: disputesWords.amount,
        isNumber: true,
        cell: ({ amount, currency }) => showMoney(amount, currency),
      },
      { title: disputesWords.state, cell: ({ status }) => states[status] },
      { title: disputesWords.reason, cell: ({ reason }) => disputesWords.reasons[reason] },
      { title: disputesWords.due, cell: (one) => (isOpen(one) ? moment(visit, one.evidence_due_at) : '') },
    ],
    rows,
    empty: words.none,
  })}`;
}

type Lent = Pick<Offer, 'id' | 'amount' | 'fee' | 'currency' | 'created_at'> & {
  readonly state: string;
  readonly left: string;
};

export async function capitalOf(visit: PersonVisit, db: Db, id: MerchantId): Promise<Html> {
  const [offers, advances] = await Promise.all([
    findOffers(db, id, {}, newest),
    findAdvances(db, id, {}, newest),
  ]);
  const open = offers.filter(({ status }) => status !== 'accepted');
  const rows: Lent[] = [
    ...open.map((one) => ({ ...one, state: capitalWords.offerStates[one.status], left: '' })),
    ...advances.map((one: Advance) => ({
      ...one,
      state: capitalWords.advanceStates[one.status],
      left: showMoney(remainingOf(one), one.currency),
    })),
  ];
  return html`<h3>${words.capital}</h3>${table<Lent>({
    caption: words.capital,
    columns: [
      { title: capitalWords.since, cell: ({ created_at }) => moment(visit, created_at) },
      {
        title: capitalWords.amount,
        isNumber: true,
        cell: ({ amount, currency }) => showMoney(amount, currency),
      },
      { title: capitalWords.fee, isNumber: true, cell: ({ fee, currency }) => showMoney(fee, currency) },
      { title: capitalWords.left, isNumber: true, cell: ({ left }) => left },
      { title: capitalWords.state, cell: ({ state }) => state },
    ],
    rows,
    empty: words.none,
  })}`;
}

export async function agentsOf(db: Db, id: MerchantId): Promise<Html> {
  const agents = await findAgents(db, id, newest);
  const floats = await readFloats(
    db,
    id,
    agents.map((agent) => agent.id),
  );
  const rows = agents.map((agent, at) => ({ agent, of: floats[at] }));
  return html`<h3>${words.agents}</h3>${table<(typeof rows)[number]>({
    caption: words.agents,
    columns: [
      { title: agentsWords.name, cell: ({ agent }) => agent.name },
      ...currencies.map((currency) => ({
        title: words.float(currency),
        isNumber: true,
        cell: ({ of }: (typeof rows)[number]) => of && showMoney(of[currency].balance, currency),
      })),
      { title: agentsWords.state, cell: ({ agent }) => agentsWords.states[agent.status] },
    ],
    rows,
    empty: words.none,
  })}`;
}
