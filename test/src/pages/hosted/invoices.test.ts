import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../../../../src/pages/words/words.ts';
import { turnClock } from '../../../support/build.ts';
import { invoiceNow, sentInvoice } from '../../../support/invoices.ts';
import { openBrowser } from '../browser.ts';
import { type Customers, openCustomers, payByCard, payByWallet, title } from './customers.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let browser: Browser;
let customers: Customers;

beforeAll(async () => {
  [shop, browser] = await Promise.all([openShop(), openBrowser()]);
  customers = openCustomers(browser, shop.baseUrl);
}, 120_000);
afterEach(() => customers.goHome());
afterAll(async () => {
  await browser.close();
  await shop.app.stop();
});

const amount = 'US$140.00';
const domesticCard = '9716000000000006';

/** Presses the button of the invoice's own page. */
const start = ({ page }: { page: Page }) => page.getByRole('button', { name: words.pay(amount) }).click();

describe.each([true, false])('a payer of an invoice, script %s', (script) => {
  it('pays by card, and finds the receipt at the address of the invoice', async () => {
    const invoice = await sentInvoice(shop.api);
    const payer = await customers.come(invoice.url, { script });

    await start(payer);
    await payByCard(payer, { amount });
    await title(payer, words.receipt.title).waitFor();
    await payer.page.getByRole('link', { name: words.invoice.again }).click();
    await payer.page
      .getByRole('heading', { name: words.invoice.paidTitle(String(invoice.number)) })
      .waitFor();

    const paid = await invoiceNow(shop.api, invoice);
    const text = await payer.page.locator('main').innerText();
    expect(paid.status).toBe('paid');
    for (const shown of [invoice.number, 'Wedding cake', 'Delivery', amount, paid.transaction_id])
      expect(text).toContain(shown);
    expect(await payer.page.getByRole('button').count()).toBe(0);
  });

  it('pays by wallet', async () => {
    const invoice = await sentInvoice(shop.api);
    const payer = await customers.come(invoice.url, { script });

    await start(payer);
    await payByWallet(payer, '0772222222', amount);
    await title(payer, words.wait.title).waitFor();
    await turnClock(shop.api, 30);
    await payer.page.getByRole('button', { name: words.wait.checkNow }).click();
    await title(payer, words.receipt.title).waitFor();

    expect((await invoiceNow(shop.api, invoice)).status).toBe('paid');
  });

  it('pays by domestic switch card', async () => {
    const invoice = await sentInvoice(shop.api);
    const payer = await customers.come(invoice.url, { script });

    await start(payer);
    await payer.page.getByLabel(words.methods.domestic_switch).check();
    await payByCard(payer, { amount, number: domesticCard });
    await title(payer, words.receipt.title).waitFor();

    expect((await invoiceNow(shop.api, invoice)).status).toBe('paid');
  });

  it('who cancels gets back to the invoice', async () => {
    const invoice = await sentInvoice(shop.api);
    const payer = await customers.come(invoice.url, { script });

    await start(payer);
    await payer.page.getByRole('button', { name: words.cancel }).click();
    await payer.page.getByRole('link', { name: words.invoice.again }).click();
    await payer.page.waitForURL(invoice.url);

    expect(await payer.page.getByRole('button', { name: words.pay(amount) }).count()).toBe(1);
  });
});

describe('an invoice on paper', () => {
  it('has all its lines and whose it is, and nothing to press', async () => {
    const invoice = await sentInvoice(shop.api, { notes: 'Thank you.\nCome again.' });
    const { page } = await customers.come(invoice.url);

    await page.emulateMedia({ media: 'print' });

    const shown = await page.locator('body').innerText();
    for (const text of ['Corner Shop', 'Tariro Moyo', invoice.number, 'Wedding cake', amount, 'Come again.'])
      expect(shown).toContain(text);
    expect(await page.locator('button:visible, footer:visible, header:visible').count()).toBe(0);
  });
});

describe('the page of an invoice', () => {
  it.each([320, 1280])('has no violation at %i pixels, and asks nobody else', async (width) => {
    const overdue = await sentInvoice(shop.api, { due_date: '2026-01-31' });
    const paid = await sentInvoice(shop.api);
    const payer = await customers.come(paid.url);
    await start(payer);
    await payByCard(payer, { amount });
    await title(payer, words.receipt.title).waitFor();
    for (const address of [overdue.url, paid.url]) {
      const { page } = await customers.come(address);
      await page.setViewportSize({ width, height: 900 });

      const { violations } = await new AxeBuilder({ page }).analyze();

      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });

  it('carries the headers that keep it to itself, in both modes', async () => {
    const { url } = await sentInvoice(shop.api);

    const [own, other] = await Promise.all([fetch(url), fetch(url.replace('/test/p/', '/p/'))]);

    expect([own.status, other.status]).toEqual([200, 404]);
    for (const { headers } of [own, other]) {
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('and who sends its form twice has one checkout', async () => {
    const invoice = await sentInvoice(shop.api);
    const payer = await customers.come(invoice.url, { script: false });

    await payer.page.getByRole('button', { name: words.pay(amount) }).dblclick();
    await payer.page.getByLabel(words.number.label).waitFor();

    const rows = await shop.app.database.asOwner(
      "SELECT id FROM sandbox.checkouts WHERE replace(source_id::text, '-', '') = $1",
      [invoice.id.replace('inv_', '')],
    );
    expect(rows).toHaveLength(1);
  });

  it('tells a second payer that somebody else is paying, and opens again by itself', async () => {
    const invoice = await sentInvoice(shop.api);
    const first = await customers.come(invoice.url);
    await start(first);
    await payByWallet(first, '0773333333', amount);
    await title(first, words.wait.title).waitFor();
    const second = await customers.come(invoice.url);
    const before = await title(second, words.closed.busy.title).count();

    await turnClock(shop.api, 30);
    await second.page.evaluate("dispatchEvent(new Event('online'))");

    expect(before).toBe(1);
    await second.page.getByRole('button', { name: words.pay(amount) }).waitFor();
  });
});
