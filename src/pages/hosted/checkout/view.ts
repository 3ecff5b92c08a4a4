import { begunAt, waitsForAnswer } from '../../../domain/payments/attempts/challenge.ts';
import { attemptsPerCheckout } from '../../../domain/payments/checkouts/end-checkout.ts';
import type { Checkout } from '../../../domain/payments/checkouts/queries.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import type { PageLook } from '../../layout.ts';
import { showMoney } from '../../money.ts';
import type { Words } from '../../words/en/words.ts';
import type { PageStanding } from '../parts/closed-page.ts';
import { attemptToken } from '../requests/attempt-token.ts';
import { lookOf } from '../requests/owner.ts';
import { type MethodChoice, methodsOf } from './methods.ts';
import { hasForms, type PageName, pageFor, pushSeconds } from './page-for.ts';
import type { Visit } from './visit.ts';

/** Everything that the pages of a checkout show, as texts and figures; no database rows. */
export type CheckoutView = PageLook & {
  readonly page: PageName;
  /** The address of the page; the forms post to paths below it. */
  readonly address: string;
  readonly sandbox: boolean;
  readonly merchant: string;
  /** `US$10.00` */
  readonly amount: string;
  /** The merchant's own; null: the checkout was opened from something that has an id of ours only. */
  readonly reference: string | null;
  /** What the customer quotes to the merchant; undefined: there is nothing yet that the merchant could look up. */
  readonly quote: string | undefined;
  readonly description: string | null;
  readonly customerPhone: string | null;
  readonly methods: readonly MethodChoice[];
  readonly secondsLeft: number;
  readonly triesLeft: number;
  readonly attempt: AttemptView | undefined;
  /** Why the last attempt, or the whole checkout, failed. */
  readonly refusal: string | undefined;
  /** The customer's money was taken and goes back: why. Every other text would say that none was taken. */
  readonly returned: string | undefined;
  /** The wallet approved after the time had run out. */
  readonly late: boolean;
  readonly completedAt: Date | null;
  readonly canReturn: boolean;
  /** Paying only holds the amount on the card; the merchant takes it later. */
  readonly onlyHeld: boolean;
  /** What the checkout was opened from; decides how a customer can start again. */
  readonly source: keyof Words['startAgain'];
  readonly standing: PageStanding;
  /** The page of the link or invoice from which the checkout was opened. */
  readonly openerUrl: string | undefined;
  /** Hidden in every form; valid for one attempt. Empty on a page without forms. */
  readonly token: string;
};

type AttemptView = {
  readonly wallet: boolean;
  readonly undecided: boolean;
  readonly phone: string | null;
  /** The chosen method: null until it is known. */
  readonly methodType: string | null;
  /** `US$5.00`; undefined: nothing was given back. */
  readonly refunded: string | undefined;
  /** `Visa ending in 4242` */
  readonly method: string;
  readonly id: string;
  readonly secondsLeft: number;
};

export function pageOf(visit: Visit): PageName {
  const { checkout, attempt, now } = visit;
  return pageFor({
    status: checkout.status,
    failure: checkout.failure,
    pushed: checkout.wallet_type !== null,
    over: checkout.expires_at <= now,
    standing: standingOf(visit),
    attempt: attempt && {
      status: attempt.status,
      wallet: isWallet(attempt),
      challenged: waitsForAnswer(attempt),
      ageSeconds: secondsBetween(begunAt(attempt), now),
    },
  });
}

export function viewOf(ctx: Context, visit: Visit): CheckoutView {
  const { checkout, attempt, now, words } = visit;
  const page = pageOf(visit);
  return {
    ...lookOf(visit),
    page,
    address: visit.address,
    sandbox: ctx.mode === 'sandbox',
    merchant: visit.merchantName,
    amount: showMoney(paidOf(checkout, attempt), checkout.currency, words.language),
    ...namesOf(checkout, attempt),
    description: checkout.description,
    // Anybody with the address of an invoice may pay it, so the billed customer's number stays hidden.
    customerPhone: checkout.source_type === 'invoice' ? null : checkout.customer_phone,
    methods: methodsOf(ctx, checkout),
    secondsLeft: Math.max(0, secondsBetween(now, checkout.expires_at)),
    triesLeft: attemptsPerCheckout - checkout.refusals,
    attempt: attempt && attemptView(words, attempt, now),
    refusal: refusalOf(words, checkout.failure, attempt),
    returned: returnedText(words, attempt),
    late: checkout.late,
    completedAt: checkout.completed_at,
    canReturn: checkout.return_url !== null,
    onlyHeld: checkout.capture === 'manual',
    source: sourceOf(checkout),
    standing: standingOf(visit),
    openerUrl: visit.opener?.url,
    token: hasForms(page) ? attemptToken(ctx.secrets, checkout.id, checkout.refusals) : '',
  };
}

/** Of a held amount only a part may have been captured. */
function paidOf(checkout: Checkout, attempt: Transaction | undefined): bigint {
  return checkout.status === 'completed' && attempt ? attempt.amount : checkout.amount;
}

/** The id of a link or a session says nothing to a customer: its payments are found by their transaction. */
function namesOf(checkout: Checkout, attempt: Transaction | undefined) {
  if (checkout.source_type === 'checkout')
    return { reference: checkout.reference, quote: checkout.reference };
  const number = checkout.source_type === 'invoice' ? (checkout.description ?? undefined) : undefined;
  return { reference: null, quote: number ?? (attempt && showId('txn', attempt.id)) };
}

function standingOf({ suspended, opener, now }: Visit): PageStanding {
  if (suspended) return 'suspended';
  return opener?.standingAt(now) ?? 'open';
}

function sourceOf({ source_type: type }: Checkout): CheckoutView['source'] {
  return type === 'terminal' || type === 'subscription' ? 'checkout' : type;
}

function attemptView(words: Words, attempt: Transaction, now: Date): AttemptView {
  return {
    wallet: isWallet(attempt),
    // Nobody can answer a challenge after the end of its checkout, so its attempt is as good as refused.
    undecided: attempt.status === 'pending' && !waitsForAnswer(attempt),
    phone: attempt.method_phone,
    methodType: attempt.method_type,
    refunded:
      attempt.refunded > 0n ? showMoney(attempt.refunded, attempt.currency, words.language) : undefined,
    method: methodText(words, attempt),
    id: showId('txn', attempt.id),
    secondsLeft: Math.max(0, pushSeconds - secondsBetween(attempt.created_at, now)),
  };
}

function refusalOf(
  { refusals }: Words,
  failure: string | null,
  attempt: Transaction | undefined,
): string | undefined {
  const ofAttempt = attempt?.status === 'failed' ? attempt.failure : null;
  return textIn(refusals, failure) ?? textIn(refusals, ofAttempt);
}

function returnedText({ refusals, returned }: Words, attempt: Transaction | undefined): string | undefined {
  if (attempt?.status === 'reversed') return returned;
  return attempt?.failure === 'AMOUNT_MISMATCH' ? refusals.AMOUNT_MISMATCH : undefined;
}

function methodText(words: Words, attempt: Transaction): string {
  const { method_type: type, method_brand: brand, method_last4: last4 } = attempt;
  if (last4 === null) return textIn(words.methods, type) ?? '';
  return `${textIn(words.brands, brand) ?? words.brands.unknown} ${words.receipt.endsIn(last4)}`;
}

function textIn(texts: Readonly<Record<string, string>>, name: string | null): string | undefined {
  return name === null ? undefined : texts[name];
}

function isWallet(attempt: Transaction): boolean {
  return attempt.method_phone !== null;
}

function secondsBetween(from: Date, to: Date): number {
  return Math.ceil((to.getTime() - from.getTime()) / 1000);
}
