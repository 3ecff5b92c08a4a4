import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../src/domain/money/ledger/audit.ts';
import { aReading, registeredReader } from '../src/api/payments/terminals/counter.ts';
import { type Api, apiOf } from '../support/api.ts';
import { openVictim, until, type Victim } from '../support/victim.ts';

/** The service is killed between the commit of reader payments and what their gateway says: each is charged once. */
let service: Victim;

beforeAll(async () => {
  service = await openVictim();
}, 90_000);

afterAll(async () => {
  await service.close();
}, 60_000);

const api = (): Api => apiOf(service.baseUrl, service.merchant.secretKey);

it('charges a reader payment once that was under way when it was killed with kill -9', async () => {
  const reader = await registeredReader(api());
  const bodies = Array.from({ length: 6 }, (_, at) =>
    aReading(reader, at % 2 === 0 ? 'approved' : 'declined', { merchantTransactionId: `till-${at}` }),
  );
  const ask = (body: (typeof bodies)[number]) =>
    api()('processTerminalPayment', { body, headers: { 'idempotency-key': body.emv_payload.ksn } });
  // Whoever writes what the gateway said waits, so that all have begun and none has ended.
  await service.owner(
    `CREATE FUNCTION public.dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(5); RETURN NEW; END $$`,
  );
  await service.owner(
    'CREATE TRIGGER dawdle BEFORE UPDATE ON sandbox.transactions FOR EACH ROW EXECUTE FUNCTION public.dawdle()',
  );
  const calls = bodies.map((body) => ask(body).catch(() => undefined));
  await until('all have begun', async () => (await statuses()).length === bodies.length);

  await service.kill();

  expect(await Promise.all(calls)).toEqual(bodies.map(() => undefined));
  await service.owner('DROP FUNCTION public.dawdle() CASCADE');
  expect(await statuses()).toEqual(bodies.map(() => 'pending'));
  await service.restart();
  expect((await ask(bodies[0] ?? aReading(reader))).code).toBe('IDEMPOTENCY_IN_PROGRESS');
  await service.expireLeases();
  const answered = [];
  for (const body of bodies) answered.push(await ask(body));

  expect(answered.map(({ data }) => [data.status, data.response_code])).toEqual(
    bodies.map((_, at) => (at % 2 === 0 ? ['completed', '00'] : ['failed', '05'])),
  );
  const captured = await service.owner(
    `SELECT count(*)::int AS n FROM sandbox.ledger_journals WHERE movement = 'payment.captured'`,
  );
  const told = await service.owner(
    `SELECT type FROM sandbox.events WHERE type <> 'payment.capture.pending' ORDER BY type`,
  );
  // Of each that was asked about before the call came again, once.
  const waited = await service.owner(
    `SELECT resource_id FROM sandbox.events WHERE type = 'payment.capture.pending' GROUP BY 1 HAVING count(*) > 1`,
  );
  expect(waited).toEqual([]);
  expect(captured).toEqual([{ n: 3 }]);
  expect(told.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 3 }, () => 'payment.capture.completed'),
    ...Array.from({ length: 3 }, () => 'payment.capture.declined'),
  ]);
  expect(await statuses()).toHaveLength(bodies.length);
  expect(await auditLedgerAcrossMerchants(service.databases().sandbox)).toEqual([]);
}, 120_000);

async function statuses(): Promise<unknown[]> {
  const rows = await service.owner(
    `SELECT status FROM sandbox.transactions WHERE merchant_id = '${service.merchant.merchantId}'`,
  );
  return rows.map(({ status }) => status);
}
