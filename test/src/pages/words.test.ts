import { describe, expect, it } from 'vitest';
import { checkoutPage } from '../../../src/pages/hosted/checkout/page.ts';
import type { CheckoutView } from '../../../src/pages/hosted/checkout/view.ts';
import { invoicePage } from '../../../src/pages/hosted/invoice/page.ts';
import { linkPage } from '../../../src/pages/hosted/payment-link/page.ts';
import { setupPage } from '../../../src/pages/hosted/payment-method/page.ts';
import { refusals } from '../../../src/pages/words/refusals.ts';
import { words } from '../../../src/pages/words/words.ts';
import {
  aLinkView,
  allInvoices,
  allPages,
  allSetups,
  allStandings,
  anInvoiceView,
  aSetupView,
  aView,
} from './a-view.ts';

describe('what a customer reads when a payment is refused', () => {
  it.each(Object.entries(refusals))('says for %s what happened to the money', (_code, text) => {
    expect(text).toMatch(/No money was taken\.|on its way back to you\./);
    expect(text).not.toMatch(/[!]|[A-Z]{3}_/);
  });

  it('differs for every code', () => {
    expect(new Set(Object.values(refusals)).size).toBe(Object.keys(refusals).length);
  });
});

describe('what a customer reads when a card is not saved', () => {
  it.each(Object.entries(words.setup.refusals))('says for %s that nothing was charged', (_code, text) => {
    expect(text).toContain('Nothing was charged.');
    expect(text).not.toMatch(/[!]|[A-Z]{3}_|money/);
  });
});

describe('a page', () => {
  const setupPages = allSetups.map((name) => `setup ${name}`);
  const linkPages = allStandings.map((standing) => `link ${standing}`);
  const invoicePages = allInvoices.map((state) => `invoice ${state}`);

  it.each([...allPages, ...linkPages, ...invoicePages, ...setupPages])(
    'takes all its texts from the catalogue: %s',
    (page) => {
      const view = { merchant: '⟦m⟧', amount: '⟦a⟧', description: '⟦d⟧', reference: '⟦r⟧', refusal: '⟦no⟧' };

      const text = withMarkedWords(() => rendered(page, view));
      const bare = text
        .replace(/<style>.*?<\/style>/s, '')
        .replace(/<[^>]*?(?:aria-label|data-say\d+|data-busy)="([^"]*)"[^>]*>/g, '\n$1\n')
        .replace(/<[^>]*>/g, '\n')
        .split('\n')
        .filter((line) => /\p{L}/u.test(line) && !line.includes('⟦'));

      // Ids and dates come from the view, not from the catalogue.
      expect(
        bare.filter(
          (line) =>
            !/^(?:txn_\w+|Wallet A|Visa ending in \d{4}|\d\d \w+ \d{4}(?: at [\d:]+ CAT)?)$/.test(line),
        ),
      ).toEqual([]);
    },
  );
});

/** Renders a page by its name in the list of tests. */
function rendered(name: string, view: Partial<CheckoutView>): string {
  const page = allPages.find((each) => each === name);
  if (page) return checkoutPage(aView(page, view));
  const state = allInvoices.find((each) => name === `invoice ${each}`);
  if (state) return renderedInvoice(state, view);
  const setup = allSetups.find((each) => name === `setup ${each}`);
  if (setup)
    return setupPage(aSetupView(setup, { merchant: '⟦m⟧', card: '⟦c⟧', cardEnds: '⟦e⟧', refusal: '⟦no⟧' }));
  const standing = allStandings.find((each) => name === `link ${each}`) ?? 'open';
  const { merchant = '', amount = '', description = '' } = view;
  return linkPage(aLinkView(standing, { merchant, amount, description, title: '⟦t⟧' }));
}

function renderedInvoice(state: (typeof allInvoices)[number], view: Partial<CheckoutView>): string {
  const { merchant = '', amount = '', reference = '' } = view;
  const description = String(view.description);
  const sums = { subtotal: amount, tax: amount, total: amount };
  const texts = { merchant, customer: '⟦c⟧', number: '⟦n⟧', reference, notes: description, ...sums };
  const lines = anInvoiceView(state).lines.map((line) => ({ ...line, description, unit: amount, amount }));
  return invoicePage(anInvoiceView(state, { ...texts, lines }));
}

/** Renders with a catalogue in which every text stands between marks. */
function withMarkedWords(render: () => string): string {
  const catalogue: Record<string, unknown> = words;
  const kept = { ...catalogue };
  for (const [name, text] of Object.entries(kept))
    if (name !== 'lang' && name !== 'language') catalogue[name] = marked(text);
  try {
    return render();
  } finally {
    Object.assign(catalogue, kept);
  }
}

function marked(text: unknown): unknown {
  if (typeof text === 'string') return `⟦${text}⟧`;
  if (typeof text === 'function')
    return (...values: unknown[]) => marked(Reflect.apply(text, undefined, values));
  if (Array.isArray(text)) return text.map(marked);
  if (typeof text !== 'object' || text === null) return text;
  return Object.fromEntries(Object.entries(text).map(([name, inner]) => [name, marked(inner)]));
}
