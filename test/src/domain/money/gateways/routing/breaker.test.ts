import { DatabaseError } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { amountOf } from '../../../../../../src/domain/money/amounts/amount.ts';
import type {
  PayoutOutcome,
  PayoutRequest,
} from '../../../../../../src/domain/money/gateways/payout-port.ts';
import type { ChargeOutcome, ChargeRequest } from '../../../../../../src/domain/money/gateways/port.ts';
import {
  type Breaker,
  createBreaker,
  guarded,
  guardedPayouts,
} from '../../../../../../src/domain/money/gateways/routing/breaker.ts';
import { merchantId } from '../../../../../../src/engine/principal.ts';
import { DatabaseUnavailable } from '../../../../../../src/platform/db/driver/violations.ts';
import { createLog } from '../../../../../../src/platform/log.ts';
import { aGateway } from './kinds.ts';

const request: ChargeRequest = {
  merchantId: merchantId('00000000-0000-4000-8000-000000000001'),
  reference: '00000000-0000-4000-8000-000000000002',
  amount: amountOf(10_000n),
  currency: 'USD',
  startedAt: new Date(0),
  instrument: { type: 'wallet', wallet: 'wallet_a', phone: '+263771234567' },
};
const question = {
  ...request,
  gatewayReference: 'g',
  now: new Date(0),
  phone: null,
  method: 'card',
} as const;
const held = { ...question, gatewayReference: 'g', heldAmount: request.amount } as const;
const declined: ChargeOutcome = {
  kind: 'declined',
  reason: 'CARD_DECLINED',
  gatewayReference: null,
  gatewayStatus: '05',
};

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gateway behind a breaker that opens after three failures, for ten seconds. `answers` is what it says next. */
function aGuarded() {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const said: { next: ChargeOutcome | Error | Promise<ChargeOutcome>; asked: number } = {
    next: { kind: 'unknown' },
    asked: 0,
  };
  const answer = async () => {
    said.asked += 1;
    if (said.next instanceof Error) throw said.next;
    return await said.next;
  };
  const breaker = createBreaker({ failures: 3, seconds: 10 }, log);
  const gateway = aGateway('acquirer', {
    charge: answer,
    query: async () => ({ kind: 'unknown' }),
    refund: async () => ({ kind: 'pending' }),
    answerChallenge: async () => ({ kind: 'unknown' }),
    answerDispute: async () => ({ kind: 'unknown' }),
    holds: {
      authorize: answer,
      capture: async () => ({ kind: 'pending' }),
      release: async () => ({ kind: 'pending' }),
    },
    tokenize: async () => ({ kind: 'unavailable' }),
  });
  return { said, breaker, lines, gateway: guarded(gateway, breaker, { limits: undefined, fees: undefined }) };
}

async function fail(gateway: ReturnType<typeof aGuarded>['gateway'], times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await gateway.charge(request).catch(() => undefined);
}

/** Payouts behind the same breaker that are always answered so. */
const payoutsThat = (outcome: PayoutOutcome, breaker: Breaker) =>
  guardedPayouts({ name: 'bank', answersAfterMs: 0, pay: async () => outcome }, breaker, { limits: {} });

describe('the breaker of a gateway', () => {
  it.each([
    ['no answer', { kind: 'unknown' } as const],
    ['word that the provider is down', { kind: 'unavailable' } as const],
    ['an error', new Error('ECONNRESET')],
  ])('opens after as many failures as are allowed: %s', async (_name, next) => {
    const { said, gateway, breaker, lines } = aGuarded();
    said.next = next;

    await fail(gateway, 2);
    expect(breaker.isOpen()).toBe(false);
    await fail(gateway, 1);

    expect(breaker.isOpen()).toBe(true);
    expect(await gateway.charge(request)).toEqual({ kind: 'unavailable' });
    expect(said.asked).toBe(3);
    expect(lines.join('')).toContain('the gateway counts as down');
  });

  it('passes an error of the provider on as it is', async () => {
    const { said, gateway } = aGuarded();
    said.next = new Error('ECONNRESET');

    await expect(gateway.charge(request)).rejects.toThrow('ECONNRESET');
  });

  it.each([
    ['it does not answer', new DatabaseUnavailable(new Error('no answer'))],
    ['a lock takes too long', Object.assign(new DatabaseError('', 0, 'error'), { code: '55P03' })],
  ])(
    'does not open for errors of our own database, which say nothing of the provider: %s',
    async (_name, error) => {
      const { said, gateway, breaker, lines } = aGuarded();
      said.next = error;

      await fail(gateway, 10);
      await expect(gateway.charge(request)).rejects.toBe(error);

      expect(breaker.isOpen()).toBe(false);
      expect(lines).toEqual([]);
      said.next = declined;
      expect(await gateway.charge(request)).toEqual(declined);
    },
  );

  it('takes an error of our database for no answer of a provider that counts as down', async () => {
    const { said, gateway, breaker } = aGuarded();
    await fail(gateway, 3);
    vi.setSystemTime(10_000);
    said.next = new DatabaseUnavailable(new Error('no answer'));
    await fail(gateway, 1);

    expect(breaker.isOpen()).toBe(true);
    said.next = declined;
    vi.setSystemTime(20_000);
    expect(await gateway.charge(request)).toEqual(declined);
    expect(breaker.isOpen()).toBe(false);
  });

  it('does not open for failures with an answer in between, nor for payments that are declined', async () => {
    const { said, gateway, breaker } = aGuarded();

    await fail(gateway, 2);
    said.next = declined;
    await fail(gateway, 10);
    said.next = { kind: 'unknown' };
    await fail(gateway, 2);

    expect(breaker.isOpen()).toBe(false);
  });

  it('lets one charge try after the pause, refuses others meanwhile, and closes when it is answered', async () => {
    const { said, gateway, breaker, lines } = aGuarded();
    await fail(gateway, 3);
    vi.setSystemTime(9_999);
    expect(await gateway.charge(request)).toEqual({ kind: 'unavailable' });
    vi.setSystemTime(10_000);
    const { promise, resolve } = Promise.withResolvers<ChargeOutcome>();
    said.next = promise;

    const trying = gateway.charge(request);
    const others = await Promise.all([gateway.charge(request), gateway.charge(request)]);
    resolve(declined);

    expect(others).toEqual([{ kind: 'unavailable' }, { kind: 'unavailable' }]);
    expect(await trying).toEqual(declined);
    expect(said.asked).toBe(4);
    expect(breaker.isOpen()).toBe(false);
    expect(lines.join('')).toContain('the gateway answers again');
  });

  it('stays open as long again if the charge that tries fails', async () => {
    const { said, gateway } = aGuarded();
    await fail(gateway, 3);
    vi.setSystemTime(10_000);
    expect(await gateway.charge(request)).toEqual({ kind: 'unknown' });
    said.next = declined;

    vi.setSystemTime(19_999);
    expect(await gateway.charge(request)).toEqual({ kind: 'unavailable' });
    vi.setSystemTime(20_000);
    expect(await gateway.charge(request)).toEqual(declined);
  });

  it('takes a provider that never answers for one without an answer, so that the breaker does not stay open for ever', async () => {
    const { said, gateway, breaker } = aGuarded();
    await fail(gateway, 3);
    vi.setSystemTime(10_000);
    said.next = new Promise<ChargeOutcome>(() => undefined);
    const trying = gateway.charge(request);
    await vi.advanceTimersByTimeAsync(60_000);

    expect(await trying).toEqual({ kind: 'unknown' });
    said.next = declined;
    vi.setSystemTime(90_000);
    expect(await gateway.charge(request)).toEqual(declined);
    expect(breaker.isOpen()).toBe(false);
  });

  it('refuses nothing that is about a charge which has begun', async () => {
    const { gateway } = aGuarded();
    await fail(gateway, 3);
    const refund = {
      ...held,
      payment: { reference: request.reference, amount: request.amount },
      unwanted: true,
    };

    expect(await gateway.query(question)).toEqual({ kind: 'unknown' });
    expect(await gateway.refund(refund)).toEqual({ kind: 'pending' });
    expect(await gateway.holds?.capture(held)).toEqual({ kind: 'pending' });
    expect(await gateway.holds?.release(held)).toEqual({ kind: 'pending' });
    expect(await gateway.answerChallenge?.(question, 'authorise')).toEqual({ kind: 'unknown' });
  });

  it('counts charges, holds and cards to keep together, and refuses all of them', async () => {
    const { gateway, said } = aGuarded();
    const card = { type: 'card', number: '', expiry: { month: 1, year: 2030 }, cvv: '' } as const;

    await gateway.charge(request);
    await gateway.holds?.authorize(request);
    await gateway.tokenize?.({ reference: 'r', card });

    expect(await gateway.charge(request)).toEqual({ kind: 'unavailable' });
    expect(await gateway.holds?.authorize(request)).toEqual({ kind: 'unavailable' });
    expect(await gateway.tokenize?.({ reference: 'r', card })).toEqual({ kind: 'unavailable' });
    expect(said.asked).toBe(2);
  });

  it('puts a payout off: it is asked for again later', async () => {
    const { breaker, gateway } = aGuarded();
    let asked = 0;
    const pay = async () => {
      asked += 1;
      return { kind: 'completed' } as const;
    };
    const payouts = guardedPayouts({ name: 'bank', answersAfterMs: 0, pay }, breaker, { limits: {} });
    const wanted = { method: 'agent_cash', destination: { type: 'cash' } } as unknown as PayoutRequest;
    expect(await payouts.pay(wanted)).toEqual({ kind: 'completed' });
    await fail(gateway, 3);

    expect(await payouts.pay(wanted)).toEqual({ kind: 'unknown' });
    expect(asked).toBe(1);
  });

  it('does not open for payouts that the provider answers and cannot carry out, so that charges go on', async () => {
    const { breaker, gateway, said } = aGuarded();
    said.next = declined;
    const payouts = payoutsThat({ kind: 'unknown', answered: true }, breaker);
    const wanted = { method: 'agent_cash', destination: { type: 'cash' } } as unknown as PayoutRequest;

    for (let time = 0; time < 9; time += 1) await payouts.pay(wanted);

    expect(breaker.isOpen()).toBe(false);
    expect(await gateway.charge(request)).toEqual(declined);
  });

  it('does not open for charges that the provider does not take as they are asked for', async () => {
    const { said, gateway, breaker } = aGuarded();
    said.next = { kind: 'unavailable', answered: true };

    await fail(gateway, 9);

    expect(breaker.isOpen()).toBe(false);
    expect(await gateway.charge(request)).toEqual({ kind: 'unavailable', answered: true });
  });

  it('opens for payouts without an answer', async () => {
    const { breaker, gateway } = aGuarded();
    const payouts = payoutsThat({ kind: 'unknown' }, breaker);
    const wanted = { method: 'agent_cash', destination: { type: 'cash' } } as unknown as PayoutRequest;

    for (let time = 0; time < 3; time += 1) await payouts.pay(wanted);

    expect(breaker.isOpen()).toBe(true);
    expect(await gateway.charge(request)).toEqual({ kind: 'unavailable' });
  });
});
