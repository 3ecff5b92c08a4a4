import { expect, it, onTestFinished } from 'vitest';
import { turnClock } from '../../support/builders/build.ts';
import { createdLink, goodCard, listedLink, startPayment } from '../../support/builders/counter.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';
import { openPage, type Page, submit } from '../../support/service/page.ts';

const { service } = victimForFile();

const pending = () => service().count(`transactions WHERE status = 'pending'`);
const usesOf = async () =>
  (await service().owner('SELECT uses_reserved, uses_completed FROM sandbox.payment_links'))[0];

it('frees the uses of payments that were under way when the service was killed with kill -9', async () => {
  const { api } = service();
  const link = await createdLink(api, { max_uses: 2 });
  // At once, so that the service has a connection for each: the second payment must begin before the first one ends.
  const payers = await Promise.all([startPayment(link), startPayment(link)]);
  // Longer than any statement may take: however slowly the payments begin, the answer of the gateway is not recorded.
  const endDelay = await service().delayWrites('BEFORE UPDATE ON sandbox.transactions FOR EACH ROW', 60);
  let killed = false;
  onTestFinished(() => {
    killed = true;
  });
  // Again, if the service is too busy: the second payment waits for the link while the first one is being written.
  const pay = async (page: Page): Promise<void> => {
    await submit(page, 'pay', goodCard).catch(() => undefined);
    if (!killed) await pay(page);
  };
  const paying = payers.map(pay);
  await until('both payments have begun', async () => (await pending()) === 2);

  killed = true;
  await service().kill();

  await Promise.all(paying);
  await endDelay();
  expect(await pending()).toBe(2);
  expect(await usesOf()).toEqual({ uses_reserved: 2, uses_completed: 0 });
  await service().restart();
  expect([(await openPage(link.url)).name, (await openPage(payers[0]?.address ?? '')).name]).toEqual([
    'busy',
    'bank',
  ]);
  await service().expireLeases();
  // The sandbox's gateway knows no such charge; after half a minute that answer is final.
  await turnClock(api, 31);
  expect(await usesOf()).toEqual({ uses_reserved: 0, uses_completed: 0 });
  for (const { address } of payers) await submit(await openPage(address), 'pay', goodCard);
  expect(await listedLink(api, link.id)).toMatchObject({
    uses_completed: 2,
    status: 'exhausted',
    amount_collected: '30.00',
  });
  expect(await service().ledgerErrors()).toEqual([]);
});
