import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../src/domain/money/ledger/audit.ts';
import { apiOf } from '../support/api.ts';
import { createdPlan, paidBy, subscribed } from '../support/subscriptions.ts';
import { openVictim, until, type Victim } from '../support/victim.ts';

/** The service is killed three times while periods are billed and collected: every period is billed once and paid once. */
let service: Victim;

beforeAll(async () => {
  service = await openVictim();
}, 90_000);

afterAll(async () => {
  await service.close();
}, 60_000);

const subscribers = 30;
const day = 86_400;

const count = async (from: string): Promise<number> =>
  Number((await service.owner(`SELECT count(*) AS n FROM sandbox.${from}`))[0]?.['n']);

it('bills every period exactly once, with one payment, through kill -9 in the middle', async () => {
  const api = () => apiOf(service.baseUrl, service.merchant.secretKey);
  const { plan_id } = await createdPlan(api(), { interval: 'day', interval_count: 30, trial_days: 1 });
  for (let made = 0; made < subscribers; made += 1) await subscribed(api(), plan_id, paidBy('0771111111'));
  const turn = () =>
    api()('advanceTestClock', {
      body: { advance_seconds: day + 60 },
      headers: { 'idempotency-key': 'one-day' },
    });
  const moments = [
    ['some are billed', () => count('subscription_cycles'), 5],
    ['some are asked for', () => count(`checkouts WHERE source_type = 'subscription'`), 10],
    ['some are paid', () => count(`invoices WHERE status = 'paid'`), 5],
  ] as const;

  for (const [what, so, many] of moments) {
    const lost = turn().catch(() => undefined);
    await until(what, async () => (await so()) >= many);
    await service.kill();
    expect(await lost).toBeUndefined();
    await service.restart();
    await service.expireLeases();
    await service.owner('UPDATE sandbox.merchant_states SET draining_until = NULL');
  }
  const turned = await turn();
  await until('all is done', async () => (await count(`invoices WHERE status = 'paid'`)) === subscribers);

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
  expect(await service.owner(`SELECT max(number) AS last FROM sandbox.invoices`)).toEqual([
    { last: `INV-0000${subscribers}` },
  ]);
  expect(await auditLedgerAcrossMerchants(service.databases().sandbox)).toEqual([]);
}, 150_000);
