import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../src/domain/money/ledger/audit.ts';
import { aCardCheckout } from '../support/build.ts';
import { payByCard } from '../support/page.ts';
import { aPayout } from '../support/payouts.ts';
import { aReceiver, type Receiver } from '../support/receiver.ts';
import { openVictim, until, type Victim } from '../support/victim.ts';

/**
 * The service is killed while refunds and payouts are on their way. Whatever had begun is ended by the next process, once;
 * what was acknowledged is there; a call whose answer was lost is answered to its idempotency key.
 */
let service: Victim;
let receiver: Receiver;
const payments: string[] = [];

beforeAll(async () => {
  receiver = await aReceiver();
  service = await openVictim({ webhookUrl: `${receiver.url}/app`, eventTypes: ['*'] });
  for (let made = 0; made < 4; made += 1) payments.push(await aPayment());
}, 90_000);

afterAll(async () => {
  await service.close();
  await receiver.close();
}, 60_000);

/** A call, and what was heard of it: nothing when its answer was lost. */
type Asked = {
  readonly kind: 'refund' | 'payout';
  readonly key: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
  id?: string;
};

const everything: Asked[] = [];
const askers = 8;

describe('the service, killed with kill -9', () => {
  it.each([1, 2])(
    'under a load of refunds and payouts, the %i. time',
    async () => {
      const first = everything.length;
      const load = Array.from({ length: askers }, () => askOnAndOn());
      await until('calls are acknowledged', async () => acknowledged(everything.slice(first)).length >= 10);

      await service.kill();

      await Promise.all(load);
      await service.restart();
      expect(everything.length).toBeGreaterThan(first + 10);
    },
    90_000,
  );

  it('between the commit of refunds and what their gateway says', async () => {
    const asked = payments.map(() => aRefund());
    everything.push(...asked);
    // Whoever writes what the gateway said waits, so that all of them have begun and none has ended.
    await service.owner(
      `CREATE FUNCTION public.dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(4); RETURN NEW; END $$`,
    );
    await service.owner(
      'CREATE TRIGGER dawdle BEFORE UPDATE ON sandbox.refunds FOR EACH ROW EXECUTE FUNCTION public.dawdle()',
    );
    const calls = asked.map((each) => ask(each).catch(() => undefined));
    await until('they have begun', async () => (await pending('refund')) >= asked.length);

    await service.kill();

    await Promise.all(calls);
    expect(acknowledged(asked)).toEqual([]);
    await service.owner('DROP FUNCTION public.dawdle() CASCADE');
    expect(await pending('refund')).toBeGreaterThanOrEqual(asked.length);
    await service.restart();
  }, 90_000);
});

describe('the next process', () => {
  it('ends every refund and every payout that had begun', async () => {
    await service.expireLeases();
    await service.owner(
      `UPDATE sandbox.jobs SET due_at = now() WHERE kind IN ('refunds.finish', 'payouts.complete')`,
    );

    await until('refunds have ended', async () => (await pending('refund')) === 0);
    await until('payouts have ended', async () => (await pending('payout')) === 0);

    const ended = await service.owner(
      `SELECT DISTINCT status FROM sandbox.transactions WHERE type <> 'payment'`,
    );
    expect(ended).toEqual([{ status: 'completed' }]);
  }, 60_000);

  it('knows what was acknowledged, and answers each lost call with the one effect it has', async () => {
    const known = new Map(everything.map(({ key, id }) => [key, id]));

    for (const each of everything) await resolve(each);

    const heard = everything.map(({ key, id }) => known.get(key) ?? id);
    expect(everything.map(({ id }) => id)).toEqual(heard);
    expect(new Set(heard).size).toBe(everything.length);
    // Payouts that no process had begun are only asked for now.
    await service.owner(`UPDATE sandbox.jobs SET due_at = now() WHERE kind = 'payouts.complete'`);
    await until('payouts have ended', async () => (await pending('payout')) === 0);
    for (const kind of ['refund', 'payout'] as const) {
      const wanted = everything.filter((each) => each.kind === kind).map(({ id }) => id);
      expect(wanted.length).toBeGreaterThan(10);
      expect(new Set(await completed(kind))).toEqual(new Set(wanted));
    }
  }, 60_000);

  it('moved the money of each once, and told of each once', async () => {
    for (const [movement, event, table] of [
      ['refund.completed', 'payment.refund.completed', 'refunds'],
      ['payout.completed', 'payment.payout-item.succeeded', 'payouts'],
    ] as const) {
      const odd = await service.owner(
        `SELECT o.id FROM sandbox.${table} o WHERE 1 <> (SELECT count(*) FROM sandbox.ledger_journals j WHERE j.source_id = o.id AND j.movement = '${movement}')
          OR 1 <> (SELECT count(*) FROM sandbox.events e WHERE e.resource_id = o.id AND e.type = '${event}')`,
      );
      expect(odd).toEqual([]);
    }
    expect(
      await service.owner(
        `SELECT kind FROM sandbox.jobs WHERE kind IN ('refunds.finish', 'payouts.complete')`,
      ),
    ).toEqual([]);
    expect(await auditLedgerAcrossMerchants(service.databases().sandbox)).toEqual([]);
    await everyEventArrives();
  }, 90_000);
});

let made = 0;

function aRefund(): Asked {
  made += 1;
  const payment = payments[made % payments.length];
  return {
    kind: 'refund',
    key: `refund-${made}`,
    path: `/v1/transactions/${payment}/refund`,
    body: { amount: '1.00' },
  };
}

function aMobilePayout(): Asked {
  made += 1;
  const body = aPayout('mobile_money', { amount: '1.00' });
  return { kind: 'payout', key: `payout-${made}`, path: '/v1/payouts/request', body };
}

/** A refund, a payout, and so on, until nobody answers. */
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

type Answer = { readonly data?: Record<string, string>; readonly code?: string };

async function post(path: string, body: Record<string, unknown>, key: string): Promise<Answer> {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.merchant.secretKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Answer;
}

async function ask(asked: Asked): Promise<void> {
  const { data, code } = await post(asked.path, asked.body, asked.key);
  if (!data) throw new Error(`${asked.key}: ${code}`);
  asked.id = data[asked.kind === 'refund' ? 'refund_id' : 'payout_id'] ?? '';
}

/** Whatever became of it, the same call with the same key tells. */
async function resolve(asked: Asked): Promise<void> {
  const before = asked.id;
  await ask(asked);
  expect(before ?? asked.id).toBe(asked.id);
}

/** A completed card payment of 1,000.00. */
async function aPayment(): Promise<string> {
  const body = aCardCheckout({ amount: '1000.00', notificationUrl: `${receiver.url}/hook` });
  const { data, code } = await post('/v1/checkout/create', body, body.merchantTransactionId);
  if (!data) throw new Error(`no checkout: ${code}`);
  await payByCard(data['payment_url'] ?? '', '4242424242424242');
  const headers = { authorization: `Bearer ${service.merchant.secretKey}` };
  const status = await fetch(`${service.baseUrl}/v1/checkout/${data['checkout_id']}/status`, { headers });
  const paid = (await status.json()) as Answer;
  return paid.data?.['transaction_id'] ?? '';
}

async function pending(kind: Asked['kind']): Promise<number> {
  const rows = await service.owner(
    `SELECT id FROM sandbox.transactions WHERE type = '${kind}' AND status = 'pending'`,
  );
  return rows.length;
}

async function completed(kind: Asked['kind']): Promise<string[]> {
  const prefix = kind === 'refund' ? 'ref_' : 'po_';
  const rows = await service.owner(`SELECT id FROM sandbox.${kind}s WHERE status = 'completed'`);
  return rows.map(({ id }) => `${prefix}${String(id).replaceAll('-', '')}`);
}

async function everyEventArrives(): Promise<void> {
  await until('all events have arrived', async () => {
    const told = new Set(
      receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id),
    );
    return everything.every(({ id }) => told.has(String(id)));
  });
}
