import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/domain/merchants/accounts/terms.ts';
import { checkoutPage } from '../../../src/pages/hosted/checkout/page.ts';
import { invoicePage } from '../../../src/pages/hosted/invoice/page.ts';
import { linkPage } from '../../../src/pages/hosted/payment-link/page.ts';
import { setupPage } from '../../../src/pages/hosted/payment-method/page.ts';
import { catalogue } from '../../../src/pages/hosted/requests/speech.ts';
import { appsWords } from '../../../src/pages/words/dashboard/developers/apps.ts';
import { accountWords } from '../../../src/pages/words/dashboard/merchant/account.ts';
import { refusals } from '../../../src/pages/words/en/refusals.ts';
import type { Words } from '../../../src/pages/words/en/words.ts';
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

describe('what a person reads of a number of things in the dashboard', () => {
  const { factor } = accountWords;
  const { keys, versions } = appsWords;

  it.each([
    [factor.codesLeft(1), '1 recovery code is left.'],
    [factor.codesLeft(0), '0 recovery codes are left.'],
    [versions.calls(1), '1 call'],
    [versions.calls(2), '2 calls'],
    [versions.events(1), '1 event'],
    [keys.smallerCalls(1, 1), 'Judged by 1 call of 1 operation.'],
    [keys.smallerCalls(12, 3), 'Judged by 12 calls of 3 operations.'],
  ])('is one thing if it is one: %s', (said, words) => {
    expect(said).toBe(words);
  });
});

describe('what a customer reads when a card is not saved', () => {
  it.each(Object.entries(catalogue.en.setup.refusals))(
    'says for %s that nothing was charged',
    (_code, text) => {
      expect(text).toContain('Nothing was charged.');
      expect(text).not.toMatch(/[!]|[A-Z]{3}_|money/);
    },
  );
});

/** What may be true of one payment and false of another. */
const denials =
  /No money|Nothing was charged|Aucun montant|Rien n’a été débité|Não (?:lhe )?foi cobrado|Nada foi cobrado/;
const otherPayers = /^(?:Somebody else|Quelqu’un d’autre|Outra pessoa)/;

describe.each(languages)('what the service cannot know is said on no page in the language %s', (language) => {
  const { closed, tooMany, notFound, setup } = catalogue[language];
  const said = {
    busy: closed.busy.text('Shop'),
    paid: closed.paid.text('Shop'),
    tooMany: tooMany.text(2),
    notFound: notFound.text,
    deleted: setup.over.deleted.text('Shop'),
    saved: setup.saved.text('Shop'),
  };

  it.each(Object.entries(said))('%s: whether money was taken, and whose it was', (_name, text) => {
    expect(text).not.toMatch(denials);
    expect(text).not.toMatch(otherPayers);
  });
});

describe.each([
  ['en', 'No money was taken from you now.'],
  ['fr', 'Aucun montant ne vous a été débité cette fois-ci.'],
  ['pt', 'Desta vez não lhe foi cobrado nenhum valor.'],
] as const)('who opens a link again after having paid, in the language %s', (language, ofThisTime) => {
  it.each(['paused', 'expired', 'exhausted', 'suspended', 'deactivated'] as const)(
    'reads only of this time that no money was taken: %s',
    (standing) => {
      const text = catalogue[language].closed[standing].text('Shop');

      expect(text).toContain(ofThisTime);
      expect(text.replace(ofThisTime, '')).not.toMatch(denials);
    },
  );
});

describe.each([
  ['en', 'in 1 second.', 'in 2 seconds.'],
  ['fr', 'dans 1 seconde.', 'dans 2 secondes.'],
  ['pt', 'dentro de 1 segundo.', 'dentro de 2 segundos.'],
] as const)('how long to wait, in the language %s', (language, one, two) => {
  it('tells one second from several', () => {
    const { text } = catalogue[language].tooMany;

    expect([text(1).endsWith(one), text(2).endsWith(two)]).toEqual([true, true]);
  });
});

describe('the next step after a refused card', () => {
  it.each(languages)('is one that every page offers, in the language %s', (language) => {
    const ofCards = Object.entries(catalogue[language].refusals).filter(([code]) => code.startsWith('CARD_'));

    expect(ofCards.length).toBeGreaterThan(3);
    for (const [, text] of ofCards) expect(text).not.toMatch(/wallet|portefeuille|carteira/i);
  });
});

describe.each(languages)('a page in the language %s', (language) => {
  const setupPages = allSetups.map((name) => `setup ${name}`);
  const linkPages = allStandings.map((standing) => `link ${standing}`);
  const invoicePages = allInvoices.map((state) => `invoice ${state}`);

  it.each([...allPages, ...linkPages, ...invoicePages, ...setupPages])(
    'takes all its texts from the table of its language: %s',
    (page) => {
      const { lang, language: locale, ...texts } = catalogue[language];
      const words = { ...(marked(texts) as Words), lang, language: locale };

      const text = rendered(page, words);
      const bare = text
        .replace(/<style>.*?<\/style>/s, '')
        .replace(/<time[^>]*>[^<]*<\/time>/g, '')
        .replace(/<[^>]*?(?:aria-label|data-say\d+|data-busy)="([^"]*)"[^>]*>/g, '\n$1\n')
        .replace(/<[^>]*>/g, '\n')
        .split('\n')
        .filter((line) => /\p{L}/u.test(line) && !line.includes('⟦'));

      expect(text).toContain(`<html lang="${language}">`);
      // Ids come from the view, not from the table.
      expect(bare.filter((line) => !/^txn_\w+$/.test(line))).toEqual([]);
    },
  );
});

/** Renders a page by its name in the list of tests, with marks around everything that a view brings along. */
function rendered(name: string, words: Words): string {
  const page = allPages.find((each) => each === name);
  if (page) {
    const { attempt } = aView(page);
    const texts = { merchant: '⟦m⟧', amount: '⟦a⟧', description: '⟦d⟧', reference: '⟦r⟧', refusal: '⟦no⟧' };
    return checkoutPage(
      aView(page, {
        ...texts,
        words,
        attempt: attempt && { ...attempt, method: '⟦card⟧', refunded: attempt.refunded && '⟦a⟧' },
      }),
    );
  }
  const state = allInvoices.find((each) => name === `invoice ${each}`);
  if (state) return renderedInvoice(state, words);
  const setup = allSetups.find((each) => name === `setup ${each}`);
  const ofCard = { merchant: '⟦m⟧', card: '⟦c⟧', cardEnds: '⟦e⟧', refusal: '⟦no⟧' };
  if (setup) return setupPage(aSetupView(setup, { words, ...ofCard }));
  const standing = allStandings.find((each) => name === `link ${each}`) ?? 'open';
  return linkPage(
    aLinkView(standing, { words, merchant: '⟦m⟧', amount: '⟦a⟧', description: '⟦d⟧', title: '⟦t⟧' }),
  );
}

function renderedInvoice(state: (typeof allInvoices)[number], words: Words): string {
  const amount = '⟦a⟧';
  const refunded = anInvoiceView(state).refunded && amount;
  const sums = { subtotal: amount, tax: amount, total: amount, refunded };
  const texts = { merchant: '⟦m⟧', customer: '⟦c⟧', number: '⟦n⟧', reference: '⟦r⟧', notes: '⟦d⟧', ...sums };
  const lines = anInvoiceView(state).lines.map((line) => ({
    ...line,
    description: '⟦d⟧',
    unit: amount,
    amount,
    tax: line.tax && '⟦tax⟧',
  }));
  return invoicePage(anInvoiceView(state, { ...texts, words, lines }));
}

/** The same table with every text between marks. */
function marked(text: unknown): unknown {
  if (typeof text === 'string') return `⟦${text}⟧`;
  if (typeof text === 'function')
    return (...values: unknown[]) => marked(Reflect.apply(text, undefined, values));
  if (Array.isArray(text)) return text.map(marked);
  if (typeof text !== 'object' || text === null) return text;
  return Object.fromEntries(Object.entries(text).map(([name, inner]) => [name, marked(inner)]));
}

describe('what a customer reads about the tries that are left', () => {
  it.each([
    ['en', 'You can try once more.', 'You can try 2 more times.'],
    ['fr', 'Il vous reste un essai.', 'Il vous reste 2 essais.'],
    ['pt', 'Pode tentar mais uma vez.', 'Pode tentar mais 2 vezes.'],
  ] as const)('tells one from several in the language %s', (language, one, two) => {
    const { triesLeft } = catalogue[language].refused;

    expect([triesLeft(1), triesLeft(2)]).toEqual([one, two]);
  });
});

describe('what a customer reads on an invoice', () => {
  const invoices = languages.map((language) => catalogue[language].invoice);

  it('includes the due day among those on which it can be paid', () => {
    expect(invoices.map(({ due }) => due)).toEqual(['Pay by', 'À payer au plus tard le', 'Pagar até']);
  });

  it('names the total without asking for it, since the receipt names it too', () => {
    expect(invoices.map(({ total }) => total)).toEqual(['Total', 'Total', 'Total']);
  });
});

const valuesIn = (text: string) => [...new Set(text.match(/⟨\d⟩|\b7[13]\b/g) ?? [])].toSorted();

describe.each(['fr', 'pt'] as const)('the table of the language %s', (language) => {
  const english = flat(catalogue.en);
  const own = flat(catalogue[language]);

  it('has a text for each of the English ones, and no other', () => {
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it('puts the same values into each text', () => {
    expect([...own].map(([name, text]) => [name, valuesIn(text)])).toEqual(
      [...own.keys()].map((name) => [name, valuesIn(english.get(name) ?? '')]),
    );
  });

  it('has nothing left in English', () => {
    const same = [...own].filter(([name, text]) => text === english.get(name) && /\p{L}{2}/u.test(text));

    expect(same.map(([name]) => name).filter((name) => !name.startsWith('brands.'))).toEqual(
      sameInEnglish[language],
    );
  });

  it('says in each refusal what happened to the money', () => {
    const { noMoney } = catalogue[language].refused;
    const { AMOUNT_MISMATCH: returned, ...others } = catalogue[language].refusals;

    expect(Object.values(others).filter((text) => !text.includes(noMoney))).toEqual([]);
    expect(returned).toMatch(/rendu|devolvido/);
  });
});

/** Words that are spelled as in English. */
const sameInEnglish = {
  fr: ['receipt.transaction', 'invoice.total'],
  pt: ['invoice.subtotal', 'invoice.total'],
} as const;

/** The texts of a table by their path. What is put into a text stands as `⟨0⟩`; where a number decides, it is 71 or 73. */
function flat(table: unknown, path = ''): Map<string, string> {
  if (typeof table === 'string') return new Map([[path, table]]);
  if (typeof table === 'function') return flat(Reflect.apply(table, undefined, placeholders(path)), path);
  const entries = Object.entries(table as object).filter(([name]) => name !== 'lang' && name !== 'language');
  return new Map(
    entries.flatMap(([name, inner]) => [...flat(inner, path === '' ? name : `${path}.${name}`)]),
  );
}

const placeholders = (path: string): readonly unknown[] =>
  path === 'notYet' || path === 'notForAmount'
    ? [['⟨0⟩']]
    : /triesLeft|seconds$/.test(path)
      ? [71, 73]
      : ['⟨0⟩', '⟨1⟩'];
