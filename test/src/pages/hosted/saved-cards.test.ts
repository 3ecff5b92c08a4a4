import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../../../../src/pages/words/words.ts';
import { methodNow, openedSetup } from '../../../support/vault.ts';
import { openBrowser, type Visitor } from '../browser.ts';
import { type Customers, openCustomers, title } from './customers.ts';
import { goodCard, openShop, type Shop } from './shop.ts';

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

const aSetup = () => openedSetup(shop.api, undefined, `${shop.baseUrl}/docs/return?own=a%20b`);

async function give({ page }: Visitor, number: string = goodCard.number): Promise<void> {
  await page.getByLabel(words.number.label).fill(number);
  await page.getByLabel(words.expiry.label).fill(goodCard.expiry);
  await page.getByLabel(words.cvv.label).fill(goodCard.cvv);
  await page.getByLabel(words.holder.label).fill(goodCard.holder);
  await page.getByRole('button', { name: words.setup.save }).click();
}

describe.each([true, false])('a customer who is asked for a card, script %s', (script) => {
  it('reads who asks and what it means, saves it, and goes back', async () => {
    const setup = await aSetup();
    const customer = await customers.come(setup.setup_url, { script });
    const told = [
      await title(customer, words.setup.askedBy('Corner Shop')).count(),
      await customer.page.getByText(words.setup.meaning('Corner Shop')).count(),
    ];

    await give(customer);
    await title(customer, words.setup.saved.title).waitFor();
    const shown = await customer.page.locator('dl').innerText();
    await customer.page.getByRole('link', { name: words.goOn('Corner Shop') }).click();
    await customer.page.waitForURL(/\/docs\/return/);

    expect(told).toEqual([1, 1]);
    expect(shown).toContain('Visa ending in 4242');
    expect(shown).toContain('12 / 2040');
    expect(customer.page.url()).toBe(
      `${shop.baseUrl}/docs/return?own=a%20b&payment_method_id=${setup.payment_method_id}&status=active`,
    );
    expect((await methodNow(shop.api, setup.payment_method_id)).status).toBe('active');
  });

  it('whose card is refused reads why, and saves another one', async () => {
    const setup = await aSetup();
    const customer = await customers.come(setup.setup_url, { script });

    await give(customer, '4000 0000 0000 0127');
    await customer.page.getByText(words.setup.refusals.CARD_CVV_INVALID).waitFor();
    await give(customer);
    await title(customer, words.setup.saved.title).waitFor();

    expect((await methodNow(shop.api, setup.payment_method_id)).status).toBe('active');
  });

  it('who mistypes is led to the field, and what was typed right is still there', async () => {
    const setup = await aSetup();
    const customer = await customers.come(setup.setup_url, { script });

    await give(customer, '4242 4242 4242 4241');
    await customer.page.getByRole('link', { name: words.errors.numberMistyped }).click();

    expect(await customer.page.locator('#number').inputValue()).toBe('');
    expect(await customer.page.locator('#expiry').inputValue()).toBe(goodCard.expiry);
    expect(await customer.page.locator('#number').getAttribute('aria-invalid')).toBe('true');
  });

  it('who does not want to, goes back without', async () => {
    const setup = await aSetup();
    const customer = await customers.come(setup.setup_url, { script });

    await customer.page.getByRole('button', { name: words.setup.cancel }).click();
    await title(customer, words.setup.over.SETUP_CANCELED.title).waitFor();
    await customer.page.getByRole('link', { name: words.goBack('Corner Shop') }).click();
    await customer.page.waitForURL(/\/docs\/return/);

    expect(customer.page.url()).toMatch(/&status=expired$/);
  });

  it('tries a number of the test panel', async () => {
    const setup = await aSetup();
    const customer = await customers.come(setup.setup_url, { script });

    await customer.page.getByText(words.test.title).click();
    await customer.page.getByRole('button', { name: words.test.useNumber('4000000000000002') }).click();

    await title(customer, words.setup.saved.title).waitFor();
    expect(await customer.page.locator('dl').innerText()).toContain('ending in 0002');
  });
});

describe('the page of a setup', () => {
  it('sends a customer with a script back by itself, unless they stay', async () => {
    const one = await customers.come((await aSetup()).setup_url);
    await give(one);
    await title(one, words.setup.saved.title).waitFor();
    await one.page.waitForURL(/\/docs\/return/);

    const other = await customers.come((await aSetup()).setup_url);
    await give(other);
    await other.page.getByRole('button', { name: words.receipt.stay }).click();

    expect(await title(other, words.setup.saved.title).count()).toBe(1);
  }, 20_000);

  it('sent twice saves one card', async () => {
    const setup = await aSetup();
    const customer = await customers.come(setup.setup_url, { script: false });
    const second = await customers.come(setup.setup_url, { script: false });

    await give(customer);
    await title(customer, words.setup.saved.title).waitFor();
    await give(second);

    await title(second, words.setup.saved.title).waitFor();
    const { data } = await shop.api('listPaymentMethods', { query: { customer_id: setup.customer_id } });
    expect(data.items).toHaveLength(1);
  });

  it.each([320, 1280])('has no violation at %i pixels', async (width) => {
    const { page } = await customers.come((await aSetup()).setup_url);
    await page.setViewportSize({ width, height: 900 });
    for (const closed of await page.locator('summary').all()) await closed.click();

    const { violations } = await new AxeBuilder({ page }).analyze();

    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  it('carries the headers of all pages, in its own mode only', async () => {
    const { setup_url: address } = await aSetup();

    const [own, other] = await Promise.all([fetch(address), fetch(address.replace('/test/p/', '/p/'))]);

    expect([own.status, other.status]).toEqual([200, 404]);
    for (const { headers } of [own, other]) {
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });
});
