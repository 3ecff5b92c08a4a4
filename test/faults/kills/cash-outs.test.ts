import { beforeAll, describe, expect, it } from 'vitest';
import { anAgentWith, type Cash, cashPayout, collect, wrongOtp } from '../../support/builders/agents.ts';
import { aCardCheckout, openedCheckout } from '../../support/builders/build.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';
import { payByCard } from '../../support/service/page.ts';

const { service, receiver } = victimForFile(({ url }) => ({ webhookUrl: `${url}/app`, eventTypes: ['*'] }));
const count = 8;
let agents: string[] = [];
let payouts: Cash[] = [];

beforeAll(async () => {
  const { api } = service();
  const body = aCardCheckout({ amount: '1000.00', notificationUrl: `${receiver().url}/hook` });
  await payByCard((await openedCheckout(api, body)).payment_url, '4242424242424242');
  for (let made = 0; made < count; made += 1) payouts.push(await cashPayout(api));
  agents = [await anAgentWith(api, '500.00'), await anAgentWith(api, '500.00')];
  // One wrong code each, so that the count of tries is in the middle too.
  for (const cash of payouts) await collect(api, agents[0] ?? '', wrongOtp(cash));
});

const floats = async () =>
  (await service().api('listAgents')).data.items.reduce((sum, { float }) => sum + Number(float.USD) * 100, 0);

describe('the service is killed with kill -9', () => {
  it('in the middle of cash-outs: none is done by half', async () => {
    const { api } = service();
    const slow = await service().delayWrites('BEFORE INSERT ON sandbox.ledger_journals FOR EACH ROW', 60);
    const calls = payouts.map((cash, at) =>
      collect(api, agents[at % 2] ?? '', cash, { 'idempotency-key': `collect-${at}` }).catch(() => undefined),
    );
    await until('cash-outs have begun', async () => (await waiting()) > 0);

    await service().kill();

    await Promise.all(calls);
    await slow();
    await service().restart();
    await service().expireLeases();
    expect(await service().count(`payouts WHERE status <> 'processing'`)).toBe(0);
    expect(await service().count(`cash_outs WHERE outcome = 'completed'`)).toBe(0);
    expect(await floats()).toBe(100_000);
  });

  it('and the same calls again hand out each payout once', async () => {
    const { api } = service();
    const again = async () => {
      const calls = payouts.map((cash, at) =>
        collect(api, agents[at % 2] ?? '', cash, { 'idempotency-key': `collect-${at}` }),
      );
      return (await Promise.all(calls)).map(({ status, code }) => (code === '' ? status : code));
    };

    const [first, second] = [await again(), await again()];

    expect([first, second]).toEqual([payouts.map(() => 201), payouts.map(() => 201)]);
    expect(await floats()).toBe(100_000 - count * 1973);
    const twice = await service().owner(
      `SELECT p.id FROM sandbox.payouts p WHERE 1 <> (SELECT count(*) FROM sandbox.ledger_journals j WHERE j.source_id = p.id AND j.movement = 'cash_out.completed')
        OR 1 <> (SELECT count(*) FROM sandbox.events e WHERE e.resource_id = p.id AND e.type = 'agent.cash-out.completed')
        OR 1 <> (SELECT count(*) FROM sandbox.events e WHERE e.resource_id = p.id AND e.type = 'payment.payout-item.succeeded')`,
    );
    expect(twice).toEqual([]);
    expect(await service().ledgerErrors()).toEqual([]);
  });
});

/** Cash-outs that wait for the delayed write. */
async function waiting(): Promise<number> {
  const [row] = await service().owner(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep'`,
  );
  return Number(row?.['n']);
}
