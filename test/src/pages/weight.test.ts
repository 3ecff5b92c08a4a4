import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/domain/merchants/accounts/terms.ts';
import { script, style } from '../../../src/pages/assets/assets.ts';
import { checkoutPage } from '../../../src/pages/hosted/checkout/page.ts';
import { invoicePage } from '../../../src/pages/hosted/invoice/page.ts';
import { linkPage } from '../../../src/pages/hosted/payment-link/page.ts';
import { setupPage } from '../../../src/pages/hosted/payment-method/page.ts';
import { catalogue } from '../../../src/pages/hosted/requests/speech.ts';
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

const kilobyte = 1024;
const weight = (text: string): number => gzipSync(text).length;

/** The limits that a page exceeds, by itself or together with the script. */
function excessOf(page: string): string[] {
  const [alone, withScript] = [weight(page), weight(page) + weight(script.text)];
  return [
    ...(alone > 14 * kilobyte ? [`page: ${alone} bytes`] : []),
    ...(withScript > 20 * kilobyte ? [`page and script: ${withScript} bytes`] : []),
  ];
}

describe('the compressed size of a page', () => {
  it.each(allPages)('fits the first packets of a slow network: checkout, %s', (page) => {
    expect(excessOf(checkoutPage(aView(page)))).toEqual([]);
  });

  it.each(allStandings)('fits them with a QR code: link, %s', (standing) => {
    expect(excessOf(linkPage(aLinkView(standing)))).toEqual([]);
  });

  it.each(allInvoices)('fits them with the greatest number of lines: invoice, %s', (state) => {
    const [line] = anInvoiceView(state).lines;
    const lines = Array.from({ length: 100 }, (_, at) => ({
      ...(line ?? { quantity: 1, unit: '', tax: undefined }),
      description: `${at + 1}. Hours of work on part ${(at * 7919) % 1000} of the kitchen`,
      amount: `US$${(at * 104_729) % 9000}.${String((at * 31) % 100).padStart(2, '0')}`,
    }));

    expect(excessOf(invoicePage(anInvoiceView(state, { lines })))).toEqual([]);
  });

  it.each(allSetups)('fits them: page that saves a card, %s', (name) => {
    expect(excessOf(setupPage(aSetupView(name)))).toEqual([]);
  });

  it.each(languages)('fits them with a brand, in the language %s', (language) => {
    const brand = { accent: '#7a1fa2', email: 'help@corner.example', phone: '+263 77 123 4567' };
    const names = languages.map((code) => ({ code, name: code }));
    const look = { words: catalogue[language], query: `?lang=${language}`, languages: names, brand };

    expect(allPages.flatMap((page) => excessOf(checkoutPage(aView(page, look))))).toEqual([]);
  });

  it('leaves little to the script and to the inline style', () => {
    expect(weight(script.text)).toBeLessThanOrEqual(4 * kilobyte);
    expect(style.css.length).toBeLessThanOrEqual(8 * kilobyte);
    expect(checkoutPage(aView('choose'))).toContain(`<style>${style.css}</style>`);
  });
});

describe('a live page', () => {
  it.each(allPages)('has no test panel and no test banner: checkout, %s', (page) => {
    const answer = checkoutPage(aView(page, { sandbox: false })).replace(style.css, '');

    expect(answer).not.toMatch(/test-banner|4242424242424242|0771111111|\/expire|Test (?:numbers|session)/);
  });

  it.each(allSetups)('has neither of them: page that saves a card, %s', (name) => {
    const answer = setupPage(aSetupView(name, { sandbox: false })).replace(style.css, '');

    expect(answer).not.toMatch(/test-banner|4242424242424242|\/expire|Test (?:numbers|session)/);
  });
});
