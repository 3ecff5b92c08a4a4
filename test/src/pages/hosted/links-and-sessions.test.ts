import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { words } from '../../../../src/pages/words/en/words.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { createdLink, listedLink, openedSession, sessionNow } from '../../../support/builders/counter.ts';
import { openPage } from '../../../support/service/page.ts';
import { openDetails, violationsOf } from '../browser.ts';
import { approveOnPhone, openShopPages, payByCard, payByWallet, title } from './customers.ts';
import { expectPrivate, inBothModes } from './shop.ts';

const pages = openShopPages();

const [amount, counterAmount] = ['US$15.00', 'US$18.00'];

/** Presses the button on the page of the link. */
const start = ({ page }: { page: Page }) => page.getByRole('button', { name: words.pay(amount) }).click();

async function attemptsOf(id: string): Promise<number> {
  const { data } = await pages.shop.api('listTransactions', { query: { limit: 100, type: 'payment' } });
  return data.items.filter(({ source }) => source.id === id).length;
}

describe.each([true, false])('a payer (script: %s)', (script) => {
  it('pays a link by card', async () => {
    const link = await createdLink(pages.shop.api);
    const payer = await pages.come(link.url, { script });

    await payer.page.getByText(words.link.contact).click();
    await payer.page.getByLabel(words.link.name.label).fill('Tariro Moyo');
    await start(payer);
    await payByCard(payer, { amount });
    await title(payer, words.receipt.title).waitFor();

    expect(await listedLink(pages.shop.api, link.id)).toMatchObject({
      uses_completed: 1,
      amount_collected: '15.00',
    });
  });

  it('pays a link by wallet', async () => {
    const link = await createdLink(pages.shop.api);
    const payer = await pages.come(link.url, { script });

    await start(payer);
    await payByWallet(payer, '0772222222', amount);
    await approveOnPhone(payer, pages.shop);

    expect((await listedLink(pages.shop.api, link.id)).uses_completed).toBe(1);
  });

  it('pays a session by card', async () => {
    const session = await openedSession(pages.shop.api);
    const payer = await pages.come(session.payment_url, { script });

    await payByCard(payer, { amount: counterAmount });
    await title(payer, words.receipt.title).waitFor();

    expect((await sessionNow(pages.shop.api, session)).status).toBe('paid');
  });

  it('pays a session by wallet', async () => {
    const session = await openedSession(pages.shop.api, { payment_method: 'wallet_a' });
    const payer = await pages.come(session.payment_url, { script });

    await payByWallet(payer, '0772222222', counterAmount);
    await approveOnPhone(payer, pages.shop);

    expect((await sessionNow(pages.shop.api, session)).status).toBe('paid');
  });

  it('of a session sees the prompt that the cashier sent', async () => {
    const session = await openedSession(pages.shop.api, { payment_method: 'wallet_a' });
    const body = { customer_phone: '0772222222' };
    await pages.shop.api('chargeVirtualTerminalSession', { params: { id: session.id }, body });

    const payer = await pages.come(session.payment_url, { script });
    await approveOnPhone(payer, pages.shop);

    expect(await attemptsOf(session.id)).toBe(1);
  });

  it('returns to the link after cancelling', async () => {
    const link = await createdLink(pages.shop.api);
    const payer = await pages.come(link.url, { script });

    await start(payer);
    await payer.page.getByRole('button', { name: words.cancel }).click();
    await payer.page.getByRole('link', { name: words.link.again }).click();
    await payer.page.waitForURL(link.url);

    expect(await payer.page.getByRole('button', { name: words.pay(amount) }).count()).toBe(1);
  });
});

describe('a payer with a prompt on the phone', () => {
  it('is prompted and charged once despite going back, reloading and opening a second tab', async () => {
    const link = await createdLink(pages.shop.api, { max_uses: 1 });
    const payer = await pages.come(link.url);
    await start(payer);
    await payByWallet(payer, '0776666666', amount);
    await title(payer, words.wait.title).waitFor();
    const waiting = payer.page.url();

    await payer.page.reload();
    const afterReload = await title(payer, words.wait.title).count();
    const secondTab = await pages.come(waiting);
    const afterTab = await title(secondTab, words.wait.title).count();
    await payer.page.goBack();
    await payer.page.waitForLoadState();
    await payer.page.goto(link.url);

    expect([afterReload, afterTab]).toEqual([1, 1]);
    expect(await title(payer, words.closed.busy.title).count()).toBe(1);
    expect(await attemptsOf(link.id)).toBe(1);
  });

  it('joins the same payment with the open form of a second tab', async () => {
    const session = await openedSession(pages.shop.api, { payment_method: 'wallet_a' });
    const [one, two] = [await pages.come(session.payment_url), await pages.come(session.payment_url)];
    await payByWallet(one, '0776666666', counterAmount);
    await title(one, words.wait.title).waitFor();

    await payByWallet(two, '0776666666', counterAmount);
    await title(two, words.wait.title).waitFor();

    expect(await attemptsOf(session.id)).toBe(1);
  });
});

describe('the page of a link', () => {
  it('opens one checkout for a form that is sent twice', async () => {
    const link = await createdLink(pages.shop.api);
    const payer = await pages.come(link.url, { script: false });

    await payer.page.getByRole('button', { name: words.pay(amount) }).dblclick();
    await payer.page.getByLabel(words.number.label).waitFor();

    expect(await pages.shop.checkoutsOf(link.id)).toBe(1);
  });

  it('opens again by itself when the payment of another payer was refused', async () => {
    const link = await createdLink(pages.shop.api, { max_uses: 1 });
    const first = await pages.come(link.url);
    await start(first);
    await payByWallet(first, '0773333333', amount);
    await title(first, words.wait.title).waitFor();
    const second = await pages.come(link.url);
    const before = await title(second, words.closed.busy.title).count();

    await turnClock(pages.shop.api, 30);
    await second.page.evaluate("dispatchEvent(new Event('online'))");

    expect(before).toBe(1);
    await second.page.getByRole('button', { name: words.pay(amount) }).waitFor();
  });
});

describe('the page of a session', () => {
  it.each([
    ['card', ['number', 'expiry', 'cvv', 'holder']],
    ['domestic_switch', ['number', 'expiry', 'cvv', 'holder']],
    ['wallet_a', ['phone']],
  ])('that was made for %s has the fields of that method only', async (payment_method, fields) => {
    const session = await openedSession(pages.shop.api, { payment_method });
    const { text } = await openPage(session.payment_url);

    const shown = [...text.matchAll(/<input id="([a-z]+)" name="[a-z]+" type="text"/g)];
    expect(shown.map(([, id]) => id)).toEqual(fields);
  });
});

describe('a QR code', () => {
  it.each([
    ['of a session', async () => sessionCode()],
    ['on the page of a link', async () => linkCode()],
  ])('%s contains the address to pay at', async (_whose, code) => {
    const { svg, address } = await code();
    const { page } = await pages.come(`${pages.shop.baseUrl}/docs`);

    const pixels = await painted(page, svg);

    expect(decodeQR(pixels)).toBe(address);
    expect(svg.length).toBeLessThan(2600);
    expect(svg).not.toMatch(/style=|<script|href|on\w+=/);
  });
});

describe('a printed payment link', () => {
  it.each(['closed', 'open'])('has its code, and no form; on screen it was %s', async (how) => {
    const { page } = await pages.come((await createdLink(pages.shop.api)).url);
    if (how === 'open') await openDetails(page);

    await page.emulateMedia({ media: 'print' });

    expect(await page.locator('.qr svg').isVisible()).toBe(true);
    expect(await page.locator('.qr svg').boundingBox()).toMatchObject({ width: 256, height: 256 });
    expect(await page.locator('button:visible, form:visible, input:visible').count()).toBe(0);
  });
});

async function sessionCode() {
  const { qr, payment_url: address } = await openedSession(pages.shop.api);
  return { svg: qr?.svg ?? '', address };
}

async function linkCode() {
  const { url: address } = await createdLink(pages.shop.api);
  const { page } = await pages.come(address);
  const svg = await page.locator('.qr').evaluate((element: { innerHTML: string }) => element.innerHTML);
  return { svg, address };
}

/** The pixels that a camera would see: the browser paints the code as an image on an empty page. */
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

describe('the pages of links and sessions', () => {
  it.each([320, 1280])(
    'pass the accessibility check at %i pixels and contact no other host',
    async (width) => {
      const link = await createdLink(pages.shop.api, { description: 'Clay is included.' });
      const session = await openedSession(pages.shop.api);
      for (const address of [link.url, session.payment_url]) {
        const { page } = await pages.come(address);
        await page.setViewportSize({ width, height: 900 });
        await openDetails(page);

        const violations = await violationsOf(page);

        expect(violations).toEqual([]);
      }
    },
  );

  it('forbid foreign content, caching and cookies in both modes', async () => {
    const link = await createdLink(pages.shop.api);

    const [own, other] = await inBothModes(link.url);

    expect([own.status, other.status]).toEqual([200, 404]);
    for (const { headers } of [own, other]) expectPrivate(headers);
  });
});
