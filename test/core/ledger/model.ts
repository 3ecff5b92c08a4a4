import { array, constantFrom, integer, nat, oneof, record } from 'fast-check';
import {
  type Movement,
  paymentCaptured,
  paymentSettled,
  paymentUnwanted,
  refundCompleted,
} from '../../../src/core/ledger/accounts.ts';
import { amountOf } from '../../../src/core/money/amount.ts';
import type { Currency } from '../../../src/core/money/currency.ts';
import { feeOf, reserveOf, reserveReleaseAt } from '../../../src/core/money/fees.ts';

/** One thing that money does, to one of a few payments, so that the same is often tried twice or too early. */
export type Command = {
  readonly does: 'capture' | 'settle' | 'receive unwanted' | 'hand back';
  readonly payment: number;
};

/** Money that came in, in hundredths. */
export type Payment = {
  readonly hundredths: number;
  readonly method: 'card' | 'wallet_a';
  readonly currency: Currency;
};

export type Case = { readonly payments: readonly Payment[]; readonly commands: readonly Command[] };

/** In hundredths, by account and currency: `available USD`. */
export type State = {
  readonly balances: ReadonlyMap<string, bigint>;
  readonly done: ReadonlySet<string>;
};

export type Result = 'done' | 'was done' | 'refused';

export const nothing: State = { balances: new Map(), done: new Set() };

export const someDay = new Date('2026-03-01T10:00:00.000Z');

export function cases(most: number) {
  const payment = record({
    hundredths: oneof(integer({ min: 1, max: 30 }), integer({ min: 1, max: 100_000_000 })),
    method: constantFrom('card' as const, 'wallet_a' as const),
    currency: constantFrom('USD' as const, 'USD' as const, 'ZWG' as const),
  });
  const command = record({
    does: constantFrom('capture', 'capture', 'settle', 'receive unwanted', 'hand back'),
    payment: nat(11),
  });
  return record({
    payments: array(payment, { minLength: 12, maxLength: 12 }),
    commands: array(command, { maxLength: most, size: 'max' }),
  });
}

/** The book-keeper in our heads: it shares no line with the source, not even how fees are rounded. */
export function reduce(state: State, payment: Payment, command: Command): { state: State; result: Result } {
  const key = `${command.does} ${command.payment}`;
  if (state.done.has(key)) return { state, result: 'was done' };
  const changes = changesOf(payment, command.does);
  if (changes.size === 0) return { state, result: 'was done' };
  const balances = new Map(state.balances);
  for (const [account, change] of changes) {
    const name = `${account} ${payment.currency}`;
    balances.set(name, (balances.get(name) ?? 0n) + change);
  }
  const overdrawn = [...balances].some(([name, balance]) => neverNegative.test(name) && balance < 0n);
  return overdrawn
    ? { state, result: 'refused' }
    : { state: { balances, done: new Set([...state.done, key]) }, result: 'done' };
}

const neverNegative = /^(pending|reserve|refund_in_transit) /;

function changesOf(payment: Payment, does: Command['does']): ReadonlyMap<string, bigint> {
  const gross = BigInt(payment.hundredths);
  const { fee, reserve } = partsOf(payment);
  const net = gross - fee - reserve;
  const changes = {
    capture: { gateway_clearing: -gross, fees: fee, reserve, pending: net },
    settle: { pending: -net, available: net },
    'receive unwanted': { gateway_clearing: -gross, refund_in_transit: gross },
    'hand back': { refund_in_transit: -gross, gateway_clearing: gross },
  }[does];
  return new Map(Object.entries(changes).filter(([, change]) => change !== 0n));
}

/** 3.5 % or 2 %, half-up, at least 0.01; 5 % of what was paid, unless the fee leaves less. */
export function partsOf(payment: Payment): { fee: bigint; reserve: bigint } {
  const perMille = payment.method === 'card' ? 35 : 20;
  const fee = Math.max(1, Math.floor((payment.hundredths * perMille + 500) / 1000));
  const reserve = Math.min(payment.hundredths - fee, Math.floor((payment.hundredths * 5 + 50) / 100));
  return { fee: BigInt(fee), reserve: BigInt(reserve) };
}

/** The same command in the words of the source. */
export function movementOf(payment: Payment, command: Command, idOf: (payment: number) => string): Movement {
  const amount = amountOf(BigInt(payment.hundredths) * 100n);
  const fee = feeOf(payment.method, amount);
  const moved = { id: idOf(command.payment), amount, currency: payment.currency };
  const captured = {
    ...moved,
    fee,
    reserve_amount: reserveOf(amount, fee),
    reserve_release_at: reserveReleaseAt(someDay),
  };
  const movements = {
    capture: () => paymentCaptured(captured),
    settle: () => paymentSettled(captured),
    'receive unwanted': () => paymentUnwanted(moved),
    'hand back': () => refundCompleted(moved),
  };
  return movements[command.does]();
}

export function paymentAt(payments: readonly Payment[], place: number): Payment {
  const payment = payments[place];
  if (!payment) throw new Error(`a case has no payment ${place}`);
  return payment;
}
