import type { Checkout } from '../../../domain/payments/checkouts/queries.ts';
import { isStopped } from '../../../domain/payments/checkouts/states.ts';
import type { PageStanding } from '../parts/closed-page.ts';

/** The pages of a checkout. They share one address, which shows the page that fits now. */
export type PageName =
  /** Choose a method and pay. */
  | 'choose'
  /** The bank asks the customer to confirm the card payment. */
  | 'challenge'
  /** The wallet waits for the PIN on the customer's phone. */
  | 'approve'
  /** The bank has not answered the card payment yet. */
  | 'bank'
  /** The bank or wallet has not answered for so long that we cannot promise a result. */
  | 'unknown'
  | 'receipt'
  /** The amount is held on the customer's card, and not taken yet. */
  | 'held'
  /** The held amount was given up. */
  | 'released'
  | 'failed'
  | 'expired'
  | 'aborted'
  /** Somebody else is paying the same link or invoice. */
  | 'busy'
  /** The link or invoice was closed, or the merchant was suspended. */
  | 'closed';

export type Action = 'pay' | 'authorise' | 'fail' | 'cancel' | 'expire' | 'return';

/** What decides which page is shown: the checkout and its newest attempt. */
export type Facts = {
  readonly status: Checkout['status'];
  readonly failure: string | null;
  /** Created with `walletType`, so the prompt was sent at once. */
  readonly pushed: boolean;
  /** The time has run out, whether or not the job that ends the checkout has run. */
  readonly over: boolean;
  readonly standing: PageStanding;
  readonly attempt?:
    | {
        readonly status: string;
        readonly wallet: boolean;
        /** The bank waits for the customer's answer; no money is taken before it. */
        readonly challenged: boolean;
        /** Since it began, or since the challenge was answered. */
        readonly ageSeconds: number;
      }
    | undefined;
};

/** How long a wallet waits for the PIN. Spec: "States and transitions", mobile money push. */
export const pushSeconds = 120;
/** After this long without an answer from the bank, the page no longer promises a result. */
const bankSeconds = 45;

/** Depends only on what is true now, never on what was shown before. */
export function pageFor(facts: Facts): PageName {
  if (facts.status !== 'pending') return resultOf(facts.status, facts.failure);
  // A challenge ends with the time of its checkout; every other attempt is finished.
  if (facts.attempt?.status === 'pending' && !(facts.attempt.challenged && facts.over))
    return waitingFor(facts.attempt);
  if (facts.over) return 'expired';
  if (facts.standing !== 'open') return facts.standing === 'busy' ? 'busy' : 'closed';
  return facts.pushed ? 'approve' : 'choose';
}

function resultOf(status: Exclude<Facts['status'], 'pending'>, failure: string | null): PageName {
  if (status === 'failed') return isStopped(failure) ? 'aborted' : 'failed';
  return ended[status];
}

const ended = {
  completed: 'receipt',
  authorized: 'held',
  voided: 'released',
  expired: 'expired',
} as const satisfies Partial<Record<Checkout['status'], PageName>>;

function waitingFor(attempt: NonNullable<Facts['attempt']>): PageName {
  if (attempt.challenged) return 'challenge';
  if (attempt.ageSeconds >= (attempt.wallet ? pushSeconds : bankSeconds)) return 'unknown';
  return attempt.wallet ? 'approve' : 'bank';
}

const fitting: Readonly<Record<PageName, readonly Action[]>> = {
  choose: ['pay', 'cancel', 'expire'],
  challenge: ['authorise', 'fail', 'cancel', 'expire'],
  approve: ['cancel', 'expire'],
  bank: ['cancel', 'expire'],
  unknown: ['cancel', 'expire'],
  receipt: ['return'],
  held: ['return'],
  released: ['return'],
  failed: ['return'],
  expired: ['return'],
  aborted: ['return'],
  busy: [],
  closed: [],
};

/** Whether a page has forms; the way back to the shop is a link. */
export function hasForms(page: PageName): boolean {
  return fitting[page].some((action) => action !== 'return');
}

/** Whether a page offers an action. A POST for any other action changes nothing and leads back to the page. */
export function fits(page: PageName, action: Action): boolean {
  return fitting[page].includes(action);
}
