import { beforeAll, describe, expect, it } from 'vitest';
import { aCardCheckout, openedCheckout, turnClock } from '../../support/builders/build.ts';
import { aPayout } from '../../support/builders/payouts.ts';
import { times } from '../../support/checks/at-once.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';
import { payByCard } from '../../support/service/page.ts';

const { service, receiver } = victimForFile(({ url }) => ({ webhookUrl: `${url}/app`, eventTypes: ['*'] }));
const count = 120;

beforeAll(async () => {
  const body = aCardCheckout({ amount: '1000.00', notificationUrl: `${receiver().url}/hook` });
  await payByCard((await openedCheckout(service().api, body)).payment_url, '4242424242424242');
});

describe('the service is killed with kill -9 in the middle of a batch', () => {
  it('and the next process makes the rest: each item once', async () => {
    const items = times(count, (at) => aPayout('mobile_money', { amount: at % 10 === 9 ? '0.01' : '2.00' }));
    // Delays each transaction of the batch, so that the kill comes between two of them.
    const slow = await service().delayWrites('BEFORE INSERT ON sandbox.payouts FOR EACH ROW', 0.03);
    const { data } = await service().api('createPayoutBatch', { body: { items } });
    await until('some payouts are made', async () => (await service().count('payouts')) > 0);

    await service().kill();

    const before = await service().count('payouts');
    await slow();
    await service().restart();
    await service().expireLeases();
    const read = async () => (await service().api('getPayoutBatch', { params: { id: data.id } })).data;
    await until('all items have a result', async () => (await read()).counts.waiting === 0);
    await turnClock(service().api, 600);

    const refused = count / 10;
    expect(before).toBeLessThan(count - refused);
    expect(await read()).toMatchObject({
      status: 'completed',
      counts: { total: count, completed: count - refused, refused },
    });
    expect(await service().count('payouts')).toBe(count - refused);
    expect(await service().count(`events WHERE type = 'payment.payout-batch.success'`)).toBe(1);
    expect(await service().ledgerErrors()).toEqual([]);
  });
});
