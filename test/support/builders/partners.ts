import type { Api } from '../service/api.ts';

/** Opens a subaccount, and returns its id. */
export async function aPartner(api: Api, name = 'Tatenda Banda'): Promise<string> {
  const opened = await api('createSubaccount', { body: { name } });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return opened.data.id;
}

/** Creates a split with a new partner for each of these shares. */
export async function aSplit(api: Api, shares: readonly string[], currency = 'USD') {
  const partners: string[] = [];
  for (const share of shares) partners.push(await aPartner(api, `Partner of ${share}`));
  const body = {
    name: 'Market stall',
    currency,
    shares: shares.map((share, at) => ({ subaccount_id: partners[at], share })),
  };
  const created = await api('createSplit', { body });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return { id: created.data.id, partners };
}

export async function balanceOf(api: Api, id: string | undefined): Promise<string> {
  return (await api('getSubaccount', { params: { id: String(id) } })).data.balance.USD;
}

/** Every entry of a subaccount, oldest first: what happened, the change and the balance after it. */
export async function entriesOf(api: Api, id: string | undefined): Promise<readonly string[]> {
  const { data } = await api('listSubaccountEntries', { params: { id: String(id) }, query: { limit: 100 } });
  return data.items
    .map(({ type, amount, balance_after: after }) => `${type} ${amount}, ${after}`)
    .toReversed();
}

const terms = { amount: '500.00', fee: '50.00', currency: 'USD', holdback_rate: '10.00' };

export async function anOffer(api: Api, about: Record<string, unknown> = {}): Promise<string> {
  const made = await api('createTestCapitalOffer', { body: { ...terms, ...about } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.data.id;
}

/** Offers and accepts an advance of 500.00 for 50.00, of which 10 % of each settled payment repay a part. */
export async function anAdvance(api: Api, about: Record<string, unknown> = {}): Promise<string> {
  const accepted = await api('acceptCapitalOffer', { params: { id: await anOffer(api, about) } });
  if (accepted.status !== 201) throw new Error(JSON.stringify(accepted.body));
  return accepted.data.id;
}
