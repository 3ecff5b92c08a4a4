import type { PaymentMethod } from '../../../domain/money/fees/payment-fees.ts';
import { walletNames, walletTakes } from '../../../domain/money/wallets/wallets.ts';
import { mostAttempts } from '../../../domain/payments/checkouts/fail-checkout.ts';
import type { Checkout } from '../../../domain/payments/checkouts/queries.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { refusals, words } from '../../words.ts';
import { type Opening, type PageName, pageFor, pushSeconds } from '../page-for.ts';
import { showMoney } from '../show-money.ts';
import type { Visit } from './visit.ts';

/** All that the pages of a checkout show: texts and figures, no rows. */
export type CheckoutView = {
  readonly page: PageName;
  /** Of every step; the forms post below it. */
  readonly address: string;
  readonly sandbox: boolean;
  readonly merchant: string;
  /** With its currency, as people write it. */
  readonly amount: string;
  readonly reference: string;
  readonly description: string | null;
  readonly customerPhone: string | null;
  readonly methods: readonly { readonly method: PaymentMethod; readonly available: boolean }[];
  readonly secondsLeft: number;
  readonly triesLeft: number;
  readonly attempt: AttemptView | null;
  /** Why the last attempt, or the whole checkout, came to nothing. */
  readonly refusal: string | null;
  readonly late: boolean;
  readonly completedAt: Date | null;
  readonly canReturn: boolean;
  /** Who opened the checkout; decides how to start again. */
  readonly opener: keyof typeof words.startAgain;
  readonly standing: Opening;
  /** The page of the link or of the invoice it was opened from. */
  readonly openerUrl: string | null;
  /** Hidden in every form; good for one attempt. */
  readonly token: string;
};

type AttemptView = {
  readonly wallet: boolean;
  readonly undecided: boolean;
  /** Paid, and given back. */
  readonly reversed: boolean;
  readonly phone: string | null;
  /** Visa ending in 4242. */
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
    attempt: attempt
      ? {
          status: attempt.status,
          wallet: isWallet(attempt),
          ageSeconds: secondsBetween(attempt.created_at, now),
        }
      : null,
  });
}

export function viewOf(ctx: Context, visit: Visit): CheckoutView {
  const { checkout, attempt, now } = visit;
  return {
    page: pageOf(visit),
    address: visit.address,
    sandbox: ctx.mode === 'sandbox',
    merchant: visit.merchantName,
    amount: showMoney(checkout.amount, checkout.currency),
    reference: checkout.reference,
    description: checkout.description,
    // Whoever has the address of an invoice may pay it: the number of whom it bills is not theirs to read.
    customerPhone: checkout.source_type === 'invoice' ? null : checkout.customer_phone,
    methods: methodsOf(ctx, checkout),
    secondsLeft: Math.max(0, secondsBetween(now, checkout.expires_at)),
    triesLeft: mostAttempts - checkout.refusals,
    attempt: attempt ? attemptView(attempt, now) : null,
    refusal: refusalOf(checkout.failure, attempt),
    late: checkout.late,
    completedAt: checkout.completed_at,
    canReturn: checkout.return_url !== null,
    opener: openerOf(checkout),
    standing: standingOf(visit),
    openerUrl: visit.opener?.url ?? null,
    token: visit.token,
  };
}

function standingOf({ suspended, opener, now }: Visit): Opening {
  if (suspended) return 'suspended';
  return opener?.standingAt(now) ?? 'open';
}

function openerOf({ source_type: type }: Checkout): CheckoutView['opener'] {
  return type === 'terminal' || type === 'subscription' ? 'checkout' : type;
}

function attemptView(attempt: Transaction, now: Date): AttemptView {
  return {
    wallet: isWallet(attempt),
    undecided: attempt.status === 'pending',
    reversed: attempt.status === 'reversed',
    phone: attempt.method_phone,
    method: methodText(attempt),
    id: showId('txn', attempt.id),
    secondsLeft: Math.max(0, pushSeconds - secondsBetween(attempt.created_at, now)),
  };
}

/** Cards and the wallets of the currency, or the one that a session was made for; a wallet without a gateway is announced, and shown so. */
function methodsOf(ctx: Context, checkout: Checkout): CheckoutView['methods'] {
  const wallets = walletNames.filter((wallet) => walletTakes(wallet, checkout.currency));
  const all = ['card', 'domestic_switch', ...wallets] as const;
  return all
    .filter((method) => checkout.method === null || checkout.method === method)
    .map((method) => ({
      method,
      available: ctx.gateways.forMethod(method) !== undefined,
    }));
}

function refusalOf(failure: string | null, attempt: Transaction | undefined): string | null {
  const ofAttempt = attempt?.status === 'failed' ? attempt.failure : null;
  return sentenceOf(failure) ?? sentenceOf(ofAttempt);
}

function sentenceOf(code: string | null): string | null {
  const entry = Object.entries(refusals).find(([known]) => known === code);
  return entry?.[1] ?? null;
}

function methodText(attempt: Transaction): string {
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
