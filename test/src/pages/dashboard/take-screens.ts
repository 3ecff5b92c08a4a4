import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { prepared } from './busy-shop.ts';
import { type Office, openOffice } from './office.ts';
import { preparedToReconcile, writeOperatorsScreens } from './operators-screens.ts';
import { writeTerminals } from './terminals.ts';

// `npm run screens` writes pictures of the main screens to docs/screens. It is no test: it stands here because it needs the tests' shop.

const folder = resolve(import.meta.dirname, '../../../../docs/screens');

/** Name of the picture → the address below the mode, and the link on it that is followed, if any. */
const main: Readonly<Record<string, readonly [path: string, link?: string]>> = {
  overview: [''],
  payments: ['/payments'],
  payment: ['/payments', 'main tbody tr:last-child a'],
  balance: ['/balance'],
  payouts: ['/payouts'],
  links: ['/links'],
  counter: ['/counter/sales', 'main tbody a'],
  dispute: ['/disputes', 'main tbody a'],
  app: ['/apps', 'main tbody a'],
  events: ['/events'],
  event: ['/events', 'main tbody a'],
  sandbox: ['/sandbox'],
};
const widths = [1280, 390];

it('writes pictures of the main screens', async () => {
  const [office, browser] = await Promise.all([openOffice(), openBrowser()]);
  await prepared(office);
  const [name = '', value = ''] = (await office.as('owner')).cookie().split('=');
  const { baseUrl } = office.app;
  await mkdir(folder, { recursive: true });
  for (const width of widths) {
    const context = await browser.newContext({
      viewport: { width, height: width > 900 ? 800 : 780 },
      baseURL: baseUrl,
    });
    await context.addCookies([{ name, value, url: baseUrl }]);
    const page = await context.newPage();
    for (const [file, [path, link]] of Object.entries(main)) {
      const answer = await page.goto(`/dashboard/test${path}`);
      expect([path, answer?.status()]).toEqual([path, 200]);
      if (link !== undefined) await page.goto((await page.locator(link).first().getAttribute('href')) ?? '');
      await page.screenshot({ path: resolve(folder, `${file}-${width}.jpg`), type: 'jpeg', quality: 65 });
    }
    await page.goto(await aCheckout(office));
    await page.screenshot({ path: resolve(folder, `checkout-${width}.jpg`), type: 'jpeg', quality: 65 });
    await context.close();
  }
  await browser.close();
  await office.stop();
});

it('writes pictures of the reconciliation, as operators see it', async () => {
  const [office, browser] = await Promise.all([openOffice({ role: 'api' }), openBrowser()]);
  await preparedToReconcile(office);
  await mkdir(folder, { recursive: true });
  const shown = (await writeOperatorsScreens(office, browser, folder)).join('\n');
  await browser.close();
  await office.stop();

  for (const words of ['Missing in the ledger', '249.99 USD', 'Unexplained']) expect(shown).toContain(words);
});

it('writes pictures of the terminals of the quick start', async () => {
  const browser = await openBrowser();
  await mkdir(folder, { recursive: true });
  const shown = (await writeTerminals(browser, folder)).join('\n');
  await browser.close();

  for (const words of ['Dashboard', 'sk_test_…', 'payment_url', 'payment.capture.completed'])
    expect(shown).toContain(words);
  expect(shown).not.toMatch(/[sp]k_test_\w/);
});

/** The page of a payment, as a customer sees it. */
async function aCheckout({ app, merchant }: Office): Promise<string> {
  const answer = await fetch(`${app.baseUrl}/v1/checkout/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${merchant.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: '10.00',
      currency: 'USD',
      merchantTransactionId: randomUUID(),
      returnUrl: 'https://shop.example/return',
      notificationUrl: 'https://shop.example/hook',
    }),
  });
  const { data } = (await answer.json()) as { data: { payment_url: string } };
  return data.payment_url;
}
