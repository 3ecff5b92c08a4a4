import type { Page } from 'playwright-core';

/** What a numbered line of a guide may say, and what somebody with a browser does then. */
const deeds: readonly (readonly [
  RegExp,
  (page: Page, named: string, address: string) => Promise<unknown>,
])[] = [
  [/`(http:\/\/[^`]+)`/, (page, _named, address) => page.goto(address)],
  [/press “([^”]+)”/, (page, name) => page.getByRole('button', { name, exact: true }).click()],
  [/card `([\d ]+)`/, payWith],
  [/Choose “([^”]+)”/, leave],
  [/says: “([^”]+)”/, seen],
];

/** Does with a browser what a line says. The address is that of the shop. @throws what the page shows instead */
export async function browse(page: Page, words: string, address: string): Promise<void> {
  for (const [pattern, act] of deeds) {
    const [, named] = pattern.exec(words) ?? [];
    if (named !== undefined) await act(page, named, address);
  }
}

/** The payment page goes on by itself after a while, maybe before somebody presses. What follows sees where it led. */
async function leave(page: Page, name: string, address: string): Promise<void> {
  if (page.url().startsWith(address)) return;
  const link = page.getByRole('link', { name });
  await link.click({ timeout: 15_000 }).catch(() => undefined);
}

async function payWith(page: Page, number: string): Promise<void> {
  const year = new Date().getFullYear() + 2;
  const form = page.locator('form').first();
  await form.locator('#card').check();
  const fields = { number, expiry: `12/${year % 100}`, holder: 'Tariro Moyo', cvv: '123' };
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name="${name}"]`).fill(value);
  await form.locator('button').first().click();
  await page
    .getByText(/Continue to|Your order is/)
    .first()
    .waitFor();
}

/** The webhook may come after the customer: who sees something else loads the page again. */
async function seen(page: Page, outcome: string): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await page.locator('body').innerText()).includes(outcome)) {
    if (performance.now() > end)
      throw new Error(`The page never said "${outcome}", but: ${await page.locator('body').innerText()}`);
    await new Promise((done) => setTimeout(done, 500));
    await page.reload();
  }
}
