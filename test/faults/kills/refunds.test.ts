import { beforeAll, describe, expect, it } from 'vitest';
import { aCardCheckout, openedCheckout } from '../../support/builders/build.ts';
import { aPayout } from '../../support/builders/payouts.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';
import { payByCard } from '../../support/service/page.ts';

const { service, receiver } = victimForFile(({ url }) => ({ webhookUrl: `${url}/app`, eventTypes: ['*'] }));
const payments: string[] = [];

beforeAll(async () => {
  for (let made = 0; made < 4; made += 1) payments.push(await aPayment());
});

/** A call, and the id of what it made, unless its answer was lost. */
type Asked = {
  readonly kind: 'refund' | 'payout';
  readonly key: string;
  /** Makes the call, and returns the answer's status, code and id. */
  readonly send: () => Promise<{ readonly status: number; readonly code: string; readonly id: string }>;
  id?: string;
};

const everything: Asked[] = [];
const askers = 8;

describe('the service is killed with kill -9', () => {
  it.each([1, 2])(
    'under a load of refunds and payouts (kill %i)',
    async () => {
      const first = everything.length;
      const load = Array.from({ length: askers }, () => askOnAndOn());
      await until('calls are acknowledged', async () => acknowledged(everything.slice(first)).length >= 10);

      await service().kill();

      await Promise.all(load);
      await service().restart();
      expect(everything.length).toBeGreaterThan(first + 10);
    },
    90_000,
  );

  it('between the commit of refunds and the answers of their gateway', async () => {
    const asked = payments.map(() => aRefund());
    everything.push(...asked);
    // Delays recording the gateway's answers, so that all refunds have begun and none has ended.
    const endDelay = await service().delayWrites('BEFORE UPDATE ON sandbox.refunds FOR EACH ROW', 60);
    const calls = asked.map((each) => ask(each).catch(() => undefined));
    await until('all refunds have begun', async () => (await pending('refund')) >= asked.length);

    await service().kill();

    await Promise.all(calls);
    expect(acknowledged(asked)).toEqual([]);
    await endDelay();
    expect(await pending('refund')).toBeGreaterThanOrEqual(asked.length);
    await service().restart();
  });
});

describe('the next process', () => {
  it('completes every refund and payout that had begun', async () => {
    await service().expireLeases();
    await service().owner(
      `UPDATE sandbox.jobs SET due_at = now() WHERE kind IN ('refunds.finish', 'payouts.complete')`,
    );

    await until('refunds have ended', async () => (await pending('refund')) === 0);
    await until('payouts have ended', async () => (await pending('payout')) === 0);

    const ended = await service().owner(
      `SELECT DISTINCT status FROM sandbox.transactions WHERE type <> 'payment'`,
    );
    expect(ended).toEqual([{ status: 'completed' }]);
  });

  it('keeps what was acknowledged, and answers each lost call with its single effect', async () => {
    const known = new Map(everything.map(({ key, id }) => [key, id]));

    for (const each of everything) await resolve(each);

    const expected = everything.map(({ key, id }) => known.get(key) ?? id);
    expect(everything.map(({ id }) => id)).toEqual(expected);
    expect(new Set(expected).size).toBe(everything.length);
    // The repeated calls have created the payouts that no process had begun before.
    await service().owner(`UPDATE sandbox.jobs SET due_at = now() WHERE kind = 'payouts.complete'`);
    await until('payouts have ended', async () => (await pending('payout')) === 0);
    for (const kind of ['refund', 'payout'] as const) {
      const wanted = everything.filter((each) => each.kind === kind).map(({ id }) => id);
      expect(wanted.length).toBeGreaterThan(10);
      expect(new Set(await completed(kind))).toEqual(new Set(wanted));
    }
  });

  it('has moved the money of each once, with one event', async () => {
    for (const [movement, event, table] of [
      ['refund.completed', 'payment.refund.completed', 'refunds'],
      ['payout.completed', 'payment.payout-item.succeeded', 'payouts'],
    ] as const) {
      const odd = await service().owner(
        `SELECT o.id FROM sandbox.${table} o WHERE 1 <> (SELECT count(*) FROM sandbox.ledger_journals j WHERE j.source_id = o.id AND j.movement = '${movement}')
          OR 1 <> (SELECT count(*) FROM sandbox.events e WHERE e.resource_id = o.id AND e.type = '${event}')`,
      );
      expect(odd).toEqual([]);
    }
    expect(
      await service().owner(
        `SELECT kind FROM sandbox.jobs WHERE kind IN ('refunds.finish', 'payouts.complete')`,
      ),
    ).toEqual([]);
    expect(await service().ledgerErrors()).toEqual([]);
    await everyEventArrives();
  });
});

let made = 0;

function aRefund(): Asked {
  made += 1;
  const [key, id] = [`refund-${made}`, payments[made % payments.length] ?? ''];
  const send = async () => {
    const asking = { params: { id }, body: { amount: '1.00' }, headers: { 'idempotency-key': key } };
    const { status, code, data } = await service().api('refundTransaction', asking);
    return { status, code, id: data?.refund_id };
  };
  return { kind: 'refund', key, send };
}

function aMobilePayout(): Asked {
  made += 1;
  const key = `payout-${made}`;
  const body = aPayout('mobile_money', { amount: '1.00' });
  const send = async () => {
    const asking = { body, headers: { 'idempotency-key': key } };
    const { status, code, data } = await service().api('requestPayout', asking);
    return { status, code, id: data?.payout_id };
  };
  return { kind: 'payout', key, send };
}

/** Alternates refunds and payouts until the service stops answering. */
async function askOnAndOn(): Promise<void> {
  for (;;) {
    const next = made % 2 === 0 ? aRefund() : aMobilePayout();
    everything.push(next);
    try {
      await ask(next);
    } catch {
      return;
    }
  }
}

const acknowledged = (asked: readonly Asked[]) => asked.filter(({ id }) => id !== undefined);

async function ask(asked: Asked): Promise<void> {
  const { status, code, id } = await asked.send();
  if (status >= 400) throw new Error(`${asked.key}: ${code}`);
  asked.id = id;
}

/** Repeats the call with its key, which returns the result of the first call. */
async function resolve(asked: Asked): Promise<void> {
  const before = asked.id;
  await ask(asked);
  expect(before ?? asked.id).toBe(asked.id);
}

/** A completed card payment of 1,000.00. */
async function aPayment(): Promise<string> {
  const { api } = service();
  const body = aCardCheckout({ amount: '1000.00', notificationUrl: `${receiver().url}/hook` });
  const { checkout_id: id, payment_url } = await openedCheckout(api, body);
  await payByCard(payment_url, '4242424242424242');
  return (await api('getCheckoutStatus', { params: { id } })).data.transaction_id ?? '';
}

const pending = (kind: Asked['kind']) =>
  service().count(`transactions WHERE type = '${kind}' AND status = 'pending'`);

async function completed(kind: Asked['kind']): Promise<string[]> {
  const prefix = kind === 'refund' ? 'ref_' : 'po_';
  const rows = await service().owner(`SELECT id FROM sandbox.${kind}s WHERE status = 'completed'`);
  return rows.map(({ id }) => `${prefix}${String(id).replaceAll('-', '')}`);
}

async function everyEventArrives(): Promise<void> {
  await until('all events have arrived', async () => {
    const arrived = new Set(
      receiver().received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id),
    );
    return everything.every(({ id }) => arrived.has(String(id)));
  });
}
