import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { lockAgent } from '../../../../../src/domain/payouts/agents/queries.ts';
import { uuidIn } from '../../../../../src/platform/ids.ts';
import { openService, type Place, type Shop } from '../../../../journeys/shop.ts';
import {
  anAgentWith,
  type Cash,
  cashPayout,
  collect,
  wrongOtp,
} from '../../../../support/builders/agents.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { actingAs, eventsAbout } from '../../../../support/builders/inside.ts';
import { booksOf, fiveMinutes, openPaidShop } from '../../../../support/builders/payouts.ts';
import { atOnce, counted, times } from '../../../../support/checks/at-once.ts';
import { isOnCluster } from '../../../../support/citus/nodes.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

/** Gives a code until it is judged: a busy machine answers SERVICE_UNAVAILABLE to some. */
async function give(shop: Shop, agent: string, cash: Cash): Promise<string> {
  const { status, code } = await collect(shop.api, agent, cash);
  if (code === 'SERVICE_UNAVAILABLE') return await give(shop, agent, cash);
  return code === '' ? String(status) : code;
}

const typesOf = async ({ payout_id: id }: Cash) => (await eventsAbout(app, { id })).map(({ type }) => type);

const collected = ['agent.cash-out.completed', 'payment.payout-item.succeeded'];

describe('one code', () => {
  it('given forty times at once to two agents is good once', async () => {
    const shop = await openPaidShop(app);
    const agents = [await anAgentWith(shop.api, '50.00'), await anAgentWith(shop.api, '50.00')];
    const cash = await cashPayout(shop.api);

    const answers = await atOnce(
      20,
      times(40, (at) => () => give(shop, agents[at % 2] ?? '', cash)),
    );

    expect(counted(answers)).toEqual({ 201: 1, PAYOUT_NOT_REDEEMABLE: 39 });
    const floats = (await shop.api('listAgents')).data.items.map(({ float }) => float.USD);
    expect(floats.toSorted()).toEqual(['30.27', '50.00']);
    expect(await typesOf(cash)).toEqual(collected);
  });

  it('is tried wrongly at most five times, however many try at once', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '50.00');
    const cash = await cashPayout(shop.api);

    const answers = await atOnce(
      20,
      times(40, () => () => give(shop, agent, wrongOtp(cash))),
    );

    expect(counted(answers)).toEqual({ OTP_INVALID: 4, OTP_LOCKED: 36 });
    expect(await typesOf(cash)).toHaveLength(6);
  });

  it('against the end of its payout: the cash is handed out, or the money is paid or back, never two of them', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '100.00');
    const rounds = ['8.00', '8.23', '8.13', '8.21'];
    const payouts = [];
    for (const amount of rounds) payouts.push(await cashPayout(shop.api, amount));
    await turnClock(shop.api, fiveMinutes - 1);

    const giving = payouts.flatMap((cash) => times(4, () => () => give(shop, agent, cash)));
    await Promise.all([atOnce(16, giving), turnClock(shop.api, 3 * 24 * 60 * 60)]);

    const { data } = await shop.api('listPayouts');
    for (const cash of payouts) {
      const types = await typesOf(cash);
      const ends = types.filter((type) => /\.(succeeded|failed|blocked|unclaimed)$/.test(type));
      expect(ends).toHaveLength(1);
      const isCollected = types.includes('agent.cash-out.completed');
      expect(isCollected ? types.slice(-2) : collected).toEqual(collected);
    }
    expect(data.items.filter(({ status }) => status === 'processing' || status === 'held')).toEqual([]);
    expect(await booksOf(app, shop)).toMatchObject({ payout_in_transit: '0.00' });
  });
});

describe('a float', () => {
  it('is never handed out twice: twelve payouts at once share what one agent has', async () => {
    const shop = await openPaidShop(app);
    const agent = await anAgentWith(shop.api, '20.00');
    const payouts = [];
    for (let made = 0; made < 12; made += 1) payouts.push(await cashPayout(shop.api, '5.23'));

    const answers = await atOnce(
      12,
      payouts.map((cash) => () => give(shop, agent, cash)),
    );

    expect(counted(answers)).toEqual({ 201: 4, AGENT_FLOAT_INSUFFICIENT: 8 });
    const { data } = await shop.api('getAgent', { params: { id: agent } });
    expect(data.float.USD).toBe('1.08');
    expect(await booksOf(app, shop)).toMatchObject({ payout_in_transit: '41.84' });
  });
});

describe('the suspension of an agent', () => {
  // Whoever waits on another node is not seen.
  it.skipIf(isOnCluster)(
    'waits for the cash that they are handing out: once it is answered, they hand out none',
    async () => {
      const shop = await openPaidShop(app);
      const agent = await anAgentWith(shop.api, '20.00');
      const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
      const { promise: end, resolve: commit } = Promise.withResolvers<void>();
      onTestFinished(() => commit());
      const cashOut = actingAs(app, shop.merchant, async ({ tx, merchant }) => {
        const found = await lockAgent(tx, merchant.id, uuidIn(agent) ?? '');
        locked();
        await end;
        return found?.status;
      });
      await isLocked;

      const suspended = shop.api('suspendAgent', { params: { id: agent } });
      await expect.poll(waitingForAgents, { timeout: 10_000 }).toBe(1);
      commit();

      expect([await cashOut, (await suspended).data.status]).toEqual(['active', 'suspended']);
    },
  );
});

async function waitingForAgents(): Promise<number> {
  const rows = await app.database.asOwner(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'agents'`,
  );
  return rows.length;
}
