import { expect, it } from 'vitest';
import { createdPlan, paidBy, subscribed } from '../../support/builders/subscriptions.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';

const { service } = victimForFile();

const subscribers = 30;
const day = 86_400;

const count = (from: string) => service().count(from);

it('bills and collects every period exactly once when the service is killed three times with kill -9', async () => {
  const { api } = service();
  const { plan_id } = await createdPlan(api, { interval: 'day', interval_count: 30, trial_days: 1 });
  for (let made = 0; made < subscribers; made += 1) await subscribed(api, plan_id, paidBy('0771111111'));
  const turn = () =>
    api('advanceTestClock', {
      body: { advance_seconds: day + 60 },
      headers: { 'idempotency-key': 'one-day' },
    });
  const moments = [
    ['some periods are billed', () => count('subscription_cycles'), 5],
    ['some payments have begun', () => count(`checkouts WHERE source_type = 'subscription'`), 10],
    ['some invoices are paid', () => count(`invoices WHERE status = 'paid'`), 5],
  ] as const;

  for (const [what, reached, many] of moments) {
    const lost = turn().catch(() => undefined);
    await until(what, async () => (await reached()) >= many);
    await service().kill();
    expect(await lost).toBeUndefined();
    await service().restart();
    await service().expireLeases();
    await service().owner('UPDATE sandbox.merchant_states SET draining_until = NULL');
  }
  const turned = await turn();
  await until(
    'all invoices are paid',
    async () => (await count(`invoices WHERE status = 'paid'`)) === subscribers,
  );

  expect(turned.status).toBe(200);
  expect({
    cycles: await count('subscription_cycles'),
    invoices: await count('invoices'),
    tries: await count('subscription_tries'),
    payments: await count(`transactions WHERE type = 'payment'`),
    completed: await count(`transactions WHERE status = 'completed'`),
    open: await count(`checkouts WHERE status = 'pending'`),
  }).toEqual({
    cycles: subscribers,
    invoices: subscribers,
    tries: subscribers,
    payments: subscribers,
    completed: subscribers,
    open: 0,
  });
  expect(await service().owner(`SELECT max(number) AS last FROM sandbox.invoices`)).toEqual([
    { last: `INV-0000${subscribers}` },
  ]);
  expect(await service().ledgerErrors()).toEqual([]);
});
