import { currencies } from '../../../../../domain/money/amounts/currency.ts';
import { type Floats, readFloats } from '../../../../../domain/payouts/agents/floats.ts';
import { type Agent, findAgent, findAgents } from '../../../../../domain/payouts/agents/queries.ts';
import { notFound, readId, showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { agentsWords as words } from '../../../../words/dashboard/money/agents.ts';
import { formTo, selectField, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { exact, link, linkButton, section, state } from '../../../parts/show.ts';
import { facts, pageIn, pager, table } from '../../../parts/tables.ts';
import { onceOf } from '../../../requests/acting.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const pageRows = 30;
const looks = { active: 'good', suspended: 'bad' } as const;
const standing = ({ status }: Agent): Html => state(words.states[status], looks[status]);

export const agentAddress = ({ base }: MerchantVisit, id: string): string =>
  `${base}/agents/${showId('agt', id)}`;

/** The agent that the address names. @throws NOT_FOUND also for one of another merchant */
export async function agentIn({ ctx, merchantId, params }: MerchantVisit): Promise<Agent> {
  const found = await findAgent(ctx.db, merchantId, readId('agt', params['agent'] ?? ''));
  if (!found) throw notFound('agt');
  return found;
}

export async function showAgents(visit: MerchantVisit): Promise<Answer> {
  const { ctx, merchantId, query } = visit;
  const after = pageIn(visit);
  const found = await findAgents(ctx.db, merchantId, { after, rows: pageRows + 1 });
  const agents = found.slice(0, pageRows);
  const ids = agents.map(({ id }) => id);
  const floats = await readFloats(ctx.db, merchantId, ids);
  const rows = agents.map((agent, at) => ({ agent, floats: floats[at] }));
  return screen(visit, {
    title: words.title,
    done: words.done[query.get('done') ?? ''],
    actions: visit.may('payout') && linkButton(`${visit.base}/agents/new`, words.add),
    main: html`<p class="soft">${words.intro}</p>
${table<(typeof rows)[number]>({
  caption: words.title,
  columns: [
    { title: words.name, cell: ({ agent }) => link(agentAddress(visit, agent.id), agent.name) },
    { title: words.phone, cell: ({ agent }) => agent.phone },
    { title: words.location, cell: ({ agent }) => agent.location ?? '' },
    ...currencies.map((currency) => ({
      title: words.float(currency),
      isNumber: true,
      cell: ({ floats: of }: (typeof rows)[number]) => of && showMoney(of[currency].balance, currency),
    })),
    { title: words.state, cell: ({ agent }) => standing(agent) },
  ],
  rows,
  empty: words.none,
})}
${pager(visit, { older: found.length > pageRows ? ids.at(-1) : undefined, isFirst: after === undefined })}`,
  });
}

export function showAdd(visit: MerchantVisit): Answer {
  return screen(visit, {
    title: words.add,
    up: { label: words.title, to: `${visit.base}/agents` },
    main: formTo(visit, {
      to: `${visit.base}/agents/new`,
      button: words.add,
      cancel: `${visit.base}/agents`,
      once: onceOf(),
      fields: html`${textField(visit, { name: 'name', label: words.name, maxlength: 120 })}
${textField(visit, { name: 'phone', label: words.phone, inputmode: 'tel', maxlength: 30 })}
${textField(visit, { name: 'location', label: words.location, optional: true, maxlength: 120 })}
${currencies.map((currency) => textField(visit, { name: `low_${currency}`, label: words.low(currency), hint: words.lowHint, optional: true, inputmode: 'decimal' }))}`,
    }),
  });
}

export async function showAgent(visit: MerchantVisit): Promise<Answer> {
  const agent = await agentIn(visit);
  const [floats] = await readFloats(visit.ctx.db, visit.merchantId, [agent.id]);
  return screen(visit, {
    title: agent.name,
    up: { label: words.title, to: `${visit.base}/agents` },
    done: words.done[visit.query.get('done') ?? ''],
    actions: standing(agent),
    main: html`${section(words.title, floats && factsOf(agent, floats))}${visit.may('payout') && actions(visit, agent)}`,
  });
}

function factsOf(agent: Agent, floats: Floats): Html {
  return facts([
    [words.phone, agent.phone],
    agent.location !== null && [words.location, agent.location],
    ...currencies.map(
      (currency) => [words.float(currency), showMoney(floats[currency].balance, currency)] as const,
    ),
    ...currencies.map((currency) => {
      const low = floats[currency].lowThreshold;
      return low !== null && ([words.low(currency), showMoney(low, currency)] as const);
    }),
    ['ID', exact(showId('agt', agent.id))],
  ]);
}

function actions(visit: MerchantVisit, agent: Agent): Html {
  const address = agentAddress(visit, agent.id);
  const isActive = agent.status === 'active';
  const options = currencies.map((value) => ({ value, label: value }));
  const topUp = formTo(visit, {
    to: `${address}/float`,
    button: words.topUp,
    once: onceOf(),
    fields: html`${textField(visit, { name: 'amount', label: words.amount, inputmode: 'decimal' })}
${selectField(visit, { name: 'currency', label: words.currency, options })}`,
  });
  // A suspended agent gets no cash: the form could only be refused.
  return html`${isActive && section(words.topUp, html`<p>${words.topUpText}</p>${topUp}`)}
${section(
  isActive ? words.suspend : words.reactivate,
  html`<p>${words.suspendText}</p>${formTo(visit, { to: `${address}/${isActive ? 'suspend' : 'reactivate'}`, button: isActive ? words.suspend : words.reactivate, look: isActive ? 'danger' : 'quiet' })}`,
)}`;
}
