import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { heldBackOf } from '../../../../../src/domain/money/capital/repay.ts';
import { feeOf, reserveOf, reserveReleaseAt } from '../../../../../src/domain/money/fees/payment-fees.ts';
import {
  holdReleased,
  type Movement,
  paymentCaptured,
  paymentSettled,
  paymentUnwanted,
  platformPaid,
  refundCompleted,
  refundFailed,
  refundRequested,
} from '../../../../../src/domain/money/ledger/accounts.ts';
import {
  disputeLost,
  disputeOpened,
  disputeReinstated,
  disputeWon,
} from '../../../../../src/domain/money/ledger/dispute-movements.ts';
import { cashOutCompleted, floatToppedUp } from '../../../../../src/domain/money/ledger/float-movements.ts';
import {
  payoutCompleted,
  payoutFailed,
  payoutRequested,
  payoutReturned,
} from '../../../../../src/domain/money/ledger/payout-movements.ts';
import {
  capitalDisbursed,
  capitalRepaid,
  shareSettled,
} from '../../../../../src/domain/money/ledger/share-movements.ts';
import { shareOf } from '../../../../../src/domain/money/splits/share-out.ts';
import { nextSettled, nextShares } from '../../../../../src/domain/payments/refunds/shares.ts';
import {
  type Case,
  type Command,
  cases,
  deeds,
  Model,
  type Place,
  partners,
  partsOf,
  type Result,
  someDay,
  topUpOf,
} from './model.ts';

/** Plays a case, looking at every state on the way. */
function play(
  { payments, commands }: Case,
  look: (model: Model, result: Result, command: Command) => void = () => undefined,
): Model {
  const model = new Model(payments);
  for (const command of commands) look(model, model.do(command), command);
  return model;
}

function totalOf(model: Model, currency: string, accounts = /./): number {
  return [...model.balances]
    .filter(([name]) => name.endsWith(currency) && accounts.test(name))
    .reduce((sum, [, balance]) => sum + balance, 0);
}

const bounded = /^(pending|reserve|refund_in_transit|payout_in_transit|dispute_hold|subaccount:\w+) /;
/** What agents and the merchant owe is below zero: one that is overdrawn is above. */
const debit = /^(agent_float|advance_receivable) /;
const e4 = (hundredths: number) => amountOf(BigInt(hundredths) * 100n);

function rowOf(place: Place) {
  const amount = e4(place.hundredths);
  const fee = feeOf(place.method, amount, place.currency);
  const reserve = reserveOf(amount, fee, place.currency);
  const at = reserveReleaseAt(someDay);
  return { id: 'p', amount, fee, reserve_amount: reserve, reserve_release_at: at, currency: place.currency };
}

type Settling = { readonly before: bigint; readonly amount: bigint };

/** The shares that the source takes out of a part of a payment that settles. */
function sharesFor({ shares = [], currency }: Place, part: Settling): readonly Movement[] {
  return shares.map((share, nth) =>
    shareSettled({
      id: 'x',
      subaccount_id: partners[nth] ?? '',
      amount: shareOf(share, part, currency),
      currency,
    }),
  );
}

/** What the source posts after a settlement: shares of partners, then what is held back for the advance. */
function followed(place: Place, part: Settling, debt: Owed | undefined): readonly Movement[] {
  const { shares = [], currency } = place;
  const shared = shares.reduce((sum, share) => sum + shareOf(share, part, currency), 0n);
  const earned = part.amount - shared;
  const movements = sharesFor(place, part);
  if (!debt || earned <= 0n) return movements;
  const terms = { amount: e4(debt.remaining), fee: 0n, amount_repaid: 0n, holdback_basis_points: debt.rate };
  const amount = heldBackOf(earned, { ...terms, currency });
  return [...movements, capitalRepaid({ id: 'x', amount, currency })];
}

/** What the source posts for a refund or a dispute that the model has just made, of the shares that the source works out. */
function takingOf(place: Place, kind: 'refunds' | 'disputes', waitingBefore: number | null) {
  const row = rowOf(place);
  const living = [
    ...place.refunds.filter(({ status }) => status !== 'failed'),
    ...place.disputes.filter(({ status }) => status !== 'won'),
  ];
  const refund = place[kind].at(-1);
  const others = living.filter((one) => one !== refund);
  if (!refund) throw new Error('it was made');
  const sum = (of: 'amount' | 'fee' | 'reserve', list = others) =>
    list.reduce((all, one) => all + one[of], 0);
  const refunded = e4(sum('amount', living));
  const given = { fee: e4(sum('fee')), reserve: e4(sum('reserve')) };
  const shares = nextShares(row, e4(refund.amount), refunded, given);
  expect(shares).toEqual({ fee: e4(refund.fee), reserve: e4(refund.reserve) });
  const waiting = e4(waitingBefore ?? 0);
  const net = row.amount - row.fee - row.reserve_amount;
  const settled = waitingBefore === null ? 0n : nextSettled(row, refunded, net - waiting);
  const { currency } = place;
  const hold = { paymentId: 'p', account: 'pending', currency, amount: amountOf(settled) } as const;
  const moved = { id: 'r', amount: e4(refund.amount), currency };
  return [
    holdReleased(hold, 'r'),
    ...sharesFor(place, { before: net - waiting, amount: settled }),
    kind === 'refunds' ? refundRequested(moved, 0n) : disputeOpened(moved),
  ];
}

type Before = {
  waiting: number | null;
  reserve: number;
  statuses: readonly string[];
  advance: Owed | undefined;
};
/** What remains of an advance, and its rate. */
type Owed = { readonly remaining: number; readonly rate: number };

function beforeOf(place: Place, { advances }: Model): Before {
  const debt = advances.get(place.currency);
  const advance = debt && { ...debt };
  const statuses = [...place.disputes, ...place.refunds, ...place.payouts].map(({ status }) => status);
  return { waiting: place.waiting, reserve: place.reserve, statuses, advance };
}

/** The movements of the source for what the model has just done to one place. */
function movementsOf(
  place: Place,
  before: Before,
  { does, part }: Command,
  { advances }: Model,
): readonly Movement[] {
  const { currency } = place;
  const row = rowOf(place);
  const all = [...place.disputes, ...place.refunds, ...place.payouts];
  const changed = all.find(({ status }, index) => before.statuses[index] !== status) ?? all.at(-1);
  const payer = 'from' in (changed ?? {}) ? (changed as Place['payouts'][number]).from : 'available';
  const subaccount_id = payer === 'available' ? null : payer.replace('subaccount:', '');
  const moved = {
    id: 'x',
    amount: e4(changed?.amount ?? 0),
    fee: e4(changed?.fee ?? 0),
    currency,
    subaccount_id,
  };
  const net = row.amount - row.fee - row.reserve_amount;
  const settled = (waiting: number | null) => {
    const amount = waiting === null ? net : e4(waiting);
    return followed(place, { before: net - amount, amount }, before.advance);
  };
  const hold = (account: 'pending' | 'reserve', amount: number) =>
    holdReleased({ paymentId: 'p', account, currency, amount: e4(amount) }, 'x');
  const movements: Readonly<Record<Command['does'], () => readonly Movement[]>> = {
    capture: () => [paymentCaptured(row), paymentSettled(row), ...settled(null)],
    'capture to wait': () => [paymentCaptured(row, someDay)],
    settle: () => [hold('pending', before.waiting ?? 0), ...settled(before.waiting ?? 0)],
    release: () => [hold('reserve', before.reserve)],
    refund: () => takingOf(place, 'refunds', before.waiting),
    dispute: () => takingOf(place, 'disputes', before.waiting),
    'win dispute': () => [disputeWon(moved)],
    'lose dispute': () => [disputeLost(moved)],
    'give lost money back': () => [disputeReinstated(moved)],
    'complete refund': () => [refundCompleted(moved)],
    'fail refund': () => [refundFailed(moved)],
    'release shares': () => [hold('reserve', before.reserve - place.reserve)],
    'pay out': () => [payoutRequested(moved)],
    'complete payout': () => [payoutCompleted(moved)],
    'fail payout': () => [payoutFailed(moved)],
    'return payout': () => [payoutReturned(moved)],
    'top up float': () => [floatToppedUp({ ...moved, amount: e4(topUpOf(part)) }, 'a')],
    'cash out': () => [cashOutCompleted(moved, 'a')],
    'receive unwanted': () => [paymentUnwanted({ ...row, id: 'x' })],
    'pay out share': () => [payoutRequested(moved)],
    'take advance': () => {
      const due = e4(advances.get(currency)?.remaining ?? 0);
      return [capitalDisbursed({ id: 'x', amount: row.amount, fee: amountOf(due - row.amount), currency })];
    },
    'repay early': () => [capitalRepaid({ id: 'x', amount: e4(before.advance?.remaining ?? 0), currency })],
    'hand back': () => [refundCompleted({ ...row, id: 'x' })],
    'pay platform': () => [platformPaid({ id: 'x', amount: e4(place.billed.at(-1) ?? 0), currency })],
  };
  return movements[does]();
}

/** What the movements of the source leave, posted without any database. */
function sheetOf({ payments, commands }: Case): { sheet: ReadonlyMap<string, number>; model: Model } {
  const sheet = new Map<string, number>();
  const model = new Model(payments);
  for (const command of commands) {
    const touched = command.does === 'release shares' ? model.places : [model.places[command.place]];
    const before = touched.map((place) => place && beforeOf(place, model));
    if (model.do(command) !== 'done') continue;
    for (const [index, place] of touched.entries()) {
      const was = before[index];
      if (!place || !was) continue;
      for (const { account, currency, amount } of movementsOf(place, was, command, model).flatMap(
        (of) => of.lines,
      )) {
        const name = `${account.replace(/^agent_float:.*/, 'agent_float')} ${currency}`;
        sheet.set(name, (sheet.get(name) ?? 0) + Number(amount / 100n));
      }
    }
  }
  return { sheet, model };
}

const notZero = (balances: ReadonlyMap<string, number>) =>
  Object.fromEntries([...balances].filter(([, balance]) => balance !== 0));

/** What is wrong with the sums of one currency. */
function wrongIn(model: Model, currency: string): readonly string[] {
  const here = model.places.filter((place) => place.currency === currency);
  const held = here.reduce((sum, { reserve, waiting }) => sum + reserve + (waiting ?? 0), 0);
  return [
    ...(totalOf(model, currency) === 0 ? [] : ['money was made or lost']),
    ...(totalOf(model, currency, /^(pending|reserve) /) === held ? [] : ['held is another sum']),
    ...(model.balanceOf('advance_receivable', currency) === -(model.advances.get(currency)?.remaining ?? 0)
      ? []
      : ['another sum is owed']),
  ];
}

const overdrawn = (model: Model) =>
  [...model.balances]
    .filter(([name, balance]) => (bounded.test(name) && balance < 0) || (debit.test(name) && balance > 0))
    .map(([name]) => name);

describe('money, in a thousand histories of up to 512 movements', () => {
  it('is never created or lost, no bounded account is overdrawn, and holds match reserve and pending', () => {
    assert(
      property(cases(512), (story) => {
        const wrong: string[] = [];
        play(story, (model) =>
          wrong.push(...wrongIn(model, 'USD'), ...wrongIn(model, 'ZWG'), ...overdrawn(model)),
        );

        expect(wrong).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not move when a command is refused or is not due yet', () => {
    let refusals = 0;
    assert(
      property(cases(512), (story) => {
        const wrong: string[] = [];
        let last = '[]';
        play(story, (model, result, { does }) => {
          const now = JSON.stringify([...model.balances]);
          if (result === 'refused') refusals += 1;
          if (result !== 'done' && now !== last) wrong.push(`${does} was ${result}`);
          last = now;
        });

        expect(wrong).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(refusals).toBeGreaterThan(1000);
  });

  it('falls below zero by no more than the fee and reserve shares of refunds', () => {
    let below = 0;
    assert(
      property(cases(512), (story) => {
        const wrong: number[] = [];
        play(story, (model, result, { does, place }) => {
          const currency = model.places[place]?.currency ?? 'USD';
          const available = model.balanceOf('available', currency);
          if (does !== 'refund' || result !== 'done') return;
          if (available < 0) below += 1;
          if (available < -model.allowance(currency)) wrong.push(available);
        });

        expect(wrong).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(below).toBeGreaterThan(100);
  });

  it('can always be refunded while the merchant has paid nothing out, even after failed refunds', () => {
    const noPayouts = deeds.filter((deed) => !/payout$|^pay |advance$|^repay/.test(deed));
    assert(
      property(cases(512, noPayouts, 0), (story) => {
        const refused: string[] = [];
        play(story, (_model, result, { does }) => {
          if (result === 'refused') refused.push(does);
        });

        expect(refused).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('moves in the model exactly as the movements and shares of the source say', () => {
    assert(
      property(cases(256), (story) => {
        const { sheet, model } = sheetOf(story);

        expect(notZero(sheet)).toEqual(notZero(model.balances));
      }),
      { numRuns: 1000 },
    );
  });

  it('reaches the merchant less the fee, whatever the amount', () => {
    assert(
      property(cases(0), ({ payments }) => {
        const commands = payments.map((_, place) => ({ does: 'capture', place, part: 1 }) as const);

        const after = play({ payments, commands });

        for (const currency of ['USD', 'ZWG'] as const) {
          const paid = payments.filter((payment) => payment.currency === currency);
          const net = paid.reduce((sum, payment) => sum + payment.hundredths - partsOf(payment).fee, 0);
          expect(totalOf(after, currency, /^(available|pending|reserve|subaccount)/)).toBe(net);
        }
      }),
    );
  });
});
