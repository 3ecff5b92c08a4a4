import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOf } from '../support/api.ts';
import { anEvent, deliveriesOf, manyLost, soon } from '../support/events.ts';
import { aReceiver, type Receiver } from '../support/receiver.ts';
import { openVictim, until, type Victim } from '../support/victim.ts';

/** The service is killed while it sends an outage's events again: each has its replay, and none has two. */
const lost = 1500;

let service: Victim;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await aReceiver();
  service = await openVictim({ webhookUrl: receiver.url, eventTypes: ['*'] });
}, 90_000);
afterAll(async () => {
  await service.close();
  await receiver.close();
}, 60_000);

async function count(what: string, where: string): Promise<number> {
  const [row] = await service.owner(
    `SELECT count(${what})::int AS n FROM sandbox.webhook_deliveries WHERE trigger = 'replay' AND ${where}`,
  );
  return Number(row?.['n']);
}

const replays = () => count('*', 'true');
const finished = () => count('*', "state IN ('delivered', 'exhausted')");

it('neither loses nor repeats an event of a recovery that is killed with kill -9', async () => {
  const api = apiOf(service.baseUrl, service.merchant.secretKey);
  const recover = () => api('recoverEvents', { body: { from_date: '2026-01-01' } });
  const event = await anEvent(api);
  await soon(
    () => deliveriesOf(api, event),
    ([first]) => first?.status === 'delivered',
  );
  await manyLost(service.owner, service.merchant, lost, event);
  // Slow enough that most kills find a batch half written.
  await service.owner(
    `CREATE FUNCTION public.dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN NULL; END $$`,
  );
  await service.owner(
    'CREATE TRIGGER dawdle AFTER INSERT ON sandbox.webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION public.dawdle()',
  );

  expect((await recover()).data.replayed).toBe(lost);
  for (const enough of [200, 800]) {
    await until(`${enough} replays are made`, async () => (await replays()) >= enough);
    await service.kill();
    expect(await replays()).toBeLessThan(lost);
    await service.restart();
    await service.expireLeases();
  }

  await until('all replays are made', async () => (await replays()) === lost);
  await service.owner('DROP FUNCTION public.dawdle() CASCADE');
  await until('all replays are over', async () => (await finished()) === lost);
  expect([await count('DISTINCT event_id', 'true'), await replays()]).toEqual([lost, lost]);
  // A replay that was under way is one whose only attempt was lost: it is exhausted, and a second recovery finds it.
  const { data } = await recover();
  expect(data.replayed).toBe(await count('*', "state = 'exhausted'"));
  await until('the rest has arrived', async () => (await finished()) === lost + data.replayed);
  expect((await recover()).data.replayed).toBe(0);
  expect(
    new Set(receiver.received.map(({ headers }) => headers['service-delivery-id'])).size,
  ).toBeGreaterThan(lost - data.replayed);
}, 150_000);
