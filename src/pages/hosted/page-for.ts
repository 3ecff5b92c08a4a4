import type { InvoiceStanding } from '../../domain/billing/invoices/hosted-page.ts';
import type { Standing } from '../../domain/payments/payment-links/judge-link.ts';

/** What is shown of a checkout, whoever made it. One address shows all of them, each in its turn. */
export type PageName =
  /** Choose a method and pay. */
  | 'choose'
  /** The wallet asks on the customer's phone. */
  | 'approve'
  /** The bank has not answered the card payment. */
  | 'bank'
  /** Nobody has answered for too long: paid or not, we cannot say. */
  | 'unknown'
  | 'receipt'
  | 'failed'
  | 'expired'
  | 'aborted'
  /** No payment is taken now: others are paying the same link or invoice, or it was closed, or the merchant was suspended. */
  | 'busy'
  | 'closed';

export type Action = 'pay' | 'cancel' | 'expire' | 'return';

/** Whether a payment may begin: the merchant decides, then the link or the invoice that the checkout was opened from. */
export type Opening = Standing | InvoiceStanding | 'suspended';

/** What decides: the checkout and its newest attempt. */
export type Facts = {
  readonly status: 'pending' | 'completed' | 'failed' | 'expired';
  readonly failure: string | null;
  /** Made with `walletType`: the push was sent with the creation. */
  readonly pushed: boolean;
  /** Its time has passed, whether or not the job that ends it has come by. */
  readonly over: boolean;
  readonly standing: Opening;
  readonly attempt: { readonly status: string; readonly wallet: boolean; readonly ageSeconds: number } | null;
};

/** How long a wallet waits for the PIN. Spec: "States and transitions", mobile money push. */
export const pushSeconds = 120;
/** A bank that is silent for longer is no longer worth a promise. */
const bankSeconds = 45;

/** Every GET shows what is true now; nothing is remembered of what was shown before. */
export function pageFor(facts: Facts): PageName {
  if (facts.status !== 'pending') return resultOf(facts.status, facts.failure);
  if (facts.attempt?.status === 'pending') return waitingFor(facts.attempt);
  if (facts.over) return 'expired';
  if (facts.standing !== 'open') return facts.standing === 'busy' ? 'busy' : 'closed';
  return facts.pushed ? 'approve' : 'choose';
}

function resultOf(status: Exclude<Facts['status'], 'pending'>, failure: string | null): PageName {
  if (status === 'completed') return 'receipt';
  if (status === 'expired') return 'expired';
  return failure === 'CHECKOUT_ABORTED' ? 'aborted' : 'failed';
}

function waitingFor(attempt: { readonly wallet: boolean; readonly ageSeconds: number }): PageName {
  if (attempt.ageSeconds >= (attempt.wallet ? pushSeconds : bankSeconds)) return 'unknown';
  return attempt.wallet ? 'approve' : 'bank';
}

const fitting: Readonly<Record<PageName, readonly Action[]>> = {
  choose: ['pay', 'cancel', 'expire'],
  approve: ['cancel', 'expire'],
  bank: ['cancel', 'expire'],
  unknown: ['cancel', 'expire'],
  receipt: ['return'],
  failed: ['return'],
  expired: ['return'],
  aborted: ['return'],
  busy: [],
  closed: [],
};

/** Every POST asks this first; one that does not fit is answered with the page as it is. */
export function fits(page: PageName, action: Action): boolean {
  return fitting[page].includes(action);
}

const over: readonly string[] = ['expired', 'aborted', 'closed'];

/** A page that is over says so to machines too. Decision 0017 ("Hosted addresses"). */
export function statusOf(page: PageName | 'link' | 'invoice' | 'paid'): 200 | 410 {
  return over.includes(page) ? 410 : 200;
}
