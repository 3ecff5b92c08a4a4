import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place } from '../../../../journeys/shop.ts';
import { anAgent, anAgentWith, cashPayout, collect, topUp } from '../../../../support/builders/agents.ts';
import { eventsAbout } from '../../../../support/builders/inside.ts';
import { openPaidShop } from '../../../../support/builders/payouts.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const nothing = { USD: '0.00', ZWG: '0.00' };

describe('an agent', () => {
  it('is saved with a threshold per currency, and listed newest first, in pages', async () => {
    const shop = await openShop(app);

    const first = await anAgent(shop.api, { location: 'Main Street 12', low_threshold: { USD: '100.00' } });
    const second = await anAgent(shop.api, { name: 'Rudo', phone: '+263882000222' });

    const read = await shop.api('getAgent', { params: { id: first } });
    expect(read.data).toMatchObject({
      id: first,
      name: 'Corner Shop',
      phone: '+263772000111',
      location: 'Main Street 12',
      status: 'active',
      float: nothing,
      low_threshold: { USD: '100.00', ZWG: null },
    });
    const page = await shop.api('listAgents', { query: { limit: 1 } });
    const next = await shop.api('listAgents', { query: { cursor: page.data.next_cursor ?? '' } });
    expect(page.data.items).toMatchObject([{ id: second, location: null, low_threshold: { USD: null } }]);
    expect([page.data.has_more, next.data.has_more]).toEqual([true, false]);
    expect(next.data.items).toEqual([read.data]);
  });

  it.each([
    [{ phone: '12345' }, 'INVALID_PHONE'],
    [{ low_threshold: { USD: '0.00' } }, 'INVALID_AMOUNT'],
    [{ low_threshold: { EUR: '1.00' } }, 'UNKNOWN_FIELD'],
    [{ name: ' ' }, 'VALIDATION_ERROR'],
    [{ location: `card ${'4242 '.repeat(4)}` }, 'CARD_NUMBER_IN_TEXT'],
  ])('with %j is refused: %s', async (about, code) => {
    const shop = await openShop(app);

    const body = { name: 'Corner Shop', phone: '0772000111', ...about };
    const refused = await shop.api('createAgent', { body });

    expect([refused.status, refused.code]).toEqual([400, code]);
    expect((await shop.api('listAgents')).data.items).toEqual([]);
  });

  it('of another merchant is not found by any operation', async () => {
    const [shop, other] = [await openPaidShop(app), await openShop(app)];
    const id = await anAgent(shop.api);
    const cash = await cashPayout(shop.api);

    const answers = [
      await other.api('getAgent', { params: { id } }),
      await other.api('suspendAgent', { params: { id } }),
      await other.api('reactivateAgent', { params: { id } }),
      await other.api('topUpAgentFloat', { params: { id }, body: { amount: '1.00', currency: 'USD' } }),
      await collect(other.api, id, cash),
      await collect(other.api, await anAgentWith(other.api, '100.00'), cash),
    ];

    expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [404, 'NOT_FOUND']));
    expect((await shop.api('getAgent', { params: { id } })).data.status).toBe('active');
  });

  it('who is suspended gets no cash and hands out none, until they are reactivated', async () => {
    const shop = await openPaidShop(app);
    const id = await anAgentWith(shop.api, '100.00');
    const cash = await cashPayout(shop.api);
    const params = { id };

    const suspended = await shop.api('suspendAgent', { params });
    const refused = [
      await shop.api('suspendAgent', { params }),
      await shop.api('topUpAgentFloat', { params, body: { amount: '1.00', currency: 'USD' } }),
      await collect(shop.api, id, cash),
    ];
    const active = await shop.api('reactivateAgent', { params });
    const again = await shop.api('reactivateAgent', { params });
    const collected = await collect(shop.api, id, cash);

    expect(suspended.data).toMatchObject({ status: 'suspended', float: { USD: '100.00' } });
    expect(refused.map(({ status, code, body }) => [status, code, body['details']])).toEqual(
      refused.map(() => [409, 'AGENT_SUSPENDED', { status: 'suspended' }]),
    );
    expect(active.data).toMatchObject({ status: 'active', float: { USD: '100.00' } });
    expect([again.code, again.body['details']]).toEqual(['AGENT_NOT_SUSPENDED', { status: 'active' }]);
    expect(collected.status).toBe(201);
    const types = (await eventsAbout(app, { id })).map(({ type }) => type);
    expect(types).toEqual(['agent.float.topped-up', 'agent.suspended', 'agent.re-activated']);
  });
});

describe('a top-up', () => {
  it('adds to the float of its currency, and not to the balance', async () => {
    const shop = await openPaidShop(app);
    const id = await anAgentWith(shop.api, '100.00');

    const more = await shop.api('topUpAgentFloat', {
      params: { id },
      body: { amount: '0.01', currency: 'USD' },
    });
    await shop.api('topUpAgentFloat', { params: { id }, body: { amount: '7.00', currency: 'ZWG' } });

    expect(more.data).toMatchObject({ agent_id: id, amount: '0.01', currency: 'USD', balance: '100.01' });
    const { data } = await shop.api('getAgent', { params: { id } });
    expect(data.float).toEqual({ USD: '100.01', ZWG: '7.00' });
    expect(await shop.available()).toBe('91.50');
  });

  it('sent twice with its idempotency key counts once', async () => {
    const shop = await openShop(app);
    const id = await anAgent(shop.api);
    const asking = {
      params: { id },
      body: { amount: '50.00', currency: 'USD' },
      headers: { 'idempotency-key': 'cash-1' },
    };

    const answers = [await shop.api('topUpAgentFloat', asking), await shop.api('topUpAgentFloat', asking)];

    expect(answers.map(({ data }) => data.balance)).toEqual(['50.00', '50.00']);
    expect((await shop.api('getAgent', { params: { id } })).data.float.USD).toBe('50.00');
  });

  it('above the greatest payout is refused', async () => {
    const shop = await openShop(app);
    const params = { id: await anAgent(shop.api) };

    const body = { amount: '1000000.01', currency: 'USD' };
    const refused = await shop.api('topUpAgentFloat', { params, body });

    expect([refused.code, refused.body['details']]).toEqual(['AMOUNT_TOO_LARGE', { maximum: '1000000.00' }]);
  });
});

describe('a float', () => {
  it('is reported once per crossing: below the threshold, and at zero', async () => {
    const shop = await openPaidShop(app);
    const id = await anAgentWith(shop.api, '69.19', { low_threshold: { USD: '50.00' } });
    const handOut = async (amount: string) => collect(shop.api, id, await cashPayout(shop.api, amount));

    await handOut('20.23');
    await handOut('10.23');
    await topUp(shop.api, id, '20.00');
    await handOut('10.23');
    await handOut('10.23');

    const events = await eventsAbout(app, { id });
    expect(events.map(({ type, data }) => [type, data['balance']])).toEqual([
      ['agent.float.topped-up', '69.1900'],
      ['agent.float.low', '49.4600'],
      ['agent.float.topped-up', '59.7300'],
      ['agent.float.low', '40.2700'],
    ]);
  });

  it('that is handed out to the last cent is reported as depleted, even from above the threshold', async () => {
    const shop = await openPaidShop(app);
    const id = await anAgentWith(shop.api, '19.73', { low_threshold: { USD: '10.00' } });

    await collect(shop.api, id, await cashPayout(shop.api, '20.23'));

    const events = await eventsAbout(app, { id });
    expect(events.map(({ type }) => type)).toEqual(['agent.float.topped-up', 'agent.float.depleted']);
  });
});
