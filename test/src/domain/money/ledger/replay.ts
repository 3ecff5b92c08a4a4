import { ApiError } from '../../../../../src/platform/errors.ts';
import type { MerchantLedger } from './merchant-ledger.ts';
import {
  accountOf,
  billOf,
  type Command,
  disputeOf,
  leftOf,
  Model,
  type Payment,
  type Place,
  partners,
  payoutOf,
  type Result,
  refundOf,
  topUpOf,
} from './model.ts';
import { refusalOf } from './post-and-read.ts';

/** The ids that PostgreSQL knows a place's money by, in the order of the model's lists. */
type Ids = {
  payment: string;
  unwanted: string;
  readonly refunds: string[];
  readonly disputes: string[];
  readonly payouts: string[];
};

/** Does what commands say twice: in our heads and in PostgreSQL. */
export class Replay {
  readonly model: Model;
  readonly #ledger: MerchantLedger;
  readonly #ids: readonly Ids[];
  /** The last advance of each currency. */
  readonly #advances = new Map<string, string>();

  constructor(ledger: MerchantLedger, payments: readonly Payment[]) {
    this.model = new Model(payments);
    this.#ledger = ledger;
    this.#ids = payments.map(() => ({
      payment: nobody,
      unwanted: nobody,
      refunds: [],
      disputes: [],
      payouts: [],
    }));
  }

  /** What the model expected of a command, and what came of it. */
  async do(command: Command): Promise<{ expected: Result; outcome: Result }> {
    const [place, ids] = [this.model.places[command.place], this.#ids[command.place]];
    if (!place || !ids) throw new Error(`a case has no place ${command.place}`);
    const play = this.#playOf(place, ids, command);
    const expected = this.model.do(command);
    if (expected === 'skipped' && !repeatable.test(command.does)) return { expected, outcome: expected };
    const outcome = await play().then(() => 'done' as const, refused);
    return { expected: expected === 'skipped' ? 'done' : expected, outcome };
  }

  /** The model has not moved yet, so what it is about is still the first in its state. */
  #playOf(place: Place, ids: Ids, { does, part }: Command): () => Promise<unknown> {
    const ledger = this.#ledger;
    const { currency } = place;
    const refund = ids.refunds[place.refunds.findIndex(({ status }) => status === 'pending')] ?? '';
    const disputeIn = (wanted: string) =>
      ids.disputes[place.disputes.findIndex(({ status }) => status === wanted)] ?? '';
    const [dispute, lost] = [disputeIn('open'), disputeIn('lost')];
    const payoutIn = (wanted: string) =>
      ids.payouts[place.payouts.findIndex(({ status }) => status === wanted)] ?? '';
    const [processing, paidOut] = [payoutIn('processing'), payoutIn('completed')];
    const disputed = disputeOf(leftOf(place), part);
    const payout = payoutOf(this.model.balanceOf('available', currency), part);
    const nth = part % partners.length;
    const shareOut = payoutOf(this.model.balanceOf(accountOf(nth), currency), part);
    const plays: Readonly<Record<Command['does'], () => Promise<unknown>>> = {
      capture: async () => void (ids.payment = await ledger.capture(place)),
      'capture to wait': async () => void (ids.payment = await ledger.capture(place, ledger.now)),
      settle: () => ledger.settle(ids.payment),
      release: () => ledger.release(ids.payment),
      refund: async () =>
        ids.refunds.push(await ledger.refund(ids.payment, refundOf(place.hundredths, part))),
      'complete refund': () => ledger.endRefund(refund, 'completed'),
      'fail refund': () => ledger.endRefund(refund, 'failed'),
      dispute: async () => ids.disputes.push(await ledger.dispute(ids.payment, disputed)),
      'win dispute': () => ledger.endDispute(dispute, 'won'),
      'lose dispute': () => ledger.endDispute(dispute, 'lost'),
      'give lost money back': () => ledger.reinstate(lost),
      'release shares': () => ledger.releaseShares(),
      'pay out': async () => ids.payouts.push(await ledger.payOut(payout, currency, 'mobile_money')),
      'complete payout': () => ledger.endPayout(processing, 'completed'),
      'fail payout': () => ledger.endPayout(processing, 'failed'),
      'return payout': () => ledger.endPayout(paidOut, 'returned'),
      'top up float': () => ledger.topUp(this.model.places.indexOf(place), topUpOf(part), currency),
      'cash out': () => ledger.cashOut(this.model.places.indexOf(place), processing),
      'receive unwanted': async () => void (ids.unwanted = await ledger.receiveUnwanted(place)),
      'hand back': () => ledger.endRefund(ids.unwanted, 'completed'),
      'pay out share': async () =>
        ids.payouts.push(await ledger.payOut(shareOut, currency, 'mobile_money', partners[nth])),
      'take advance': async () => {
        const fee = Math.ceil((place.hundredths * part) / 100);
        const about = { currency, rate: part * 100 };
        this.#advances.set(currency, await ledger.takeAdvance(place.hundredths, fee, about));
      },
      'repay early': () => ledger.repayEarly(this.#advances.get(currency) ?? nobody),
      'pay platform': () => ledger.payPlatform(billOf(part)),
    };
    return plays[does];
  }
}

/** Before anything came in. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Safe to do again: nothing happens. */
const repeatable = /^(settle|release|release shares)$/;

const refusals = /^23514 balance_(floor|highest|lowest)$/;

function refused(error: unknown): Result {
  const refusal = error instanceof ApiError ? error.code : refusalOf(error);
  if (refusal === 'INSUFFICIENT_BALANCE' || refusals.test(refusal)) return 'refused';
  throw error;
}
