import { expect, it } from 'vitest';
import { aWalletCheckout } from '../../support/builders/build.ts';
import { anAdvance, aSplit, balanceOf, entriesOf } from '../../support/builders/partners.ts';
import { times } from '../../support/checks/at-once.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';

const { service, receiver } = victimForFile(({ url }) => ({ webhookUrl: `${url}/app`, eventTypes: ['*'] }));

/** Asks again with the same key: on a slow machine a call may wait too long for a settlement that is held up already. */
async function opened(wanted: {
  readonly key: string;
  readonly body: Record<string, unknown>;
}): Promise<void> {
  const { key, body } = wanted;
  const answer = await service().api('createCheckout', { body, headers: { 'idempotency-key': key } });
  if (answer.body['retryable'] === true) return await opened(wanted);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
}

const payments = 5;
/** Settlements that have written a repayment and wait before they post it. */
const half = async () =>
  Number(
    (
      await service().owner(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)
    )[0]?.['n'],
  );

it('shares each payment once and repays the advance once if it is killed with kill -9 in the middle of a settlement', async () => {
  const { api } = service();
  const { id: splitId, partners } = await aSplit(api, ['20.00', '2.50']);
  // Five settlements of 93.00, of which 72.08 are left after the shares, repay 36.04 each at most.
  const advance = await anAdvance(api, { amount: '100.00', fee: '20.00', holdback_rate: '50.00' });
  // Before the payments: on a slow machine the first may settle while the last is opened.
  const endDelay = await service().delayWrites(
    'BEFORE INSERT ON sandbox.capital_repayments FOR EACH ROW',
    60,
  );
  const about = { amount: '100.00', splitId, notificationUrl: `${receiver().url}/hook` };
  await Promise.all(
    times(payments, (nth) => opened({ key: `payment-${nth}`, body: aWalletCheckout('0771111111', about) })),
  );
  const turning = api('advanceTestClock', { body: { advance_seconds: 10 } }).catch(() => undefined);
  await until('a settlement is half done', async () => (await half()) > 0);

  await service().kill();

  await turning;
  await endDelay();
  await until('the connection of the dead process is gone', async () => (await half()) === 0);
  expect(await service().count('split_settlements')).toBe(0);
  expect(await service().count('capital_repayments')).toBe(0);
  await service().restart();
  await service().expireLeases();
  await service().owner("UPDATE sandbox.jobs SET due_at = now() WHERE kind = 'payments.callback'");
  await until(
    'all payments have completed',
    async () => (await service().count(`transactions WHERE status = 'completed'`)) === payments,
  );

  expect(await balanceOf(api, partners[0])).toBe('93.00');
  expect(await balanceOf(api, partners[1])).toBe('11.60');
  expect((await entriesOf(api, partners[0])).length).toBe(payments);
  const repaid = await api('getCapitalAdvance', { params: { id: advance } });
  expect(repaid.data).toMatchObject({ status: 'repaid', amount_repaid: '120.00' });
  const events = await service().owner(
    `SELECT type, count(*)::int AS n FROM sandbox.events WHERE type ~ '^(split|capital)' GROUP BY type ORDER BY type`,
  );
  expect(events).toEqual([
    { type: 'capital.disbursed', n: 1 },
    { type: 'capital.offer_created', n: 1 },
    { type: 'capital.repaid', n: 1 },
    { type: 'capital.repayment', n: 4 },
    { type: 'split.settled', n: 2 * payments },
  ]);
  expect(await service().ledgerErrors()).toEqual([]);
});
