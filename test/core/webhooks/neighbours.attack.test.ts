import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, openShop, type Place } from '../../journeys/shop.ts';
import { aReceiver, type Receiver } from '../../support/receiver.ts';

let app: Place;
const receivers: Receiver[] = [];

beforeAll(async () => {
  app = await openService();
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await app.stop();
});

async function receiverThat(answers: number | 'hang'): Promise<Receiver> {
  const receiver = await aReceiver();
  receiver.answer(answers);
  receivers.push(receiver);
  return receiver;
}

const openRequests = () => receivers.reduce((sum, { received }) => sum + received.length, 0);

it('a merchant with many receivers that never answer delays nobody else', async () => {
  const hanging = await Promise.all(Array.from({ length: 20 }, () => receiverThat('hang')));
  const attacker = await openShop(app);
  const neighbour = await openShop(app);
  for (const { url } of hanging)
    await Promise.all(
      Array.from({ length: 4 }, () => attacker.push('0771111111', { notificationUrl: `${url}/hook` })),
    );
  await expect.poll(openRequests, { timeout: 5000 }).toBeGreaterThanOrEqual(16);
  const quick = await receiverThat(204);
  const startedAt = performance.now();

  await neighbour.push('0771111111', { notificationUrl: `${quick.url}/hook` });
  await quick.sees(1);

  expect(performance.now() - startedAt).toBeLessThan(3000);
});
