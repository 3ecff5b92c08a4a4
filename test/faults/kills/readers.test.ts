import { expect, it } from 'vitest';
import { aReading, registeredReader } from '../../src/api/payments/terminals/counter.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';

const { service } = victimForFile();

it('charges a reader payment once that was under way when the service was killed with kill -9', async () => {
  const { api } = service();
  const reader = await registeredReader(api);
  const bodies = Array.from({ length: 6 }, (_, at) =>
    aReading(reader, at % 2 === 0 ? 'approved' : 'declined', { merchantTransactionId: `till-${at}` }),
  );
  const ask = async (body: (typeof bodies)[number]) => {
    const once = { body, headers: { 'idempotency-key': body.emv_payload.ksn } };
    for (;;) {
      const answer = await api('processTerminalPayment', once);
      // On a busy machine some of them find no connection, or are delayed for longer than a statement may take.
      if (answer.status !== 503 && answer.code !== 'IDEMPOTENCY_IN_PROGRESS') return answer;
    }
  };
  // Delays recording the gateway's answers, so that all payments have begun and none has ended.
  const endDelay = await service().delayWrites('BEFORE UPDATE ON sandbox.transactions FOR EACH ROW', 60);
  const calls = bodies.map((body) => ask(body).catch(() => undefined));
  await until('all payments have begun', async () => (await statuses()).length === bodies.length, 60_000);

  await service().kill();

  expect(await Promise.all(calls)).toEqual(bodies.map(() => undefined));
  await endDelay();
  expect(await statuses()).toEqual(bodies.map(() => 'pending'));
  const begun = `idempotency_keys WHERE state = 'started'`;
  expect(await service().count(begun)).toBe(bodies.length);
  await service().restart();
  // Nobody renews the leases of the process that died.
  await until(
    'the leases have ended',
    async () => (await service().count(`${begun} AND lease_until > now()`)) === 0,
    5000,
  );
  const answered = [];
  for (const body of bodies) answered.push(await ask(body));

  expect(answered.map(({ data }) => [data.status, data.response_code])).toEqual(
    bodies.map((_, at) => (at % 2 === 0 ? ['completed', '00'] : ['failed', '05'])),
  );
  const events = await service().owner(
    `SELECT type FROM sandbox.events WHERE type <> 'payment.capture.pending' ORDER BY type`,
  );
  // A job may have asked the gateway about a payment before its call came again: at most one event each.
  const repeated = await service().owner(
    `SELECT resource_id FROM sandbox.events WHERE type = 'payment.capture.pending' GROUP BY 1 HAVING count(*) > 1`,
  );
  expect(repeated).toEqual([]);
  expect(await service().count(`ledger_journals WHERE movement = 'payment.captured'`)).toBe(3);
  expect(events.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 3 }, () => 'payment.capture.completed'),
    ...Array.from({ length: 3 }, () => 'payment.capture.declined'),
  ]);
  expect(await statuses()).toHaveLength(bodies.length);
  expect(await service().ledgerErrors()).toEqual([]);
});

async function statuses(): Promise<unknown[]> {
  const rows = await service().owner(
    `SELECT status FROM sandbox.transactions WHERE merchant_id = '${service().merchant.merchantId}'`,
  );
  return rows.map(({ status }) => status);
}
