import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '../../../../src/pages/words/refusals.ts';
import { words } from '../../../../src/pages/words/words.ts';
import { turnClock } from '../../../support/build.ts';
import { openBrowser, type Visitor } from '../browser.ts';
import { type Customers, openCustomers, payByCard, payByWallet, title } from './customers.ts';
import { goodCard, openShop, type Session, type Shop } from './shop.ts';

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

/** A customer on the page of a session. */
const aCustomer = (session: Session, about?: { script?: boolean }) => customers.come(session.address, about);

const refresh = ({ page }: Visitor) => page.locator('meta[http-equiv=refresh]').getAttribute('content');

describe.each([true, false])('a customer, script %s', (script) => {
  it('pays by card and gets back to the merchant', async () => {
    const session = await shop.card();
    const customer = await aCustomer(session, { script });

    await payByCard(customer);
    await title(customer, words.receipt.title).waitFor();
    await customer.page.getByRole('link', { name: words.goOn('Corner Shop') }).click();
    await customer.page.waitForURL('**/docs/return?*');

    expect(new URL(customer.page.url()).searchParams.get('status')).toBe('completed');
    expect(await shop.statusOf(session)).toMatchObject({ status: 'completed' });
  });

  it('is told why a card was refused, and pays with another', async () => {
    const session = await shop.card();
    const customer = await aCustomer(session, { script });

    await payByCard(customer, { number: '4000000000000002' });
    await customer.page.getByText(refusals.CARD_DECLINED).waitFor();
    await payByCard(customer);
    await title(customer, words.receipt.title).waitFor();

    expect(await shop.attemptsOf(session)).toBe(2);
  });

  it('corrects a form and keeps what was right', async () => {
    const customer = await aCustomer(await shop.card(), { script });

    await payByCard(customer, { number: '4242424242424241' });
    await customer.page.getByRole('heading', { name: words.errors.title }).waitFor();

    expect(await customer.page.getByLabel(words.expiry.label).inputValue()).toBe(goodCard.expiry);
    expect(await customer.page.getByLabel(words.number.label).inputValue()).toBe('');
    await payByCard(customer);
    await title(customer, words.receipt.title).waitFor();
  });

  it('pays by wallet: approves on the phone, checks, sees the receipt', async () => {
    const session = await shop.card();
    const customer = await aCustomer(session, { script });

    await payByWallet(customer, '077 222 2222');
    await title(customer, words.wait.title).waitFor();
    await turnClock(shop.api, 30);
    await customer.page.getByRole('button', { name: words.wait.checkNow }).click();
    await title(customer, words.receipt.title).waitFor();

    expect(await shop.statusOf(session)).toMatchObject({ status: 'completed', payment_method: 'wallet_a' });
  });

  it('cancels, reads that no money was taken, and goes back', async () => {
    const customer = await aCustomer(await shop.card(), { script });

    await customer.page.getByRole('button', { name: words.cancel }).click();
    await customer.page.getByText(words.aborted.text).waitFor();
    await customer.page.getByRole('link', { name: words.goBack('Corner Shop') }).click();
    await customer.page.waitForURL('**/docs/return?*');

    expect(new URL(customer.page.url()).searchParams.get('status')).toBe('failed');
  });

  it('uses the test panel', async () => {
    const customer = await aCustomer(await shop.card(), { script });

    await customer.page.getByText(words.test.title, { exact: true }).click();
    await customer.page.getByRole('button', { name: words.test.useNumber('0771111111') }).click();
    await customer.page.waitForLoadState();
    await expect
      .poll(() => customer.page.reload().then(() => title(customer, words.receipt.title).count()))
      .toBe(1);
  });
});

describe('the script', () => {
  it('shows the outcome of a wallet by itself, with the focus on it', async () => {
    const customer = await aCustomer(await shop.push('0772222222'));

    await title(customer, words.wait.title).waitFor();
    await turnClock(shop.api, 30);
    await customer.page.evaluate("dispatchEvent(new Event('online'))");
    await title(customer, words.receipt.title).waitFor();

    expect(await customer.page.locator(':focus').textContent()).toContain(words.receipt.title);
    expect(await customer.page.locator('#announce').textContent()).toContain(words.receipt.title);
  });

  it('shows an expired session too, whose page answers 410', async () => {
    const customer = await aCustomer(await shop.push('0776666666'));

    await turnClock(shop.api, 125);
    await customer.page.evaluate("dispatchEvent(new Event('online'))");
    await title(customer, words.expired.title).waitFor();

    expect(await customer.page.locator(':focus').textContent()).toContain(words.expired.title);
  });

  it('counts down from the server’s seconds, and says so at 60, 30 and 10 only', async () => {
    const session = await shop.push('0776666666');
    const customer = await aCustomer(session);
    await customer.page.clock.install();
    await customer.page.reload();

    const left = () => customer.page.locator('[data-left] .number').textContent();
    const said = () => customer.page.locator('#announce').textContent();
    await customer.page.clock.runFor(2000);
    const early = await left();
    const quiet = await said();

    expect(early).toMatch(/^1:5\d$/);
    expect(quiet).toBe('');
    expect(await customer.page.locator('[data-left]').getAttribute('data-say60')).toBe(
      words.wait.announce(60),
    );
  });

  it('goes back by itself after five seconds, unless told to stay', async () => {
    const [going, staying] = [await shop.card(), await shop.card()];
    const first = await aCustomer(going);
    await first.page.clock.install();
    await payByCard(first);
    await title(first, words.receipt.title).waitFor();
    await first.page.clock.fastForward(5100);
    await first.page.waitForURL('**/docs/return?*');

    const second = await aCustomer(staying);
    await second.page.clock.install();
    await payByCard(second);
    await second.page.getByRole('button', { name: words.receipt.stay }).click();
    await second.page.clock.fastForward(60_000);

    expect(second.page.url()).toBe(staying.address);
  });

  it('names the brand of a card while it is typed, and adds the slash', async () => {
    const { page } = await aCustomer(await shop.card());

    await page.getByLabel(words.number.label).pressSequentially('9716');
    await page.getByLabel(words.expiry.label).pressSequentially('0840');

    expect(await page.locator('#brand').textContent()).toBe(words.brands.domestic_switch);
    expect(await page.getByLabel(words.expiry.label).inputValue()).toBe('08 / 40');
  });
});

describe('without script', () => {
  it('the pages that wait ask again by themselves, and the receipt leads back', async () => {
    const waiting = await aCustomer(await shop.push('0776666666'), { script: false });
    const paid = await aCustomer(await shop.card(), { script: false });
    await payByCard(paid);
    await title(paid, words.receipt.title).waitFor();

    expect(await refresh(waiting)).toBe('6');
    expect(await refresh(paid)).toBe(`10;url=${new URL(paid.page.url()).pathname}/return`);
  });
});

describe('whatever a customer does', () => {
  it('a second tab, the back button and a reload start nothing', async () => {
    const session = await shop.card();
    const [one, two] = [await aCustomer(session), await aCustomer(session)];
    await payByCard(one);
    await title(one, words.receipt.title).waitFor();

    await payByCard(two);
    await title(two, words.receipt.title).waitFor();
    await one.page.reload();
    await one.page.goBack();
    await one.page.goto(session.address);

    await title(one, words.receipt.title).waitFor();
    expect(await shop.attemptsOf(session)).toBe(1);
  });

  it('a double click pays once', async () => {
    const session = await shop.card();
    const customer = await aCustomer(session, { script: false });
    await payByCard(customer, { number: '4242424242424241' });

    await customer.page.getByLabel(words.number.label).fill(goodCard.number);
    await customer.page.getByLabel(words.cvv.label).fill(goodCard.cvv);
    await customer.page.getByRole('button', { name: words.pay('US$10.00') }).dblclick();
    await title(customer, words.receipt.title).waitFor();

    expect(await shop.attemptsOf(session)).toBe(1);
  });

  it('a keyboard is enough: the Enter key in a field pays', async () => {
    const customer = await aCustomer(await shop.card());
    const { keyboard } = customer.page;
    const focused = () => customer.page.locator(':focus').getAttribute('name');

    await keyboard.press('Tab');
    const first = await focused();
    for (const text of [goodCard.number, goodCard.expiry, goodCard.cvv, goodCard.holder]) {
      await keyboard.press('Tab');
      await keyboard.type(text);
    }
    await keyboard.press('Enter');
    await title(customer, words.receipt.title).waitFor();

    expect(first).toBe('method');
  });

  it('three requests make the whole page', async () => {
    const session = await shop.card();
    const visitor = await aCustomer(session);
    const asked: string[] = [];
    visitor.page.on('request', (request) => asked.push(request.url()));

    await visitor.page.reload({ waitUntil: 'networkidle' });

    expect(asked.filter((address) => !address.startsWith('data:'))).toHaveLength(2);
  });

  it('a page that is not there has no violation either', async () => {
    const visitor = await customers.come(`${shop.baseUrl}/test/c/chk_00000000000070008000000000000000`);

    const { violations } = await new AxeBuilder({ page: visitor.page }).analyze();

    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await title(visitor, words.notFound.title).count()).toBe(1);
  });
});
