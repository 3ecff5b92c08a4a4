import { cardEndsAt } from '../../../domain/money/gateways/card-number.ts';
import type { PaymentMethod } from '../../../domain/payers/payment-methods/queries.ts';
import { mostRefusals } from '../../../domain/payers/payment-methods/save-card.ts';
import type { Context } from '../../../engine/context.ts';
import type { PageLook } from '../../layout.ts';
import type { Words } from '../../words/en/words.ts';
import { lookOf } from '../requests/owner.ts';
import type { SetupVisit } from './visit.ts';

type End = keyof Words['setup']['over'];

/** Everything that the page shows, as texts and figures; no database rows. */
export type SetupView = PageLook & {
  /**
   * `form`: asks for a card. `saved`: has one. `over`: no card can be saved any more, or the saved one cannot be charged any
   * more; `end` says why. `closed`: the merchant is suspended.
   */
  readonly page: 'form' | 'saved' | 'over' | 'closed';
  readonly end: End;
  readonly address: string;
  readonly sandbox: boolean;
  readonly merchant: string;
  /** Why the last card was not saved. */
  readonly refusal: string | undefined;
  readonly triesLeft: number;
  readonly secondsLeft: number;
  /** `Visa ending in 4242` */
  readonly card: string;
  /** `08 / 2029` */
  readonly cardEnds: string;
  readonly kinds: SetupVisit['kinds'];
  readonly canReturn: boolean;
  readonly token: string;
};

export function viewOf(ctx: Context, visit: SetupVisit): SetupView {
  const { method, merchantName, now, address, token, kinds, words } = visit;
  return {
    ...lookOf(visit),
    page: pageOf(visit),
    end: endOf(method, now),
    address,
    sandbox: ctx.mode === 'sandbox',
    merchant: merchantName,
    refusal: method.last_error === null ? undefined : refusalOf(words, method.last_error),
    triesLeft: mostRefusals - method.refusals,
    secondsLeft: Math.max(0, Math.ceil((method.page_expires_at.getTime() - now.getTime()) / 1000)),
    card: cardText(words, method),
    cardEnds: `${String(method.exp_month).padStart(2, '0')} / ${method.exp_year}`,
    kinds,
    canReturn: method.return_url !== null,
    token,
  };
}

export function pageOf({ method, suspended, now }: SetupVisit): SetupView['page'] {
  if (method.status === 'active') return isCardOver(method, now) ? 'over' : 'saved';
  if (method.status !== 'pending' || method.page_expires_at <= now) return 'over';
  return suspended ? 'closed' : 'form';
}

/** The status for the merchant: a page whose time has run out is expired, whether or not the job has run. */
export function statusNow(visit: SetupVisit): PaymentMethod['status'] {
  const { status } = visit.method;
  return pageOf(visit) === 'over' && status !== 'deleted' ? 'expired' : status;
}

function endOf(method: PaymentMethod, now: Date): End {
  if (method.status === 'deleted') return 'deleted';
  if (method.activated_at !== null || isCardOver(method, now)) return 'card';
  const { last_error: why } = method;
  return why === 'SETUP_CANCELED' || why === 'ATTEMPTS_EXHAUSTED' ? why : 'SETUP_EXPIRED';
}

function isCardOver({ exp_month: month, exp_year: year }: PaymentMethod, now: Date): boolean {
  return month !== null && year !== null && cardEndsAt({ month, year }) <= now;
}

function refusalOf(words: Words, code: string): string {
  const known: Readonly<Record<string, string>> = words.setup.refusals;
  return known[code] ?? words.setup.refusals.other;
}

function cardText(words: Words, { brand, last4 }: PaymentMethod): string {
  const known: Readonly<Record<string, string>> = words.brands;
  return `${known[brand ?? ''] ?? words.brands.unknown} ${words.receipt.endsIn(last4 ?? '')}`;
}
