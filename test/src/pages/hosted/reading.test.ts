import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { script } from '../../../../src/pages/assets/assets.ts';
import { checkoutPage } from '../../../../src/pages/hosted/checkout/page.ts';
import { setupPage } from '../../../../src/pages/hosted/payment-method/page.ts';
import { catalogue } from '../../../../src/pages/hosted/requests/speech.ts';
import { words } from '../../../../src/pages/words/en/words.ts';
import { createdLink, openedSession } from '../../../support/builders/counter.ts';
import { sentInvoice } from '../../../support/builders/invoices.ts';
import { openedSetup } from '../../../support/builders/vault.ts';
import { payByCard as paidByCard } from '../../../support/service/page.ts';
import { allPages, allSetups, aSetupView, aView } from '../a-view.ts';
import { openDetails, violationsOf } from '../browser.ts';
import { fillCard, openShopPages, title } from './customers.ts';
import { goodCard } from './shop.ts';

const pages = openShopPages();

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 844 };

/** What stands on several lines though it is one word or a button, and whether the page is wider than the screen. */
async function illegible(page: Page): Promise<string[]> {
  const broken = await page.locator('td button, td.number').evaluateAll((parts) =>
    parts
      .filter((part) => {
        const range = part.ownerDocument.createRange();
        range.selectNodeContents(part);
        return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1;
      })
      .map((part) => part.textContent),
  );
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  return isWide === true ? ['the page scrolls sideways', ...broken] : broken;
}

describe.each([phone, desk])('on a screen of $width pixels', (viewport) => {
  it('the test numbers stand each on one line, with their button', async () => {
    const { address } = await pages.shop.card();
    const { page } = await pages.come(address);
    await page.setViewportSize(viewport);
    await openDetails(page);

    expect(await illegible(page)).toEqual([]);
  });

  it('the lines of an invoice are readable, and its button has room', async () => {
    const invoice = await sentInvoice(pages.shop.api);
    const { page } = await pages.come(invoice.url);
    await page.setViewportSize(viewport);

    const button = await page.getByRole('button', { name: words.pay('US$140.00') }).boundingBox();
    const below = await page.locator('dl').first().boundingBox();

    expect(await illegible(page)).toEqual([]);
    expect((below?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeGreaterThanOrEqual(12);
  });

  it('the banner of the sandbox is as wide as the page', async () => {
    const { address } = await pages.shop.card();
    const { page } = await pages.come(address);
    await page.setViewportSize(viewport);

    expect(await page.locator('.test-banner').boundingBox()).toMatchObject({ x: 0, width: viewport.width });
  });
});

describe('the card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['4242-4242', '4242-4242'],
  ])('%s is grouped as %s while it is typed', async (typed, shown) => {
    const { address } = await pages.shop.card();
    const { page } = await pages.come(address);
    const field = page.getByLabel(words.number.label);

    await field.pressSequentially(typed);

    expect(await field.inputValue()).toBe(shown);
  });

  it('keeps the caret where the customer corrects it', async () => {
    const { address } = await pages.shop.card();
    const { page } = await pages.come(address);
    const field = page.getByLabel(words.number.label);
    await field.pressSequentially('424242425');

    for (let left = 0; left < 5; left += 1) await field.press('ArrowLeft');
    await field.press('Backspace');
    await field.pressSequentially('99');

    expect(await field.inputValue()).toBe('4242 9924 25');
  });

  it('loses a digit to the Delete key on either side of a space', async () => {
    const { address } = await pages.shop.card();
    const { page } = await pages.come(address);
    const field = page.getByLabel(words.number.label);
    await field.pressSequentially('42425678');

    for (let left = 0; left < 5; left += 1) await field.press('ArrowLeft');
    for (let times = 0; times < 3; times += 1) await field.press('Delete');

    expect(await field.inputValue()).toBe('4242 78');
  });

  it('pays as it is shown', async () => {
    const session = await pages.shop.card();
    const payer = await pages.come(session.address);
    await fillCard(payer);
    await payer.page.getByLabel(words.number.label).fill('');
    await payer.page.getByLabel(words.number.label).pressSequentially('4242424242424242');

    await payer.page.getByRole('button', { name: words.pay('US$10.00') }).click();
    await title(payer, words.receipt.title).waitFor();

    expect((await pages.shop.statusOf(session))['status']).toBe('completed');
  });
});

describe('a challenge', () => {
  it.each([true, false])('is answered in a browser (script: %s)', async (withScript) => {
    const session = await pages.shop.card();
    const payer = await pages.come(session.address, { script: withScript });
    await fillCard(payer, '4000000000003220');
    await payer.page.getByRole('button', { name: words.pay('US$10.00') }).click();
    await title(payer, words.challenge.title).waitFor();

    const wrong = withScript ? await violationsOf(payer.page) : [];
    await payer.page.reload();
    await payer.page.getByRole('button', { name: words.challenge.authorise }).click();
    await title(payer, words.receipt.title).waitFor();

    expect(wrong).toEqual([]);
    expect((await pages.shop.statusOf(session))['status']).toBe('completed');
  });

  it('that a second tab has answered shows the receipt without a reload', async () => {
    const session = await pages.shop.card();
    await paidByCard(session.address, '4000000000003220');
    const [one, two] = [await pages.come(session.address), await pages.come(session.address)];

    await one.page.getByRole('button', { name: words.challenge.authorise }).click();

    await title(two, words.receipt.title).waitFor();
    expect(await pages.shop.attemptsOf(session)).toBe(1);
  });
});

const plain = (page: string): string =>
  page.replace(/<(style|head)>[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');

describe('a page', () => {
  it('names wallets that are not live in one line below the others, not as choices', () => {
    const page = checkoutPage(aView('choose'));

    expect(plain(page)).toContain('Not yet available: Wallet B');
    expect(page.match(/<input type="radio"[^>]*>/g)).toHaveLength(3);
    expect(page).not.toContain(' disabled');
  });

  it.each([
    ['en', 'Not for this amount: Wallet C', 'Not yet available: Wallet B'],
    ['fr', 'Pas pour ce montant : Portefeuille mobile C', 'Pas encore disponible : Portefeuille mobile B'],
    ['pt', 'Não para este valor: Carteira móvel C', 'Ainda não disponível: Carteira móvel B'],
  ] as const)(
    'says in %s which methods the amount rules out, and which are not live',
    (language, ...lines) => {
      const page = plain(checkoutPage(aView('choose', { words: catalogue[language] })));

      for (const line of lines) expect(page).toContain(line);
    },
  );

  it("shows a refusal in red, and the customer's own cancellation not", () => {
    const red = allPages.filter((page) => checkoutPage(aView(page)).includes('class="notice bad"'));

    expect(red).toEqual(['failed', 'expired']);
  });

  it('is called secure where it asks for a card or its confirmation, and nowhere else', () => {
    const secure = allPages.filter((page) => plain(checkoutPage(aView(page))).includes(words.secure));
    const setups = allSetups.filter((name) => plain(setupPage(aSetupView(name))).includes(words.secure));

    expect([secure, setups]).toEqual([['choose', 'challenge'], ['form']]);
  });

  it('never asks customers to quote an address or the id of a session', async () => {
    const { api } = pages.shop;
    const [link, session, setup] = [await createdLink(api), await openedSession(api), await openedSetup(api)];
    const addresses = [link.url, session.payment_url, setup.setup_url];
    const slugs = addresses.map((address) => address.split('/').at(-1) ?? '?');

    for (const address of addresses) {
      const text = plain(await (await fetch(address)).text());
      expect(text).toContain('Questions? Ask Corner Shop.');
      for (const secret of [...slugs, link.id, session.id]) expect(text).not.toContain(secret);
    }
  });

  it('gives a customer at the counter their transaction to quote once there is one', async () => {
    const session = await openedSession(pages.shop.api);
    const receipt = await paidByCard(session.payment_url, goodCard.number);

    expect(plain(receipt.text)).toMatch(/Ask Corner Shop and quote txn_[0-9a-f]{32}\./);
  });

  it('tells the zone of its times', async () => {
    const invoice = await sentInvoice(pages.shop.api);

    expect(await (await fetch(invoice.url)).text()).toMatch(
      /<time datetime="[^"]*Z">[^<]* at \d\d:\d\d CAT</,
    );
  });

  it('is never compressed, since it holds a token beside what a visitor chose; its script is', async () => {
    const { address } = await pages.shop.card();
    const headers = { 'accept-encoding': 'gzip, br' };

    const encodings = [];
    for (const at of [address, `${pages.shop.baseUrl}/v1/meta/errors`, `${pages.shop.baseUrl}${script.path}`])
      encodings.push((await fetch(at, { headers })).headers.get('content-encoding'));

    expect(encodings).toEqual([null, null, 'br']);
  });
});
