import { beforeAll, describe, expect, it } from 'vitest';
import { aCardCheckout, openedCheckout } from '../../support/builders/build.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';
import { payByCard } from '../../support/service/page.ts';

const { service, receiver } = victimForFile();
const payments: string[] = [];

beforeAll(async () => {
  for (let made = 0; made < 5; made += 1) payments.push(await aPayment());
});

async function aPayment(): Promise<string> {
  const { api } = service();
  const body = aCardCheckout({ amount: '100.00', notificationUrl: `${receiver().url}/hook` });
  const { checkout_id: id, payment_url } = await openedCheckout(api, body);
  await payByCard(payment_url, '4242424242424242');
  return String((await api('getCheckoutStatus', { params: { id } })).data.transaction_id);
}

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const open = (payment: string) =>
  service().api('openTestDispute', { body: { transaction_id: payment }, ...keyed(`open-${payment}`) });
const accept = (id: string) => service().api('acceptDispute', { params: { id }, ...keyed(`accept-${id}`) });
const submit = (id: string) =>
  service().api('submitDisputeEvidence', {
    params: { id },
    body: { evidence: 'WIN: it was delivered.' },
    ...keyed(`submit-${id}`),
  });
const upload = (id: string) =>
  service().api('uploadDisputeFile', {
    params: { id },
    body: { name: 'note.pdf', content: Buffer.from('%PDF-1.4').toString('base64') },
    ...keyed(`upload-${id}`),
  });
const lost = (call: Promise<unknown>) =>
  call.then(
    () => false,
    () => true,
  );
const statusOf = async (id: string) => (await service().api('getDispute', { params: { id } })).data.status;

/** Kills the service while these writes wait, starts it again, and says whether the answer was lost. */
async function killedAt(writes: string, call: () => Promise<unknown>, begun: () => Promise<boolean>) {
  const endDelay = await service().delayWrites(writes, 4);
  const calling = lost(call());
  await until('the write has begun', begun);
  await service().kill();
  const wasLost = await calling;
  await endDelay();
  await service().restart();
  await service().expireLeases();
  // A turn of the clock that died keeps workers away for as long as a lease.
  await service().owner('UPDATE sandbox.merchant_states SET draining_until = NULL');
  return wasLost;
}

const waiting = async () =>
  Number(
    (await service().owner(`SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep'`))[0]?.[
      'n'
    ],
  ) > 0;

describe('the service is killed with kill -9', () => {
  it('while a dispute opens and while one is accepted: each happens once, when the call is repeated', async () => {
    const [payment = ''] = payments;

    const opening = await killedAt(
      'BEFORE INSERT ON sandbox.disputes FOR EACH ROW',
      () => open(payment),
      waiting,
    );
    const { id } = (await open(payment)).data;
    const accepting = await killedAt(
      'BEFORE UPDATE ON sandbox.disputes FOR EACH ROW',
      () => accept(id),
      waiting,
    );
    const accepted = await accept(id);

    expect([opening, accepting]).toEqual([true, true]);
    expect(accepted).toMatchObject({ status: 200, data: { status: 'lost', resolution: 'accepted' } });
    const booked = await service().owner(
      `SELECT movement FROM sandbox.ledger_journals WHERE movement LIKE 'dispute.%' ORDER BY number`,
    );
    expect(booked).toEqual([{ movement: 'dispute.opened' }, { movement: 'dispute.lost' }]);
    expect(await service().ledgerErrors()).toEqual([]);
  });

  it('after evidence was submitted and before the gateway has it: the gateway gets it, and decides', async () => {
    const [, payment = ''] = payments;
    const { id } = (await open(payment)).data;

    await killedAt(
      `BEFORE INSERT ON sandbox.jobs FOR EACH ROW WHEN (NEW.kind = 'disputes.callback')`,
      () => submit(id),
      waiting,
    );
    const before = await service().owner(`SELECT status FROM sandbox.disputes WHERE status = 'under_review'`);
    await until(
      'the decision is scheduled',
      async () => (await service().count(`jobs WHERE kind = 'disputes.callback'`)) === 1,
    );
    await service().api('advanceTestClock', { body: { advance_seconds: 8 * 24 * 3600 } });

    expect(before).toEqual([{ status: 'under_review' }]);
    expect(await statusOf(id)).toBe('won');
    expect(await service().ledgerErrors()).toEqual([]);
  });

  it('between the row of a file and its bytes: the repeated call completes the file', async () => {
    const [, , payment = ''] = payments;
    const { id } = (await open(payment)).data;

    const wasLost = await killedAt(
      'BEFORE INSERT ON sandbox.file_contents FOR EACH ROW',
      () => upload(id),
      waiting,
    );
    const between = (await service().api('getDispute', { params: { id } })).data.files;
    const again = await upload(id);

    expect([wasLost, between]).toEqual([true, []]);
    expect(again.status).toBe(201);
    expect((await service().api('getDispute', { params: { id } })).data.files).toEqual([again.data]);
    expect(await service().count('dispute_files')).toBe(1);
    expect(await service().count('file_contents')).toBe(1);
    expect(await service().count(`jobs WHERE kind = 'disputes.drop-file'`)).toBe(0);
  });

  it('while the deadline passes: the dispute is lost once', async () => {
    const [, , , payment = ''] = payments;
    const { id } = (await open(payment)).data;

    await killedAt(
      'BEFORE UPDATE ON sandbox.disputes FOR EACH ROW',
      () => service().api('advanceTestClock', { body: { advance_seconds: 7 * 24 * 3600 + 1 } }),
      waiting,
    );

    await until('it is lost', async () => (await statusOf(id)) === 'lost');
    const told = await service().owner(
      `SELECT count(*)::int AS times FROM sandbox.events e JOIN sandbox.disputes d ON d.id = e.resource_id
        WHERE e.type = 'customer.dispute.resolved' AND d.resolution = 'deadline_missed' GROUP BY d.id`,
    );
    expect(told).toContainEqual({ times: 1 });
    expect(told.filter(({ times }) => times !== 1)).toEqual([]);
    expect(await service().ledgerErrors()).toEqual([]);
  });
});
