import type { PageName } from '../../../src/pages/hosted/checkout/page-for.ts';
import type { CheckoutView } from '../../../src/pages/hosted/checkout/view.ts';
import type { InvoiceView } from '../../../src/pages/hosted/invoice/view.ts';
import type { PageStanding } from '../../../src/pages/hosted/parts/closed-page.ts';
import type { LinkView } from '../../../src/pages/hosted/payment-link/view.ts';
import type { SetupView } from '../../../src/pages/hosted/payment-method/view.ts';
import type { PageLook } from '../../../src/pages/layout.ts';
import { words } from '../../../src/pages/words/en/words.ts';

/** The usual look: English, and nothing of the merchant's own. */
export const usualLook: PageLook = { words, query: '', languages: [], brand: {} };

/** All names of a type: leaving one out does not compile. */
const every = <Name extends string>(names: Readonly<Record<Name, true>>) => Object.keys(names) as Name[];

export const allPages = every<PageName>({
  choose: true,
  challenge: true,
  approve: true,
  bank: true,
  unknown: true,
  receipt: true,
  held: true,
  released: true,
  failed: true,
  expired: true,
  aborted: true,
  busy: true,
  closed: true,
});

/** The view of a checkout that shows this page. */
export function aView(page: PageName, other: Partial<CheckoutView> = {}): CheckoutView {
  const standing = page === 'busy' ? page : page === 'closed' ? 'exhausted' : 'open';
  return {
    ...usualLook,
    page,
    address: '/test/c/chk_00000000000070008000000000000001',
    sandbox: true,
    merchant: 'Demo Shop',
    amount: 'US$10.00',
    reference: 'order-1',
    quote: 'order-1',
    description: 'Tea',
    customerPhone: '+263771234567',
    methods: [
      { method: 'card', standing: 'available' },
      { method: 'domestic_switch', standing: 'available' },
      { method: 'wallet_a', standing: 'available' },
      { method: 'wallet_b', standing: 'announced' },
      { method: 'wallet_c', standing: 'amount' },
    ],
    secondsLeft: 1700,
    triesLeft: 5,
    attempt: attemptOn(page),
    refusal: page === 'failed' ? 'The payment was refused five times. No money was taken.' : undefined,
    returned: undefined,
    late: false,
    completedAt: page === 'receipt' ? new Date('2026-01-02T03:04:05Z') : null,
    canReturn: true,
    onlyHeld: page === 'held' || page === 'released',
    source: 'checkout',
    standing,
    openerUrl: undefined,
    token: `0.1795000000.${'a'.repeat(64)}`,
    ...other,
  };
}

const byCard: readonly PageName[] = ['challenge', 'bank'];
const undecided: readonly PageName[] = ['approve', 'bank', 'unknown'];

function attemptOn(page: PageName): CheckoutView['attempt'] {
  if (page === 'choose') return undefined;
  const wallet = !byCard.includes(page);
  return {
    wallet,
    undecided: undecided.includes(page),
    phone: wallet ? '+263771234567' : null,
    methodType: wallet ? 'wallet_a' : 'card',
    refunded: page === 'receipt' ? 'US$4.00' : undefined,
    method: wallet ? 'Wallet A' : 'Visa ending in 3220',
    id: 'txn_00000000000070008000000000000002',
    secondsLeft: 87,
  };
}

export const allStandings = every<PageStanding>({
  open: true,
  busy: true,
  paused: true,
  expired: true,
  exhausted: true,
  deactivated: true,
  suspended: true,
  paid: true,
  void: true,
});

/** The view of a payment link with this standing. */
export function aLinkView(standing: PageStanding, other: Partial<LinkView> = {}): LinkView {
  return {
    ...usualLook,
    page: standing === 'open' ? 'link' : standing === 'busy' ? 'busy' : 'closed',
    standing,
    address: '/test/p/Ab3dEf7hJk',
    sandbox: true,
    merchant: 'Demo Shop',
    title: 'Pottery class',
    description: 'Saturday from nine to twelve',
    amount: 'US$15.00',
    url: 'http://pages.test/test/p/Ab3dEf7hJk',
    checkout: 'chk_00000000000070008000000000000003',
    token: `0.1795000000.${'a'.repeat(64)}`,
    ...other,
  };
}

export const allInvoices = ['invoice', 'overdue', 'paid', 'busy', 'void', 'suspended'] as const;

/** The view of an invoice in this state. */
export function anInvoiceView(
  state: (typeof allInvoices)[number],
  other: Partial<InvoiceView> = {},
): InvoiceView {
  const isOpen = state === 'invoice' || state === 'overdue';
  const isClosed = state === 'void' || state === 'suspended';
  return {
    ...usualLook,
    page: isOpen ? 'invoice' : isClosed ? 'closed' : state,
    standing: isOpen ? 'open' : state,
    address: '/test/p/7Yh2Kq9dRtVb3xWm5NcPzA',
    sandbox: true,
    merchant: 'Demo Shop',
    number: 'INV-000001',
    customer: 'Tariro Moyo',
    reference: 'order-1',
    notes: 'Thank you.',
    lines: [
      {
        description: 'Wedding cake',
        quantity: 1,
        unit: 'US$100.00',
        tax: words.invoice.rate('15.00', 'US$15.00'),
        amount: 'US$100.00',
      },
      { description: 'Delivery', quantity: 2, unit: 'US$12.50', tax: undefined, amount: 'US$25.00' },
    ],
    subtotal: 'US$125.00',
    tax: 'US$15.00',
    total: 'US$140.00',
    issuedAt: new Date('2026-01-02T03:04:05Z'),
    dueDate: '2026-01-31',
    overdue: state === 'overdue',
    paidAt: state === 'paid' ? new Date('2026-01-03T03:04:05Z') : null,
    refunded: state === 'paid' ? 'US$4.00' : undefined,
    transaction: state === 'paid' ? 'txn_00000000000070008000000000000002' : null,
    checkout: 'chk_00000000000070008000000000000003',
    token: `0.1795000000.${'a'.repeat(64)}`,
    ...other,
  };
}

type SetupName = Exclude<SetupView['page'], 'over'> | `over ${SetupView['end']}`;

export const allSetups = every<SetupName>({
  form: true,
  saved: true,
  closed: true,
  'over SETUP_EXPIRED': true,
  'over SETUP_CANCELED': true,
  'over ATTEMPTS_EXHAUSTED': true,
  'over card': true,
  'over deleted': true,
});

/** The view of a page that saves a card, in this state. */
export function aSetupView(name: SetupName, other: Partial<SetupView> = {}): SetupView {
  const [page, end] = name.split(' ') as [SetupView['page'], SetupView['end'] | undefined];
  return {
    ...usualLook,
    page,
    end: end ?? 'SETUP_EXPIRED',
    address: '/test/p/7YWHMfk9JZe8LM1g1ZauHu',
    sandbox: true,
    merchant: 'Demo Shop',
    refusal: undefined,
    triesLeft: 5,
    secondsLeft: 1500,
    card: 'Visa ending in 4242',
    cardEnds: '08 / 2029',
    kinds: ['card', 'domestic_switch'],
    canReturn: end !== 'deleted',
    token: `0.1795000000.${'a'.repeat(64)}`,
    ...other,
  };
}
