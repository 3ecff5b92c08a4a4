import { array, constantFrom, integer, nat, oneof, record } from 'fast-check';

/** One thing that happens to money, at one of a few places, so that the same is often tried twice or too early. */
export type Command = {
  readonly does: Deed;
  readonly place: number;
  /** Of a refund, a dispute or a payout: how much, in percent. */
  readonly part: number;
};

export const deeds = [
  'capture',
  'capture to wait',
  'settle',
  'release',
  'refund',
  'complete refund',
  'fail refund',
  'release shares',
  'dispute',
  'win dispute',
  'lose dispute',
  'give lost money back',
  'pay out',
  'complete payout',
  'fail payout',
  'return payout',
  'top up float',
  'cash out',
  'receive unwanted',
  'hand back',
  'take advance',
  'repay early',
  'pay out share',
  'pay platform',
] as const;
type Deed = (typeof deeds)[number];

/** Money that came in, in hundredths. */
export type Payment = {
  readonly hundredths: number;
  readonly method: 'card' | 'wallet_a';
  readonly currency: 'USD' | 'ZWG';
  /** The shares of the partners, in basis points; absent: the merchant gets it all. */
  readonly shares?: readonly number[];
};

export type Case = { readonly payments: readonly Payment[]; readonly commands: readonly Command[] };

/** `skipped`: it was not its time, and nothing was tried. */
export type Result = 'done' | 'skipped' | 'refused';

export const someDay = new Date('2026-03-01T10:00:00.000Z');

const places = 6;

/** The ids of the partners of every merchant. */
export const partners = [1, 2, 3].map((nth) => `00000000-0000-7000-8000-00000000000${nth}`);
export const accountOf = (nth: number) => `subaccount:${partners[nth]?.replaceAll('-', '')}`;

export function cases(most: number, among: readonly Deed[] = deeds, mostShares = partners.length) {
  const payment = record({
    hundredths: oneof(integer({ min: 1, max: 30 }), integer({ min: 1, max: 100_000_000 })),
    method: constantFrom('card' as const, 'wallet_a' as const),
    currency: constantFrom('USD' as const, 'USD' as const, 'ZWG' as const),
    shares: array(integer({ min: 1, max: 3333 }), { maxLength: mostShares }),
  });
  const command = record({
    does: constantFrom(...among),
    place: nat(places - 1),
    part: oneof(constantFrom(1, 33, 50, 100), integer({ min: 1, max: 100 })),
  });
  return record({
    payments: array(payment, { minLength: places, maxLength: places }),
    commands: array(command, { maxLength: most, size: 'max' }),
  });
}

type Refund = {
  readonly amount: number;
  readonly fee: number;
  readonly reserve: number;
  released: number;
  status: 'pending' | 'completed' | 'failed';
};
type Dispute = {
  readonly amount: number;
  readonly fee: number;
  readonly reserve: number;
  released: number;
  status: 'open' | 'won' | 'lost' | 'reinstated';
};
type Payout = {
  readonly amount: number;
  readonly fee: number;
  /** The account that it is taken from. */
  readonly from: string;
  status: 'processing' | 'completed' | 'over';
};
export type Place = Payment & {
  captured: boolean;
  /** Still held of what came in; null: it was never held. */
  waiting: number | null;
  reserve: number;
  readonly refunds: Refund[];
  readonly disputes: Dispute[];
  readonly payouts: Payout[];
  unwanted: 'none' | 'received' | 'back';
  /** The cash of an agent of this place. */
  float: number;
  /** What the platform collected. */
  readonly billed: number[];
};

/** What remains of an advance, and the part of each settlement that repays it, in basis points. */
export type Advance = { remaining: number; readonly rate: number };

/** A model of the ledger in hundredths. It shares no code with the source, not even the rounding of fees. */
export class Model {
  readonly balances = new Map<string, number>();
  readonly places: readonly Place[];
  /** The outstanding advance of each currency. */
  readonly advances = new Map<string, Advance>();

  constructor(payments: readonly Payment[]) {
    this.places = payments.map((payment) => ({
      ...payment,
      captured: false,
      waiting: null,
      reserve: 0,
      refunds: [],
      disputes: [],
      payouts: [],
      unwanted: 'none',
      float: 0,
      billed: [],
    }));
  }

  do(command: Command): Result {
    const place = this.places[command.place];
    if (!place) throw new Error(`a case has no place ${command.place}`);
    return this.#deeds[command.does](place, command.part);
  }

  balanceOf(account: string, currency: string): number {
    return this.balances.get(`${account} ${currency}`) ?? 0;
  }

  /** How far below zero refunds may go. */
  allowance(currency: string): number {
    return this.places
      .filter((place) => place.currency === currency)
      .flatMap(takenOf)
      .filter(({ status }) => status !== 'reinstated')
      .reduce((sum, { fee, reserve, released }) => sum + fee + reserve - released, 0);
  }

  readonly #deeds: Readonly<Record<Deed, (place: Place, part: number) => Result>> = {
    capture: (place) => this.#capture(place, false),
    'capture to wait': (place) => this.#capture(place, true),
    settle: (place) => {
      if (!place.waiting) return 'skipped';
      const amount = place.waiting;
      const before = netOf(place) - amount;
      place.waiting = 0;
      this.#post(place, { pending: -amount, available: amount });
      return this.#follow(place, { before, amount });
    },
    release: (place) => {
      if (place.reserve === 0) return 'skipped';
      const amount = place.reserve;
      place.reserve = 0;
      for (const taken of [...place.refunds, ...place.disputes]) taken.released = taken.reserve;
      return this.#post(place, { reserve: -amount, available: amount });
    },
    refund: (place, part) => this.#refund(place, part),
    'complete refund': (place) => {
      const refund = place.refunds.find(({ status }) => status === 'pending');
      if (!refund) return 'skipped';
      refund.status = 'completed';
      return this.#post(place, { refund_in_transit: -refund.amount, gateway_clearing: refund.amount });
    },
    'fail refund': (place) => {
      const refund = place.refunds.find(({ status }) => status === 'pending');
      if (!refund) return 'skipped';
      refund.status = 'failed';
      return this.#post(place, { refund_in_transit: -refund.amount, available: refund.amount });
    },
    dispute: (place, part) => this.#dispute(place, part),
    'win dispute': (place) => {
      const dispute = place.disputes.find(({ status }) => status === 'open');
      if (!dispute) return 'skipped';
      dispute.status = 'won';
      return this.#post(place, { dispute_hold: -dispute.amount, available: dispute.amount });
    },
    'lose dispute': (place) => {
      const dispute = place.disputes.find(({ status }) => status === 'open');
      if (!dispute) return 'skipped';
      dispute.status = 'lost';
      return this.#post(place, { dispute_hold: -dispute.amount, gateway_clearing: dispute.amount });
    },
    'give lost money back': (place) => {
      const dispute = place.disputes.find(({ status }) => status === 'lost');
      if (!dispute) return 'skipped';
      dispute.status = 'reinstated';
      return this.#post(place, { gateway_clearing: -dispute.amount, available: dispute.amount });
    },
    'release shares': () => {
      let result: Result = 'skipped';
      for (const place of this.places) if (this.#releaseShares(place)) result = 'done';
      return result;
    },
    'pay out': (place, part) => this.#payOut(place, part, 'available'),
    'pay out share': (place, part) => this.#payOut(place, part, accountOf(part % partners.length)),
    'take advance': (place, part) => {
      if (this.advances.has(place.currency)) return 'skipped';
      const [amount, fee] = [place.hundredths, Math.ceil((place.hundredths * part) / 100)];
      this.advances.set(place.currency, { remaining: amount + fee, rate: part * 100 });
      return this.#post(place, { advance_receivable: -amount - fee, available: amount, fees: fee });
    },
    'repay early': (place) => {
      const advance = this.advances.get(place.currency);
      if (!advance) return 'skipped';
      if (this.balanceOf('available', place.currency) < advance.remaining) return 'refused';
      return this.#repay(place, advance, advance.remaining);
    },
    'complete payout': (place) => {
      const payout = place.payouts.find(({ status }) => status === 'processing');
      if (!payout) return 'skipped';
      payout.status = 'completed';
      const { amount, fee } = payout;
      return this.#post(place, { payout_in_transit: -amount, payout_clearing: amount - fee, fees: fee });
    },
    'fail payout': (place) => {
      const payout = place.payouts.find(({ status }) => status === 'processing');
      if (!payout) return 'skipped';
      payout.status = 'over';
      return this.#post(place, { payout_in_transit: -payout.amount, [payout.from]: payout.amount });
    },
    'return payout': (place) => {
      const payout = place.payouts.find(({ status }) => status === 'completed');
      if (!payout) return 'skipped';
      payout.status = 'over';
      const net = payout.amount - payout.fee;
      return this.#post(place, { payout_clearing: -net, [payout.from]: net });
    },
    'top up float': (place, part) => {
      const amount = topUpOf(part);
      place.float += amount;
      return this.#post(place, { agent_float: -amount, treasury: amount });
    },
    'cash out': (place) => {
      const payout = place.payouts.find(({ status }) => status === 'processing');
      if (!payout) return 'skipped';
      const { amount, fee } = payout;
      if (place.float < amount - fee) return 'refused';
      place.float -= amount - fee;
      payout.status = 'over';
      return this.#post(place, { payout_in_transit: -amount, agent_float: amount - fee, fees: fee });
    },
    'receive unwanted': (place) => {
      if (place.unwanted !== 'none') return 'skipped';
      place.unwanted = 'received';
      return this.#post(place, { gateway_clearing: -place.hundredths, refund_in_transit: place.hundredths });
    },
    'hand back': (place) => {
      if (place.unwanted !== 'received') return 'skipped';
      place.unwanted = 'back';
      return this.#post(place, { refund_in_transit: -place.hundredths, gateway_clearing: place.hundredths });
    },
    'pay platform': (place, part) => {
      // The platform bills in one currency.
      if (place.currency !== 'USD') return 'skipped';
      const amount = billOf(part);
      if (amount > this.balanceOf('available', 'USD')) return 'refused';
      place.billed.push(amount);
      return this.#post(place, { available: -amount, fees: amount });
    },
  };

  #capture(place: Place, waits: boolean): Result {
    if (place.captured) return 'skipped';
    const { fee, reserve } = partsOf(place);
    const net = place.hundredths - fee - reserve;
    place.captured = true;
    place.reserve = reserve;
    if (waits) place.waiting = net;
    const rest = waits ? { pending: net } : { available: net };
    this.#post(place, { gateway_clearing: -place.hundredths, fees: fee, reserve, ...rest });
    return waits ? 'done' : this.#follow(place, { before: 0, amount: net });
  }

  #payOut(place: Place, part: number, from: string): Result {
    const available = this.balanceOf(from, place.currency);
    const amount = payoutOf(available, part);
    if (amount > available) return 'refused';
    const fee = Math.max(50, Math.floor((amount + 50) / 100));
    place.payouts.push({ amount, fee, from, status: 'processing' });
    return this.#post(place, { [from]: -amount, payout_in_transit: amount });
  }

  /** Partners get their shares of a part that has settled, and of the rest a part repays the advance. */
  #follow(place: Place, part: Part): Result {
    const earned = part.amount - this.#share(place, part);
    const advance = this.advances.get(place.currency);
    if (!advance || earned <= 0) return 'done';
    const rate = Math.floor((earned * advance.rate + 5000) / 10_000);
    return this.#repay(place, advance, Math.min(rate, advance.remaining));
  }

  #share(place: Place, part: Part): number {
    const shares = sharesOf(place, part);
    for (const [nth, share] of shares.entries())
      this.#post(place, { available: -share, [accountOf(nth)]: share });
    return shares.reduce((sum, share) => sum + share, 0);
  }

  #repay(place: Place, advance: Advance, amount: number): Result {
    advance.remaining -= amount;
    if (advance.remaining === 0) this.advances.delete(place.currency);
    return this.#post(place, { available: -amount, advance_receivable: amount });
  }

  #refund(place: Place, part: number): Result {
    const { currency } = place;
    const amount = refundOf(place.hundredths, part);
    if (!place.captured || amount > leftOf(place) || isDisputed(place)) return 'skipped';
    const { fee, reserve, released, settled, before } = this.#partsOf(place, amount);
    const shared = sharesOf(place, { before, amount: settled }).reduce((sum, share) => sum + share, 0);
    const floor = -this.allowance(currency) - (fee + reserve - released);
    if (this.balanceOf('available', currency) + settled - shared - amount < floor) return 'refused';
    place.refunds.push({ amount, fee, reserve, released, status: 'pending' });
    if (place.waiting !== null) place.waiting -= settled;
    this.#share(place, { before, amount: settled });
    return this.#post(place, { pending: -settled, available: settled - amount, refund_in_transit: amount });
  }

  /** Whatever the balance: there is no floor. */
  #dispute(place: Place, part: number): Result {
    const left = leftOf(place);
    if (!place.captured || left === 0 || isDisputed(place)) return 'skipped';
    const amount = disputeOf(left, part);
    const { fee, reserve, released, settled, before } = this.#partsOf(place, amount);
    place.disputes.push({ amount, fee, reserve, released, status: 'open' });
    if (place.waiting !== null) place.waiting -= settled;
    this.#share(place, { before, amount: settled });
    return this.#post(place, { pending: -settled, available: settled - amount, dispute_hold: amount });
  }

  /** What one more refund or dispute takes of the payment's fee and reserve, and what it needs of a payment that waits. */
  #partsOf(place: Place, amount: number) {
    const { hundredths: gross } = place;
    const living = takenOf(place);
    const taken = living.reduce((sum, one) => sum + one.amount, amount);
    const all = partsOf(place);
    const fees = Math.ceil((all.fee * taken) / gross);
    const reserves = Math.floor((all.reserve * taken) / gross);
    const given = (of: 'fee' | 'reserve') => living.reduce((sum, one) => sum + one[of], 0);
    const fee = clamp(fees - given('fee'), amount);
    const reserve = clamp(reserves - given('reserve'), amount);
    const released = place.reserve > 0 ? 0 : reserve;
    const before = place.waiting === null ? 0 : netOf(place) - place.waiting;
    const settled = place.waiting === null ? 0 : clamp(taken - fees - reserves - before, place.waiting);
    return { fee, reserve, released, settled, before };
  }

  #releaseShares(place: Place): boolean {
    const due = [...place.refunds, ...place.disputes].filter(
      ({ status, released, reserve }) => /^(completed|lost|reinstated)$/.test(status) && released < reserve,
    );
    for (const taken of due) {
      const share = taken.reserve - taken.released;
      taken.released = taken.reserve;
      place.reserve -= share;
      this.#post(place, { reserve: -share, available: share });
    }
    return due.length > 0;
  }

  #post({ currency }: Payment, changes: Readonly<Record<string, number>>): 'done' {
    for (const [account, change] of Object.entries(changes)) {
      if (change !== 0)
        this.balances.set(`${account} ${currency}`, this.balanceOf(account, currency) + change);
    }
    return 'done';
  }
}

/** The refunds and disputes that have taken money of a payment. */
const takenOf = ({ refunds, disputes }: Place) => [
  ...refunds.filter(({ status }) => status !== 'failed'),
  ...disputes.filter(({ status }) => status !== 'won'),
];

/** What is left of a payment. */
export const leftOf = (place: Place) =>
  takenOf(place).reduce((left, { amount }) => left - amount, place.hundredths);

const isDisputed = ({ disputes }: Place) => disputes.some(({ status }) => status === 'open');

export const disputeOf = (left: number, part: number) => Math.ceil((left * part) / 100);

/** The invoice of a month, with its tax. */
export const billOf = (part: number) => 1000 + part;

export const refundOf = (gross: number, part: number) => Math.ceil((gross * part) / 100);

/** Often enough for a small payout, and seldom for a large one. */
export const topUpOf = (part: number) => 37 * part * part;

/** Sometimes more than there is. */
export const payoutOf = (available: number, part: number) =>
  51 + Math.ceil((Math.max(0, available) * part) / 90);

/** What of a payment settles, and what had settled before. */
export type Part = { readonly before: number; readonly amount: number };

/** What each partner gets of a part: always as much as of the whole, rounded down. */
function sharesOf({ shares = [] }: Payment, { before, amount }: Part): number[] {
  return shares.map((share) => shareIn(before + amount, share) - shareIn(before, share));
}

const shareIn = (settled: number, share: number) => Math.floor((settled * share) / 10_000);

const clamp = (amount: number, most: number) => Math.max(0, Math.min(most, amount));

function netOf(payment: Payment): number {
  const { fee, reserve } = partsOf(payment);
  return payment.hundredths - fee - reserve;
}

/** 3.5 % or 2 %, half-up, at least 0.01; 5 % of what was paid, unless the fee leaves less. */
export function partsOf(payment: Payment): { fee: number; reserve: number } {
  const perMille = payment.method === 'card' ? 35 : 20;
  const fee = Math.max(1, Math.floor((payment.hundredths * perMille + 500) / 1000));
  const reserve = Math.min(payment.hundredths - fee, Math.floor((payment.hundredths * 5 + 50) / 100));
  return { fee, reserve };
}
