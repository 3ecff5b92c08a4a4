import type { Browser, Locator } from 'playwright-core';
import { words } from '../../../../src/pages/words/words.ts';
import { aVisitor, type Visitor } from '../browser.ts';
import { goodCard } from './shop.ts';

/** Customers with browsers of their own, who all go home after a test; what their pages did wrong is heard then. */
export type Customers = {
  readonly come: (address: string, about?: { script?: boolean }) => Promise<Visitor>;
  readonly goHome: () => Promise<void>;
};

export function openCustomers(browser: Browser, baseUrl: string): Customers {
  const visitors: Visitor[] = [];
  return {
    /** With a phone's screen. */
    come: async (address, about = {}) => {
      const options = { javaScriptEnabled: about.script ?? true, viewport: { width: 360, height: 740 } };
      const visitor = await aVisitor(browser, { baseUrl, ...options });
      visitors.push(visitor);
      await visitor.page.goto(address);
      return visitor;
    },
    goHome: async () => {
      const gone = visitors.splice(0);
      await Promise.all(gone.map(({ context }) => context.close()));
      const complaints = gone.flatMap((visitor) => visitor.complaints);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    },
  };
}

export async function payByCard(
  { page }: Visitor,
  about: { number?: string; amount?: string } = {},
): Promise<void> {
  await page.getByLabel(words.number.label).fill(about.number ?? goodCard.number);
  await page.getByLabel(words.expiry.label).fill(goodCard.expiry);
  await page.getByLabel(words.cvv.label).fill(goodCard.cvv);
  await page.getByLabel(words.holder.label).fill(goodCard.holder);
  await page.getByRole('button', { name: words.pay(about.amount ?? 'US$10.00') }).click();
}

export async function payByWallet({ page }: Visitor, phone: string, amount = 'US$10.00'): Promise<void> {
  await page.getByLabel(words.methods.wallet_a).check();
  await page.getByLabel(words.phone.label).fill(phone);
  await page.getByRole('button', { name: words.pay(amount) }).click();
}

export function title({ page }: Visitor, name: string): Locator {
  return page.getByRole('heading', { level: 1, name });
}
