import { expect, it } from 'vitest';
import { until, victimForFile } from '../../support/faults/victim.ts';
import { anEvent, deliveriesOf, manyLost, soon } from '../../support/receivers/events.ts';

const { service, receiver } = victimForFile(({ url }) => ({ webhookUrl: url, eventTypes: ['*'] }));

/** The events of an outage that the recovery sends again. */
const lost = 1500;

const replays = (where = 'true') =>
  service().count(`webhook_deliveries WHERE trigger = 'replay' AND ${where}`);
const finished = () => replays("state IN ('delivered', 'exhausted')");

async function replayedEvents(): Promise<number> {
  const rows = await service().owner(
    `SELECT DISTINCT event_id FROM sandbox.webhook_deliveries WHERE trigger = 'replay'`,
  );
  return rows.length;
}

it('replays each event once when a recovery is killed with kill -9', async () => {
  const { api, owner, merchant } = service();
  const recover = () => api('recoverEvents', { body: { from_date: '2026-01-01' } });
  const event = await anEvent(api);
  await soon(
    () => deliveriesOf(api, event),
    ([first]) => first?.status === 'delivered',
  );
  await manyLost(owner, merchant, lost, event);
  // Slow enough that most kills find a batch half written.
  const endDelay = await service().delayWrites(
    'AFTER INSERT ON sandbox.webhook_deliveries FOR EACH STATEMENT',
    0.2,
  );

  expect((await recover()).data.replayed).toBe(lost);
  for (const enough of [200, 800]) {
    await until(`${enough} replays are made`, async () => (await replays()) >= enough);
    await service().kill();
    expect(await replays()).toBeLessThan(lost);
    await service().restart();
    await service().expireLeases();
  }

  await until('all replays are made', async () => (await replays()) === lost);
  await endDelay();
  await until('all replays are finished', async () => (await finished()) === lost);
  expect([await replayedEvents(), await replays()]).toEqual([lost, lost]);
  // A replay has one attempt. Those that a kill interrupted are exhausted, and a second recovery finds them.
  const { data } = await recover();
  expect(data.replayed).toBe(await replays("state = 'exhausted'"));
  await until('the rest has arrived', async () => (await finished()) === lost + data.replayed);
  expect((await recover()).data.replayed).toBe(0);
  expect(
    new Set(receiver().received.map(({ headers }) => headers['service-delivery-id'])).size,
  ).toBeGreaterThan(lost - data.replayed);
});
