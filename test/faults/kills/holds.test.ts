import { beforeAll, describe, expect, it } from 'vitest';
import { aCardCheckout, openedCheckout } from '../../support/builders/build.ts';
import { heldCheckout } from '../../support/builders/holds.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';
import { payByCard } from '../../support/service/page.ts';

const { service } = victimForFile();

type Held = { readonly checkout_id: string; readonly payment_url: string };

/** Checkouts that hold 100.00 each, by what happens to them: few, because each waiting write keeps a connection. */
const held: Record<'captured' | 'partly' | 'released' | 'expired', Held[]> = {
  captured: [],
  partly: [],
  released: [],
  expired: [],
};
const everything = () => Object.values(held).flat();

beforeAll(async () => {
  for (const list of Object.values(held)) list.push(await heldCheckout(service().api));
});

const key = ({ checkout_id }: Held) => ({ 'idempotency-key': `of-${checkout_id}` });

function capture(checkout: Held, amount?: string) {
  const body = amount === undefined ? {} : { body: { amount } };
  return service().api('captureCheckout', {
    params: { id: checkout.checkout_id },
    headers: key(checkout),
    ...body,
  });
}

function release(checkout: Held) {
  return service().api('voidAuthorization', {
    params: { id: checkout.checkout_id },
    headers: key(checkout),
  });
}

const begun = () => service().count(`authorizations WHERE status IN ('capturing', 'voiding')`);
const lost = <T>(call: Promise<T>) => call.catch(() => undefined);

describe('the service is killed with kill -9', () => {
  it('between the commit of captures and releases and the answers of the gateway', async () => {
    const endDelay = await service().delayWrites(
      `BEFORE UPDATE ON sandbox.authorizations FOR EACH ROW WHEN (OLD.status IN ('capturing', 'voiding'))`,
      60,
    );
    const calls = [
      ...held.captured.map((each) => lost(capture(each))),
      ...held.partly.map((each) => lost(capture(each, '60.00'))),
      ...held.released.map((each) => lost(release(each))),
    ];
    await service().owner(
      `UPDATE sandbox.jobs SET due_at = now() WHERE kind = 'authorizations.expire'
        AND key IN (SELECT id::text FROM sandbox.authorizations WHERE checkout_id IN (${held.expired.map(uuidOf).join(', ')}))`,
    );
    await until('all have begun', async () => (await begun()) === everything().length);

    await service().kill();

    await Promise.all(calls);
    await endDelay();
    expect(await begun()).toBe(everything().length);
    await service().restart();
  });

  it('while it notes that an amount is held', async () => {
    const checkout = await openedCheckout(service().api, aCardCheckout({ capture: 'manual' }));
    const endDelay = await service().delayWrites('BEFORE INSERT ON sandbox.authorizations FOR EACH ROW', 4);
    const paying = lost(payByCard(checkout.payment_url, '4242424242424242'));
    await until(
      'the attempt has begun',
      async () => (await service().count(`transactions WHERE status = 'pending'`)) === 1,
    );

    await service().kill();

    await paying;
    await endDelay();
    await service().restart();
    await service().expireLeases();
    // The card number is gone with the process, so the gateway is asked until it is sure that it holds nothing.
    await service().owner(
      `UPDATE sandbox.transactions SET created_at = now() - interval '1 minute' WHERE status = 'pending';
        UPDATE sandbox.jobs SET due_at = now() WHERE kind = 'payments.requery'`,
    );
    await until(
      'the attempt is decided',
      async () => (await service().count(`transactions WHERE status = 'pending'`)) === 0,
    );
    const again = await payByCard(checkout.payment_url, '4242424242424242');
    expect(again.name).toBe('held');
  });
});

describe('the next process', () => {
  it('ends every capture and release that had begun, each as it was asked', async () => {
    await service().expireLeases();
    await service().owner(`UPDATE sandbox.jobs SET due_at = now() WHERE kind = 'authorizations.finish'`);

    await until('all have ended', async () => (await begun()) === 0);

    expect(await endsOf(held.captured)).toEqual(['captured 1000000 completed 1000000']);
    expect(await endsOf(held.partly)).toEqual(['captured 600000 completed 600000']);
    expect(await endsOf(held.released)).toEqual(['voided requested voided 1000000']);
    expect(await endsOf(held.expired)).toEqual(['voided expired voided 1000000']);
  });

  it('answers each lost call with its single effect', async () => {
    const answers = [
      ...(await Promise.all(held.captured.map((each) => capture(each)))),
      ...(await Promise.all(held.partly.map((each) => capture(each, '60.00')))),
      ...(await Promise.all(held.released.map((each) => release(each)))),
    ];

    expect(answers.map(({ status, data }) => [status, data?.status])).toEqual([
      ...held.captured.map(() => [200, 'captured']),
      ...held.partly.map(() => [200, 'captured']),
      ...held.released.map(() => [200, 'voided']),
    ]);
  });

  it('has booked each capture once, with one event, and nothing else', async () => {
    const odd = await service().owner(
      `SELECT a.id, a.status FROM sandbox.authorizations a
        WHERE (a.status = 'captured')::int <> (SELECT count(*) FROM sandbox.ledger_journals j WHERE j.source_id = a.id AND j.movement = 'payment.captured')
          OR (a.status = 'captured')::int <> (SELECT count(*) FROM sandbox.events e WHERE e.resource_id = a.id AND e.type = 'payment.capture.completed')
          OR (a.status = 'voided')::int <> (SELECT count(*) FROM sandbox.events e WHERE e.resource_id = a.id AND e.type = 'payment.authorization.voided')`,
    );

    expect(odd).toEqual([]);
    expect(await service().count(`jobs WHERE kind = 'authorizations.finish'`)).toBe(0);
    expect(await service().ledgerErrors()).toEqual([]);
  });
});

const uuidOf = ({ checkout_id: id }: Held) => `'${id.replace('chk_', '')}'::uuid`;

/** What became of these checkouts, without repetitions. */
async function endsOf(checkouts: readonly Held[]): Promise<string[]> {
  const rows = await service().owner(
    `SELECT DISTINCT concat_ws(' ', a.status, a.captured_amount, a.void_reason, t.status, t.amount) AS ended
      FROM sandbox.authorizations a JOIN sandbox.transactions t USING (merchant_id, id)
      WHERE a.checkout_id IN (${checkouts.map(uuidOf).join(', ')})`,
  );
  return rows.map(({ ended }) => String(ended));
}
