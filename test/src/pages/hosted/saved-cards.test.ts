import { describe, expect, it } from 'vitest';
import { words } from '../../../../src/pages/words/en/words.ts';
import { methodNow, openedSetup } from '../../../support/builders/vault.ts';
import { openDetails, type Visitor, violationsOf } from '../browser.ts';
import { fillCard, openShopPages, title } from './customers.ts';
import { expectPrivate, goodCard, inBothModes } from './shop.ts';

const pages = openShopPages();

const aSetup = () => openedSetup(pages.shop.api, undefined, `${pages.shop.baseUrl}/docs/return?own=a%20b`);

async function save(customer: Visitor, number?: string): Promise<void> {
  await fillCard(customer, number);
  await customer.page.getByRole('button', { name: words.setup.save }).click();
}

describe.each([true, false])('a customer who is asked to save a card (script: %s)', (script) => {
  it('reads who asks and what it means, saves a card, and returns to the merchant', async () => {
    const setup = await aSetup();
    const customer = await pages.come(setup.setup_url, { script });
    const told = [
      await title(customer, words.setup.askedBy('Corner Shop')).count(),
      await customer.page.getByText(words.setup.meaning('Corner Shop')).count(),
    ];

    await save(customer);
    await title(customer, words.setup.saved.title).waitFor();
    const shown = await customer.page.locator('dl').innerText();
    await customer.page.getByRole('link', { name: words.goOn('Corner Shop') }).click();
    await customer.page.waitForURL(/\/docs\/return/);

    expect(told).toEqual([1, 1]);
    expect(shown).toContain('Visa ending in 4242');
    expect(shown).toContain('12 / 2040');
    expect(customer.page.url()).toBe(
      `${pages.shop.baseUrl}/docs/return?own=a%20b&payment_method_id=${setup.payment_method_id}&status=active`,
    );
    expect((await methodNow(pages.shop.api, setup.payment_method_id)).status).toBe('active');
  });

  it('reads why a card was refused, and saves another one', async () => {
    const setup = await aSetup();
    const customer = await pages.come(setup.setup_url, { script });

    await save(customer, '4000 0000 0000 0127');
    await customer.page.getByText(words.setup.refusals.CARD_CVV_INVALID).waitFor();
    await save(customer);
    await title(customer, words.setup.saved.title).waitFor();

    expect((await methodNow(pages.shop.api, setup.payment_method_id)).status).toBe('active');
  });

  it('is led to the field that is wrong, and keeps what was right', async () => {
    const setup = await aSetup();
    const customer = await pages.come(setup.setup_url, { script });

    await save(customer, '4242 4242 4242 4241');
    await customer.page.getByRole('link', { name: words.errors.numberMistyped }).click();

    expect(await customer.page.locator('#number').inputValue()).toBe('');
    expect(await customer.page.locator('#expiry').inputValue()).toBe(goodCard.expiry);
    expect(await customer.page.locator('#number').getAttribute('aria-invalid')).toBe('true');
  });

  it('declines and returns to the merchant', async () => {
    const setup = await aSetup();
    const customer = await pages.come(setup.setup_url, { script });

    await customer.page.getByRole('button', { name: words.setup.cancel }).click();
    await title(customer, words.setup.over.SETUP_CANCELED.title).waitFor();
    await customer.page.getByRole('link', { name: words.goBack('Corner Shop') }).click();
    await customer.page.waitForURL(/\/docs\/return/);

    expect(customer.page.url()).toMatch(/&status=expired$/);
  });

  it('saves a card of the test panel', async () => {
    const setup = await aSetup();
    const customer = await pages.come(setup.setup_url, { script });

    await customer.page.getByText(words.test.title).click();
    await customer.page.getByRole('button', { name: words.test.useNumber('4000000000000002') }).click();

    await title(customer, words.setup.saved.title).waitFor();
    expect(await customer.page.locator('dl').innerText()).toContain('ending in 0002');
  });
});

describe('the page that saves a card', () => {
  it('returns to the merchant by itself, unless the customer stays', async () => {
    const one = await pages.come((await aSetup()).setup_url);
    await one.page.clock.install();
    await save(one);
    await title(one, words.setup.saved.title).waitFor();
    await one.page.clock.fastForward(5100);
    await one.page.waitForURL(/\/docs\/return/);

    const other = await pages.come((await aSetup()).setup_url);
    await other.page.clock.install();
    await save(other);
    await other.page.getByRole('button', { name: words.receipt.stay }).click();
    await other.page.clock.fastForward(60_000);

    expect(await title(other, words.setup.saved.title).count()).toBe(1);
  });

  it('saves one card when two tabs send the form, and a third one shows it by itself', async () => {
    const setup = await aSetup();
    const customer = await pages.come(setup.setup_url, { script: false });
    const second = await pages.come(setup.setup_url, { script: false });
    const third = await pages.come(setup.setup_url);
    const lastMinute = await third.page.locator('main [data-left]').getAttribute('data-say60');

    await save(customer);
    await title(customer, words.setup.saved.title).waitFor();
    await save(second);

    await title(second, words.setup.saved.title).waitFor();
    await third.page.evaluate("dispatchEvent(new Event('online'))");
    await title(third, words.setup.saved.title).waitFor();
    expect(lastMinute).toBe(words.closes(60));
    const { data } = await pages.shop.api('listPaymentMethods', {
      query: { customer_id: setup.customer_id },
    });
    expect(data.items).toHaveLength(1);
  });

  it.each([320, 1280])('passes the accessibility check at %i pixels', async (width) => {
    const { page } = await pages.come((await aSetup()).setup_url);
    await page.setViewportSize({ width, height: 900 });
    await openDetails(page);

    const violations = await violationsOf(page);

    expect(violations).toEqual([]);
  });

  it('forbids foreign content, caching and cookies in both modes', async () => {
    const { setup_url: address } = await aSetup();

    const [own, other] = await inBothModes(address);

    expect([own.status, other.status]).toEqual([200, 404]);
    for (const { headers } of [own, other]) expectPrivate(headers);
  });
});
