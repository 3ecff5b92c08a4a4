import { array, constantFrom, integer, nat, oneof, record } from 'fast-check';

/** One thing that happens to money, at one of a few places, so that the same is often tried twice or too early. */
export type Command = {
  readonly does: Deed;
  readonly place: number;
  /** Of a refund or a payout: how much, in percent. */
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
  'pay out',
  'complete payout',
  'fail payout',
  'return payout',
  'receive unwanted',
  'hand back',
  'pay platform',
] as const;
type Deed = (typeof deeds)[number];

/** Money that came in, in hundredths. */
export type Payment = {
  readonly hundredths: number;
  readonly method: 'card' | 'wallet_a';
  readonly currency: 'USD' | 'ZWG';
};

export type Case = { readonly payments: readonly Payment[]; readonly commands: readonly Command[] };

/** `skipped`: it was not its time, and nothing was tried. */
export type Result = 'done' | 'skipped' | 'refused';

export const someDay = new Date('2026-03-01T10:00:00.000Z');

const places = 6;

export function cases(most: number, among: readonly Deed[] = deeds) {
  const payment = record({
    hundredths: oneof(integer({ min: 1, max: 30 }), integer({ min: 1, max: 100_000_000 })),
    method: constantFrom('card' as const, 'wallet_a' as const),
    currency: constantFrom('USD' as const, 'USD' as const, 'ZWG' as const),
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
type Payout = {
  readonly amount: number;
  readonly fee: number;
  status: 'processing' | 'completed' | 'over';
};
export type Place = Payment & {
  captured: boolean;
  /** Still held of what came in; null: it was never held. */
  waiting: number | null;
  reserve: number;
  readonly refunds: Refund[];
  readonly payouts: Payout[];
  unwanted: 'none' | 'received' | 'back';
  /** What the platform collected. */
  readonly billed: number[];
};

/** A model of the ledger in hundredths. It shares no code with the source, not even the rounding of fees. */
export class Model {
  readonly balances = new Map<string, number>();
  readonly places: readonly Place[];

  constructor(payments: readonly Payment[]) {
    this.places = payments.map((payment) => ({
      ...payment,
      captured: false,
      waiting: null,
      reserve: 0,
      refunds: [],
      payouts: [],
      unwanted: 'none',
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
      .flatMap(({ refunds }) => refunds.filter(({ status }) => status !== 'failed'))
      .reduce((sum, { fee, reserve, released }) => sum + fee + reserve - released, 0);
  }

  readonly #deeds: Readonly<Record<Deed, (place: Place, part: number) => Result>> = {
    capture: (place) => this.#capture(place, false),
    'capture to wait': (place) => this.#capture(place, true),
    settle: (place) => {
      if (!place.waiting) return 'skipped';
      const amount = place.waiting;
      place.waiting = 0;
      return this.#post(place, { pending: -amount, available: amount });
    },
    release: (place) => {
      if (place.reserve === 0) return 'skipped';
      const amount = place.reserve;
      place.reserve = 0;
      for (const refund of place.refunds) refund.released = refund.reserve;
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
    'release shares': () => {
      let result: Result = 'skipped';
      for (const place of this.places) if (this.#releaseShares(place)) result = 'done';
      return result;
    },
    'pay out': (place, part) => {
      const available = this.balanceOf('available', place.currency);
      const amount = payoutOf(available, part);
      if (amount > available) return 'refused';
      place.payouts.push({
        amount,
        fee: Math.max(50, Math.floor((amount + 50) / 100)),
        status: 'processing',
      });
      return this.#post(place, { available: -amount, payout_in_transit: amount });
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
      return this.#post(place, { payout_in_transit: -payout.amount, available: payout.amount });
    },
    'return payout': (place) => {
      const payout = place.payouts.find(({ status }) => status === 'completed');
      if (!payout) return 'skipped';
      payout.status = 'over';
      const net = payout.amount - payout.fee;
      return this.#post(place, { payout_clearing: -net, available: net });
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
    return this.#post(place, { gateway_clearing: -place.hundredths, fees: fee, reserve, ...rest });
  }

  #refund(place: Place, part: number): Result {
    const { currency, hundredths: gross } = place;
    const amount = refundOf(gross, part);
    const living = place.refunds.filter(({ status }) => status !== 'failed');
    const refunded = living.reduce((sum, refund) => sum + refund.amount, amount);
    if (!place.captured || refunded > gross) return 'skipped';
    const all = partsOf(place);
    const fees = Math.ceil((all.fee * refunded) / gross);
    const reserves = Math.floor((all.reserve * refunded) / gross);
    const given = (of: 'fee' | 'reserve') => living.reduce((sum, refund) => sum + refund[of], 0);
    const fee = clamp(fees - given('fee'), amount);
    const reserve = clamp(reserves - given('reserve'), amount);
    const released = place.reserve > 0 ? 0 : reserve;
    const net = gross - all.fee - all.reserve;
    const settled =
      place.waiting === null ? 0 : clamp(refunded - fees - reserves - (net - place.waiting), place.waiting);
    const floor = -this.allowance(currency) - (fee + reserve - released);
    if (this.balanceOf('available', currency) + settled - amount < floor) return 'refused';
    place.refunds.push({ amount, fee, reserve, released, status: 'pending' });
    if (place.waiting !== null) place.waiting -= settled;
    return this.#post(place, { pending: -settled, available: settled - amount, refund_in_transit: amount });
  }

  #releaseShares(place: Place): boolean {
    const due = place.refunds.filter(
      ({ status, released, reserve }) => status === 'completed' && released < reserve,
    );
    for (const refund of due) {
      const share = refund.reserve - refund.released;
      refund.released = refund.reserve;
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

/** The invoice of a month, with its tax. */
export const billOf = (part: number) => 1000 + part;

export const refundOf = (gross: number, part: number) => Math.ceil((gross * part) / 100);

/** Sometimes more than there is. */
export const payoutOf = (available: number, part: number) =>
  51 + Math.ceil((Math.max(0, available) * part) / 90);

const clamp = (amount: number, most: number) => Math.max(0, Math.min(most, amount));

/** 3.5 % or 2 %, half-up, at least 0.01; 5 % of what was paid, unless the fee leaves less. */
export function partsOf(payment: Payment): { fee: number; reserve: number } {
  const perMille = payment.method === 'card' ? 35 : 20;
  const fee = Math.max(1, Math.floor((payment.hundredths * perMille + 500) / 1000));
  const reserve = Math.min(payment.hundredths - fee, Math.floor((payment.hundredths * 5 + 50) / 100));
  return { fee, reserve };
}
