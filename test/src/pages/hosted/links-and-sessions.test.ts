import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../../../../src/pages/words/words.ts';
import { turnClock } from '../../../support/build.ts';
import { createdLink, listedLink, openedSession, sessionNow } from '../../../support/counter.ts';
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

const [amount, counterAmount] = ['US$15.00', 'US$18.00'];

/** Presses the button of the link's own page. */
const start = ({ page }: { page: Page }) => page.getByRole('button', { name: words.pay(amount) }).click();

async function attemptsOf(id: string): Promise<number> {
  const { data } = await shop.api('listTransactions', { query: { limit: 100, type: 'payment' } });
  return data.items.filter(({ source }) => source.id === id).length;
}

describe.each([true, false])('a payer, script %s', (script) => {
  it('of a link pays by card', async () => {
    const link = await createdLink(shop.api);
    const payer = await customers.come(link.url, { script });

    await payer.page.getByText(words.link.contact).click();
    await payer.page.getByLabel(words.link.name.label).fill('Tariro Moyo');
    await start(payer);
    await payByCard(payer, { amount });
    await title(payer, words.receipt.title).waitFor();

    expect(await listedLink(shop.api, link.id)).toMatchObject({
      uses_completed: 1,
      amount_collected: '15.00',
    });
  });

  it('of a link pays by wallet', async () => {
    const link = await createdLink(shop.api);
    const payer = await customers.come(link.url, { script });

    await start(payer);
    await payByWallet(payer, '0772222222', amount);
    await title(payer, words.wait.title).waitFor();
    await turnClock(shop.api, 30);
    await payer.page.getByRole('button', { name: words.wait.checkNow }).click();
    await title(payer, words.receipt.title).waitFor();

    expect((await listedLink(shop.api, link.id)).uses_completed).toBe(1);
  });

  it('of a session pays by card', async () => {
    const session = await openedSession(shop.api);
    const payer = await customers.come(session.payment_url, { script });

    await payByCard(payer, { amount: counterAmount });
    await title(payer, words.receipt.title).waitFor();

    expect((await sessionNow(shop.api, session)).status).toBe('paid');
  });

  it('of a session pays by wallet', async () => {
    const session = await openedSession(shop.api, { payment_method: 'wallet_a' });
    const payer = await customers.come(session.payment_url, { script });

    await payByWallet(payer, '0772222222', counterAmount);
    await title(payer, words.wait.title).waitFor();
    await turnClock(shop.api, 30);
    await payer.page.getByRole('button', { name: words.wait.checkNow }).click();
    await title(payer, words.receipt.title).waitFor();

    expect((await sessionNow(shop.api, session)).status).toBe('paid');
  });

  it('of a session sees the prompt that the cashier sent', async () => {
    const session = await openedSession(shop.api, { payment_method: 'wallet_a' });
    const body = { customer_phone: '0772222222' };
    await shop.api('chargeVirtualTerminalSession', { params: { id: session.id }, body });

    const payer = await customers.come(session.payment_url, { script });
    await title(payer, words.wait.title).waitFor();
    await turnClock(shop.api, 30);
    await payer.page.getByRole('button', { name: words.wait.checkNow }).click();
    await title(payer, words.receipt.title).waitFor();

    expect(await attemptsOf(session.id)).toBe(1);
  });

  it('who cancels gets back to the link', async () => {
    const link = await createdLink(shop.api);
    const payer = await customers.come(link.url, { script });

    await start(payer);
    await payer.page.getByRole('button', { name: words.cancel }).click();
    await payer.page.getByRole('link', { name: words.link.again }).click();
    await payer.page.waitForURL(link.url);

    expect(await payer.page.getByRole('button', { name: words.pay(amount) }).count()).toBe(1);
  });
});

describe('a payer whose wallet asks', () => {
  it('goes back, reloads, and opens a second tab: one prompt, one charge', async () => {
    const link = await createdLink(shop.api, { max_uses: 1 });
    const payer = await customers.come(link.url);
    await start(payer);
    await payByWallet(payer, '0776666666', amount);
    await title(payer, words.wait.title).waitFor();
    const waiting = payer.page.url();

    await payer.page.reload();
    const afterReload = await title(payer, words.wait.title).count();
    const secondTab = await customers.come(waiting);
    const afterTab = await title(secondTab, words.wait.title).count();
    await payer.page.goBack();
    await payer.page.waitForLoadState();
    await payer.page.goto(link.url);

    expect([afterReload, afterTab]).toEqual([1, 1]);
    expect(await title(payer, words.closed.busy.title).count()).toBe(1);
    expect(await attemptsOf(link.id)).toBe(1);
  });

  it('finds the open form of a second tab to be the same payment', async () => {
    const session = await openedSession(shop.api, { payment_method: 'wallet_a' });
    const [one, two] = [await customers.come(session.payment_url), await customers.come(session.payment_url)];
    await payByWallet(one, '0776666666', counterAmount);
    await title(one, words.wait.title).waitFor();

    await payByWallet(two, '0776666666', counterAmount);
    await title(two, words.wait.title).waitFor();

    expect(await attemptsOf(session.id)).toBe(1);
  });

  it('and who sends the form of a link twice has one checkout', async () => {
    const link = await createdLink(shop.api);
    const payer = await customers.come(link.url, { script: false });

    await payer.page.getByRole('button', { name: words.pay(amount) }).dblclick();
    await payer.page.getByLabel(words.number.label).waitFor();

    const rows = await shop.app.database.asOwner(
      "SELECT id FROM sandbox.checkouts WHERE replace(source_id::text, '-', '') = $1",
      [link.id.replace('plink_', '')],
    );
    expect(rows).toHaveLength(1);
  });

  it('sees a link open again by itself when the payer before was refused', async () => {
    const link = await createdLink(shop.api, { max_uses: 1 });
    const first = await customers.come(link.url);
    await start(first);
    await payByWallet(first, '0773333333', amount);
    await title(first, words.wait.title).waitFor();
    const second = await customers.come(link.url);
    const before = await title(second, words.closed.busy.title).count();

    await turnClock(shop.api, 30);
    await second.page.evaluate("dispatchEvent(new Event('online'))");

    expect(before).toBe(1);
    await second.page.getByRole('button', { name: words.pay(amount) }).waitFor();
  });
});

describe('a code to scan', () => {
  it.each([
    ['of a session', async () => sessionCode()],
    ['of a link, as its page shows it', async () => linkCode()],
  ])('%s reads back to the address that is paid at', async (_whose, code) => {
    const { svg, address } = await code();
    const { page } = await customers.come(`${shop.baseUrl}/docs`);

    const pixels = await painted(page, svg);

    expect(decodeQR(pixels)).toBe(address);
    expect(svg.length).toBeLessThan(2600);
    expect(svg).not.toMatch(/style=|<script|href|on\w+=/);
  });
});

async function sessionCode() {
  const { qr, payment_url: address } = await openedSession(shop.api);
  return { svg: qr?.svg ?? '', address };
}

async function linkCode() {
  const { url: address } = await createdLink(shop.api);
  const { page } = await customers.come(address);
  const svg = await page.locator('.qr').evaluate((element: { innerHTML: string }) => element.innerHTML);
  return { svg, address };
}

/** What a camera would see: the browser paints the code as an image on a page of its own. */
async function painted(page: Page, svg: string) {
  await page.goto('about:blank');
  const drawn = await page.evaluate<{ width: number; height: number; data: number[] }>(`(async () => {
    const image = new Image(400, 400);
    image.src = 'data:image/svg+xml;utf8,' + encodeURIComponent(${JSON.stringify(svg)});
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 400 });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, 400, 400);
    const { width, height, data } = context.getImageData(0, 0, 400, 400);
    return { width, height, data: [...data] };
  })()`);
  return { ...drawn, data: Uint8Array.from(drawn.data) };
}

describe('the pages of a link and of a session', () => {
  it.each([320, 1280])('have no violation at %i pixels, and ask nobody else', async (width) => {
    const link = await createdLink(shop.api, { description: 'Clay is included.' });
    const session = await openedSession(shop.api);
    for (const address of [link.url, session.payment_url]) {
      const { page } = await customers.come(address);
      await page.setViewportSize({ width, height: 900 });
      for (const closed of await page.locator('summary').all()) await closed.click();

      const { violations } = await new AxeBuilder({ page }).analyze();

      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });

  it('carry the headers that keep them to themselves, in both modes', async () => {
    const link = await createdLink(shop.api);

    const [own, other] = await Promise.all([fetch(link.url), fetch(link.url.replace('/test/p/', '/p/'))]);

    expect([own.status, other.status]).toEqual([200, 404]);
    for (const { headers } of [own, other]) {
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });
});
