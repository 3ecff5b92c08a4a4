import { describe, expect, it } from 'vitest';
import { refusals } from '../../../../src/pages/words/en/refusals.ts';
import { words } from '../../../../src/pages/words/en/words.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { type Visitor, violationsOf } from '../browser.ts';
import { approveOnPhone, openShopPages, payByCard, payByWallet, title } from './customers.ts';
import { goodCard, type Session } from './shop.ts';

const pages = openShopPages();

/** A customer who opens the page of a session. */
const aCustomer = (session: Session, about?: { script?: boolean }) => pages.come(session.address, about);

const refresh = ({ page }: Visitor) => page.locator('meta[http-equiv=refresh]').getAttribute('content');

/** Counts how often the script asks for its page. `wait` turns the browser's clock until it has asked so often again. */
function asksOf(page: Visitor['page'], { address }: Session) {
  const asked: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.url() === address) asked.push(address);
  });
  return {
    wait: async (times: number) => {
      const wanted = asked.length + times;
      const turned = async () => {
        await page.clock.runFor(3000);
        return asked.length >= wanted;
      };
      await expect.poll(turned, { interval: 5, timeout: 60_000 }).toBe(true);
    },
  };
}

describe.each([true, false])('a customer (script: %s)', (script) => {
  it('pays by card and returns to the merchant', async () => {
    const session = await pages.shop.card();
    const customer = await aCustomer(session, { script });

    await payByCard(customer);
    await title(customer, words.receipt.title).waitFor();
    await customer.page.getByRole('link', { name: words.goOn('Corner Shop') }).click();
    await customer.page.waitForURL('**/docs/return?*');

    expect(new URL(customer.page.url()).searchParams.get('status')).toBe('completed');
    expect(await pages.shop.statusOf(session)).toMatchObject({ status: 'completed' });
  });

  it('reads why a card was refused, and pays with another one', async () => {
    const session = await pages.shop.card();
    const customer = await aCustomer(session, { script });

    await payByCard(customer, { number: '4000000000000002' });
    await customer.page.getByText(refusals.CARD_DECLINED).waitFor();
    await payByCard(customer);
    await title(customer, words.receipt.title).waitFor();

    expect(await pages.shop.attemptsOf(session)).toBe(2);
  });

  it('corrects a form and keeps what was right', async () => {
    const customer = await aCustomer(await pages.shop.card(), { script });

    await payByCard(customer, { number: '4242424242424241' });
    await customer.page.getByRole('heading', { name: words.errors.title }).waitFor();

    expect(await customer.page.getByLabel(words.expiry.label).inputValue()).toBe(goodCard.expiry);
    expect(await customer.page.getByLabel(words.number.label).inputValue()).toBe('');
    await payByCard(customer);
    await title(customer, words.receipt.title).waitFor();
  });

  it('pays by wallet: approves on the phone, checks, sees the receipt', async () => {
    const session = await pages.shop.card();
    const customer = await aCustomer(session, { script });

    await payByWallet(customer, '077 222 2222');
    await approveOnPhone(customer, pages.shop);

    expect(await pages.shop.statusOf(session)).toMatchObject({
      status: 'completed',
      payment_method: 'wallet_a',
    });
  });

  it('cancels, reads that no money was taken, and returns to the merchant', async () => {
    const customer = await aCustomer(await pages.shop.card(), { script });

    await customer.page.getByRole('button', { name: words.cancel }).click();
    await customer.page.getByText(refusals.CHECKOUT_CANCELLED).waitFor();
    await customer.page.getByRole('link', { name: words.goBack('Corner Shop') }).click();
    await customer.page.waitForURL('**/docs/return?*');

    expect(new URL(customer.page.url()).searchParams.get('status')).toBe('failed');
  });

  it('pays with a number of the test panel', async () => {
    const customer = await aCustomer(await pages.shop.card(), { script });

    await customer.page.getByText(words.test.title, { exact: true }).click();
    await customer.page.getByRole('button', { name: words.test.useNumber('0771111111') }).click();
    await customer.page.waitForLoadState();
    await expect
      .poll(() => customer.page.reload().then(() => title(customer, words.receipt.title).count()))
      .toBe(1);
  });
});

describe('the script', () => {
  it('shows the outcome of a wallet payment by itself, and moves the focus to it', async () => {
    const customer = await aCustomer(await pages.shop.push('0772222222'));

    await title(customer, words.wait.title).waitFor();
    await turnClock(pages.shop.api, 30);
    await customer.page.evaluate("dispatchEvent(new Event('online'))");
    await title(customer, words.receipt.title).waitFor();

    expect(await customer.page.locator(':focus').textContent()).toContain(words.receipt.title);
    expect(await customer.page.locator('#announce').textContent()).toContain(words.receipt.title);
  });

  it('shows that a session has expired, although its page answers 410', async () => {
    const customer = await aCustomer(await pages.shop.push('0776666666'));

    await turnClock(pages.shop.api, 125);
    await customer.page.evaluate("dispatchEvent(new Event('online'))");
    await title(customer, words.expired.title).waitFor();

    expect(await customer.page.locator(':focus').textContent()).toContain(words.expired.title);
  });

  it('goes on asking, less often, until it shows money that came late', async () => {
    const session = await pages.shop.push('0778888888');
    const { page } = await aCustomer(session);
    await page.clock.install();
    await turnClock(pages.shop.api, 125);
    await page.reload();
    const asks = asksOf(page, session);
    await asks.wait(41);
    await turnClock(pages.shop.api, 60);

    await asks.wait(1);

    const receipt = page.getByRole('heading', { name: words.receipt.title });
    await receipt.waitFor();
    expect(await receipt.count()).toBe(1);
  });

  it('asks again when an answer never arrives', async () => {
    const session = await pages.shop.push('0772222222');
    const customer = await aCustomer(session);
    await customer.page.clock.install();
    const asked: string[] = [];
    await customer.page.route(session.address, async (route) => {
      if (route.request().resourceType() !== 'fetch' || asked.push(route.request().url()) > 1)
        await route.continue();
    });
    await customer.page.reload();
    const ask = async () => {
      await customer.page.clock.runFor(3000);
      return asked.length;
    };
    await expect.poll(ask, { interval: 5, timeout: 10_000 }).toBeGreaterThan(0);
    await turnClock(pages.shop.api, 30);

    // For one minute: at the end of the countdown the script asks in any case.
    for (let turn = 0; turn < 20 && asked.length < 2; turn += 1) await ask();

    expect(asked.length).toBeGreaterThan(1);
    await title(customer, words.receipt.title).waitFor();
  });

  it('says that it is paying, and gives the buttons back when no answer arrives', async () => {
    const session = await pages.shop.card();
    const customer = await aCustomer(session);
    const { page } = customer;
    await page.clock.install();
    // An answer without content leaves the page where it is, as a lost one does.
    await page.route('**/pay', (route) => route.fulfill({ status: 204 }), { times: 1 });
    await payByCard(customer);
    await page.getByRole('button', { name: words.paying, disabled: true }).waitFor();
    const cancel = await page.getByRole('button', { name: words.cancel }).isDisabled();

    await page.clock.runFor(21_000);
    await page.getByRole('button', { name: words.pay('US$10.00') }).click();
    await title(customer, words.receipt.title).waitFor();

    expect(cancel).toBe(true);
    expect(await pages.shop.attemptsOf(session)).toBe(1);
  });

  it('shows a card form that follows a refused prompt as it is shown at first', async () => {
    const customer = await aCustomer(await pages.shop.card());
    await payByWallet(customer, '077 333 3333');
    await title(customer, words.wait.title).waitFor();
    await turnClock(pages.shop.api, 30);
    await customer.page.evaluate("dispatchEvent(new Event('online'))");
    await customer.page.getByText(words.refused.title).waitFor();

    expect(await customer.page.locator('header').innerText()).toContain(words.secure);
    expect(await customer.page.locator('footer').innerText()).toContain(words.privacy);
    expect(await customer.page.getByLabel(words.methods.wallet_a).isChecked()).toBe(true);
  });

  it('announces the last minute of a page that has not shown its time', async () => {
    const { page } = await aCustomer(await pages.shop.card());
    await page.clock.install();
    await page.reload();
    const left = Number(await page.locator('[data-left]').getAttribute('data-left'));

    await page.clock.runFor((left - 70) * 1000);
    const before = await page.locator('#announce').textContent();
    await page.clock.runFor(12_000);

    expect(before).toBe('');
    expect(await page.locator('#announce').textContent()).toBe(words.closes(60));
  });

  it('counts down from the server’s seconds, and announces only 60, 30 and 10', async () => {
    const session = await pages.shop.push('0776666666');
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

  it('returns to the merchant after five seconds, unless the customer stays', async () => {
    const [going, staying] = [await pages.shop.card(), await pages.shop.card()];
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

  it('names the brand of a card while it is typed, and adds the slash to the expiry date', async () => {
    const { page } = await aCustomer(await pages.shop.card());

    await page.getByLabel(words.number.label).pressSequentially('9716');
    await page.getByLabel(words.expiry.label).pressSequentially('0840');

    expect(await page.locator('#brand').textContent()).toBe(words.brands.domestic_switch);
    expect(await page.getByLabel(words.expiry.label).inputValue()).toBe('08 / 40');
  });
});

describe('a page without script', () => {
  it('reloads by itself while it waits, and returns to the merchant after the receipt', async () => {
    const waiting = await aCustomer(await pages.shop.push('0776666666'), { script: false });
    const paid = await aCustomer(await pages.shop.card(), { script: false });
    await payByCard(paid);
    await title(paid, words.receipt.title).waitFor();

    expect(await refresh(waiting)).toBe('6');
    expect(await refresh(paid)).toBe(`10;url=${new URL(paid.page.url()).pathname}/return`);
  });
});

describe('the page of a checkout', () => {
  it('charges once despite a second tab, the back button and a reload', async () => {
    const session = await pages.shop.card();
    const [one, two] = [await aCustomer(session), await aCustomer(session)];
    await payByCard(one);
    await title(one, words.receipt.title).waitFor();

    await payByCard(two);
    await title(two, words.receipt.title).waitFor();
    await one.page.reload();
    await one.page.goBack();
    await one.page.goto(session.address);

    await title(one, words.receipt.title).waitFor();
    expect(await pages.shop.attemptsOf(session)).toBe(1);
  });

  it('charges once for a double click', async () => {
    const session = await pages.shop.card();
    const customer = await aCustomer(session, { script: false });
    await payByCard(customer, { number: '4242424242424241' });

    await customer.page.getByLabel(words.number.label).fill(goodCard.number);
    await customer.page.getByLabel(words.cvv.label).fill(goodCard.cvv);
    await customer.page.getByRole('button', { name: words.pay('US$10.00') }).dblclick();
    await title(customer, words.receipt.title).waitFor();

    expect(await pages.shop.attemptsOf(session)).toBe(1);
  });

  it('needs only a keyboard: the Enter key in a field pays', async () => {
    const customer = await aCustomer(await pages.shop.card());
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

  it('loads with two requests: the page and its script', async () => {
    const session = await pages.shop.card();
    const visitor = await aCustomer(session);
    const asked: string[] = [];
    visitor.page.on('request', (request) => asked.push(request.url()));

    await visitor.page.reload({ waitUntil: 'networkidle' });

    expect(asked.filter((address) => !address.startsWith('data:'))).toHaveLength(2);
  });

  it('passes the accessibility check when nothing is found', async () => {
    const visitor = await pages.come(`${pages.shop.baseUrl}/test/c/chk_00000000000070008000000000000000`);

    const violations = await violationsOf(visitor.page);

    expect(violations).toEqual([]);
    expect(await title(visitor, words.notFound.title).count()).toBe(1);
  });
});
