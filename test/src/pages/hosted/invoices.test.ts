import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { words } from '../../../../src/pages/words/en/words.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { invoiceNow, sentInvoice, startInvoice } from '../../../support/builders/invoices.ts';
import { submit } from '../../../support/service/page.ts';
import { violationsOf } from '../browser.ts';
import { approveOnPhone, openShopPages, payByCard, payByWallet, title } from './customers.ts';
import { expectPrivate, goodCard, inBothModes, open } from './shop.ts';

const pages = openShopPages();

const amount = 'US$140.00';
const domesticCard = '9716000000000006';

/** Presses the button on the page of the invoice. */
const start = ({ page }: { page: Page }) => page.getByRole('button', { name: words.pay(amount) }).click();

it('the receipt of an invoice shows what was refunded since', async () => {
  const invoice = await sentInvoice(pages.shop.api);
  await submit(await startInvoice(invoice), 'pay', { ...goodCard, phone: '' });
  const { transaction_id: id } = await invoiceNow(pages.shop.api, invoice);
  const before = await open(invoice.url);
  await pages.shop.api('refundTransaction', { params: { id: String(id) }, body: { amount: '40.00' } });
  const after = await open(invoice.url);

  expect(before.text).not.toContain(words.invoice.refund);
  expect(after.text).toMatch(new RegExp(`<dt>${words.invoice.refund}</dt><dd>[^/]*US\\$40\\.00`));
});

describe.each([true, false])('a payer of an invoice (script: %s)', (script) => {
  it('pays by card and finds the receipt at the address of the invoice', async () => {
    const invoice = await sentInvoice(pages.shop.api);
    const payer = await pages.come(invoice.url, { script });

    await start(payer);
    await payByCard(payer, { amount });
    await title(payer, words.receipt.title).waitFor();
    await payer.page.getByRole('link', { name: words.invoice.again }).click();
    await payer.page
      .getByRole('heading', { name: words.invoice.paidTitle(String(invoice.number)) })
      .waitFor();

    const paid = await invoiceNow(pages.shop.api, invoice);
    const text = await payer.page.locator('main').innerText();
    expect(paid.status).toBe('paid');
    for (const shown of [invoice.number, 'Wedding cake', 'Delivery', amount, paid.transaction_id])
      expect(text).toContain(shown);
    expect(await payer.page.getByRole('button').count()).toBe(0);
  });

  it('pays by wallet', async () => {
    const invoice = await sentInvoice(pages.shop.api);
    const payer = await pages.come(invoice.url, { script });

    await start(payer);
    await payByWallet(payer, '0772222222', amount);
    await approveOnPhone(payer, pages.shop);

    expect((await invoiceNow(pages.shop.api, invoice)).status).toBe('paid');
  });

  it('pays by domestic switch card', async () => {
    const invoice = await sentInvoice(pages.shop.api);
    const payer = await pages.come(invoice.url, { script });

    await start(payer);
    await payer.page.getByLabel(words.methods.domestic_switch).check();
    await payByCard(payer, { amount, number: domesticCard });
    await title(payer, words.receipt.title).waitFor();

    expect((await invoiceNow(pages.shop.api, invoice)).status).toBe('paid');
  });

  it('returns to the invoice after cancelling', async () => {
    const invoice = await sentInvoice(pages.shop.api);
    const payer = await pages.come(invoice.url, { script });

    await start(payer);
    await payer.page.getByRole('button', { name: words.cancel }).click();
    await payer.page.getByRole('link', { name: words.invoice.again }).click();
    await payer.page.waitForURL(invoice.url);

    expect(await payer.page.getByRole('button', { name: words.pay(amount) }).count()).toBe(1);
  });
});

describe('a printed invoice', () => {
  it('has its lines, merchant and customer, and no buttons', async () => {
    const invoice = await sentInvoice(pages.shop.api, { notes: 'Thank you.\nCome again.' });
    const { page } = await pages.come(invoice.url);

    await page.emulateMedia({ media: 'print' });

    const shown = await page.locator('body').innerText();
    for (const text of ['Corner Shop', 'Tariro Moyo', invoice.number, 'Wedding cake', amount, 'Come again.'])
      expect(shown).toContain(text);
    expect(await page.locator('button:visible, footer:visible, .names:visible').count()).toBe(0);
    expect(shown).toContain(words.testBanner);
  });
});

describe('the page of an invoice', () => {
  it.each([320, 1280])(
    'passes the accessibility check at %i pixels and contacts no other host',
    async (width) => {
      const overdue = await sentInvoice(pages.shop.api, { due_date: '2026-01-31' });
      const paid = await sentInvoice(pages.shop.api);
      const payer = await pages.come(paid.url);
      await start(payer);
      await payByCard(payer, { amount });
      await title(payer, words.receipt.title).waitFor();
      for (const address of [overdue.url, paid.url]) {
        const { page } = await pages.come(address);
        await page.setViewportSize({ width, height: 900 });

        const violations = await violationsOf(page);

        expect(violations).toEqual([]);
      }
    },
  );

  it('forbids foreign content, caching and cookies in both modes', async () => {
    const { url } = await sentInvoice(pages.shop.api);

    const [own, other] = await inBothModes(url);

    expect([own.status, other.status]).toEqual([200, 404]);
    for (const { headers } of [own, other]) expectPrivate(headers);
  });

  it('opens one checkout for a form that is sent twice', async () => {
    const invoice = await sentInvoice(pages.shop.api);
    const payer = await pages.come(invoice.url, { script: false });

    await payer.page.getByRole('button', { name: words.pay(amount) }).dblclick();
    await payer.page.getByLabel(words.number.label).waitFor();

    expect(await pages.shop.checkoutsOf(invoice.id)).toBe(1);
  });

  it('tells a second payer that somebody else is paying, and opens again when that payment fails', async () => {
    const invoice = await sentInvoice(pages.shop.api);
    const first = await pages.come(invoice.url);
    await start(first);
    await payByWallet(first, '0773333333', amount);
    await title(first, words.wait.title).waitFor();
    const second = await pages.come(invoice.url);
    const before = await title(second, words.closed.busy.title).count();

    await turnClock(pages.shop.api, 30);
    await second.page.evaluate("dispatchEvent(new Event('online'))");

    expect(before).toBe(1);
    await second.page.getByRole('button', { name: words.pay(amount) }).waitFor();
  });
});
