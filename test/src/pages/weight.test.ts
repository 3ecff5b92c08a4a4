import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { script, style } from '../../../src/pages/assets/assets.ts';
import { checkoutPage } from '../../../src/pages/hosted/checkout/page.ts';
import { invoicePage } from '../../../src/pages/hosted/invoice/page.ts';
import { linkPage } from '../../../src/pages/hosted/payment-link/page.ts';
import { setupPage } from '../../../src/pages/hosted/payment-method/page.ts';
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

describe('the budget of a hosted page', () => {
  it.each(allPages)('%s fits into the first packets of a slow network', (page) => {
    const answer = checkoutPage(aView(page));

    expect(weight(answer)).toBeLessThanOrEqual(14 * kilobyte);
    expect(weight(answer) + weight(script.text)).toBeLessThanOrEqual(20 * kilobyte);
  });

  it.each(allStandings)('link %s does, with its code to scan', (standing) => {
    const answer = linkPage(aLinkView(standing));

    expect(weight(answer)).toBeLessThanOrEqual(14 * kilobyte);
    expect(weight(answer) + weight(script.text)).toBeLessThanOrEqual(20 * kilobyte);
  });

  it.each(allInvoices)('invoice %s does, with as many lines as there may be', (state) => {
    const [line] = anInvoiceView(state).lines;
    const lines = Array.from({ length: 100 }, (_, at) => ({
      ...(line ?? { quantity: 1, unit: '', tax: undefined }),
      description: `${at + 1}. Hours of work on part ${(at * 7919) % 1000} of the kitchen`,
      amount: `US$${(at * 104_729) % 9000}.${String((at * 31) % 100).padStart(2, '0')}`,
    }));
    const answer = invoicePage(anInvoiceView(state, { lines }));

    expect(weight(answer)).toBeLessThanOrEqual(14 * kilobyte);
    expect(weight(answer) + weight(script.text)).toBeLessThanOrEqual(20 * kilobyte);
  });

  it.each(allSetups)('setup %s does', (name) => {
    const answer = setupPage(aSetupView(name));

    expect(weight(answer)).toBeLessThanOrEqual(14 * kilobyte);
    expect(weight(answer) + weight(script.text)).toBeLessThanOrEqual(20 * kilobyte);
  });

  it('leaves the script small and the style in one piece of the page', () => {
    expect(weight(script.text)).toBeLessThanOrEqual(4 * kilobyte);
    expect(style.css.length).toBeLessThanOrEqual(8 * kilobyte);
    expect(checkoutPage(aView('choose'))).toContain(`<style>${style.css}</style>`);
  });
});

describe('a live page', () => {
  it.each(allPages)('%s holds no test panel and no banner', (page) => {
    const answer = checkoutPage(aView(page, { sandbox: false })).replace(style.css, '');

    expect(answer).not.toMatch(/test-banner|4242424242424242|0771111111|\/expire|Test (?:numbers|session)/);
  });

  it.each(allSetups)('setup %s holds neither', (name) => {
    const answer = setupPage(aSetupView(name, { sandbox: false })).replace(style.css, '');

    expect(answer).not.toMatch(/test-banner|4242424242424242|\/expire|Test (?:numbers|session)/);
  });
});
