import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { words } from '../../../../src/pages/words/en/words.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { goodCard, openShop, type Shop } from './shop.ts';

export type ShopPages = {
  readonly shop: Shop;
  /** A customer with a browser of their own, on a phone's screen, who opens this address. */
  readonly come: (address: string, about?: { script?: boolean }) => Promise<Visitor>;
};

/**
 * A shop and a browser for the tests of a file. After each test the browsers of its customers close, and the test fails if
 * a page did what it must never do.
 */
export function openShopPages(): ShopPages {
  let shop: Shop;
  let browser: Browser;
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(), openBrowser()]);
  });
  afterEach(async () => {
    const gone = visitors.splice(0);
    await Promise.all(gone.map(({ context }) => context.close()));
    const complaints = gone.flatMap((visitor) => visitor.complaints);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  });
  afterAll(async () => {
    await browser.close();
    await shop.app.stop();
  });

  return {
    get shop() {
      return shop;
    },
    come: async (address, { script = true } = {}) => {
      const visitor = await aVisitor(browser, {
        baseUrl: shop.baseUrl,
        javaScriptEnabled: script,
        viewport: { width: 360, height: 740 },
      });
      visitors.push(visitor);
      await visitor.page.goto(address);
      return visitor;
    },
  };
}

export async function fillCard({ page }: Visitor, number: string = goodCard.number): Promise<void> {
  await page.getByLabel(words.number.label).fill(number);
  await page.getByLabel(words.expiry.label).fill(goodCard.expiry);
  await page.getByLabel(words.cvv.label).fill(goodCard.cvv);
  await page.getByLabel(words.holder.label).fill(goodCard.holder);
}

export async function payByCard(
  customer: Visitor,
  { number, amount = 'US$10.00' }: { number?: string; amount?: string } = {},
): Promise<void> {
  await fillCard(customer, number);
  await customer.page.getByRole('button', { name: words.pay(amount) }).click();
}

export async function payByWallet({ page }: Visitor, phone: string, amount = 'US$10.00'): Promise<void> {
  await page.getByLabel(words.methods.wallet_a).check();
  await page.getByLabel(words.phone.label).fill(phone);
  await page.getByRole('button', { name: words.pay(amount) }).click();
}

/** Waits for the prompt, lets the wallet approve it after 30 seconds of sandbox time, and waits for the receipt. */
export async function approveOnPhone(customer: Visitor, shop: Shop): Promise<void> {
  await title(customer, words.wait.title).waitFor();
  await turnClock(shop.api, 30);
  await customer.page.getByRole('button', { name: words.wait.checkNow }).click();
  await title(customer, words.receipt.title).waitFor();
}

export function title({ page }: Visitor, name: string): Locator {
  return page.getByRole('heading', { level: 1, name });
}
