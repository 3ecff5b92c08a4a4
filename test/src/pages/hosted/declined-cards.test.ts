import { afterAll, beforeAll, expect, it } from 'vitest';
import { words } from '../../../../src/pages/words/en/words.ts';
import { openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { badCard, createdLink, goodCard, startPayment } from '../../../support/builders/counter.ts';
import { openPage, type Page, submit } from '../../../support/service/page.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const { tooManyCards } = words.errors;
const perCheckout = 5;

/** Tries a declined card as often as a checkout allows, in so many checkouts, each of a link of its own. */
async function testCards({ api }: Shop, checkouts: number): Promise<void> {
  for (let opened = 0; opened < checkouts; opened += 1) {
    let page: Page = await startPayment(await createdLink(api));
    for (let tried = 0; tried < perCheckout; tried += 1) page = await submit(page, 'pay', badCard);
  }
}

async function attemptsOf({ api }: Shop): Promise<number> {
  return (await api('listTransactions', { query: { limit: 100, type: 'payment' } })).data.items.length;
}

it('tells a visitor of public pages of no more than twenty declined cards whether they work', async () => {
  const [shop, other] = [await openShop(app), await openShop(app)];
  await testCards(shop, 4);
  const link = await createdLink(shop.api);
  const page = await startPayment(link);

  const [bad, good] = [await submit(page, 'pay', badCard), await submit(page, 'pay', goodCard)];
  const attempts = await attemptsOf(shop);

  for (const refused of [bad, good]) {
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(tooManyCards);
  }
  expect(attempts).toBe(4 * perCheckout);
  // Wallets, pages that only one payer knows and other merchants go on.
  const wallet = await submit(page, 'pay', { method: 'wallet_a', phone: '0771111111' });
  expect(wallet.status).toBe(200);
  const own = await shop.card();
  expect((await submit(await openPage(own.payment_url), 'pay', goodCard)).name).toBe('receipt');
  expect((await submit(await startPayment(await createdLink(other.api)), 'pay', goodCard)).name).toBe(
    'receipt',
  );
});
