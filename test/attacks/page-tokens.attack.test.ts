import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place } from '../journeys/shop.ts';
import { createdLink, goodCard, openedSession, startPayment } from '../support/builders/counter.ts';
import { openPage, type Page, submit } from '../support/service/page.ts';

/** A form's token allows one action, on its own page only. */
let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const tokenIn = ({ text }: Page) => /name="token" value="([^"]*)"/.exec(text)?.[1] ?? '';
const checkoutIn = ({ text }: Page) => /name="checkout" value="([^"]*)"/.exec(text)?.[1] ?? '';

async function post(address: string, fields: Readonly<Record<string, string>>): Promise<string | null> {
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  expect(answer.status).toBe(303);
  return answer.headers.get('location');
}

/** The id of the checkout at this address, as the database has it. */
async function idOf(address: string): Promise<string> {
  const digits = /chk_([0-9a-f]{32})/.exec(address)?.[1] ?? '';
  const [row] = await app.database.asOwner(
    `SELECT id::text FROM sandbox.checkouts WHERE replace(id::text, '-', '') = $1`,
    [digits],
  );
  return String(row?.['id']);
}

const checkoutsOf = (id: string) =>
  app.database.asOwner(
    `SELECT merchant_id::text, status FROM sandbox.checkouts WHERE replace(id::text, '-', '') = $1`,
    [id.slice(4)],
  );

describe('the token of a page', () => {
  it.each(['another merchant', 'the same merchant'])(
    'that pays a checkout cannot open one at a link of %s',
    async (whose) => {
      const honest = await openShop(app);
      const thief = whose === 'another merchant' ? await openShop(app) : honest;
      const link = await createdLink(thief.api);
      const checkout = await honest.card();
      const token = tokenIn(await openPage(checkout.payment_url));

      const location = await post(`${link.url}/pay`, { token, checkout: checkout.checkout_id });

      expect(location).toBe(new URL(link.url).pathname);
      expect(await checkoutsOf(checkout.checkout_id)).toEqual([
        { merchant_id: honest.merchant.merchantId, status: 'pending' },
      ]);
    },
  );

  it('of one link does not work at another', async () => {
    const shop = await openShop(app);
    const [one, other] = [await createdLink(shop.api), await createdLink(shop.api)];
    const page = await openPage(one.url);

    const location = await post(`${other.url}/pay`, { token: tokenIn(page), checkout: checkoutIn(page) });

    expect(location).toBe(new URL(other.url).pathname);
    expect(await checkoutsOf(checkoutIn(page))).toEqual([]);
  });

  it('of a link cannot pay, cancel or expire the checkout that it opened, nor a session', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const page = await openPage(link.url);
    const opened = await submit(page, 'pay');
    const session = await openedSession(shop.api);

    for (const address of [opened.address, session.payment_url]) {
      for (const action of ['pay', 'cancel', 'expire'])
        await post(`${address}/${action}`, { ...goodCard, token: tokenIn(page) });
      expect((await openPage(address)).name).toBe('choose');
    }
  });

  it('pays for two hours and no longer', async () => {
    const { card } = await openShop(app);
    const names: string[] = [];
    for (const age of [2 * 3600, 2 * 3600 - 60]) {
      const { payment_url: address } = await card();
      // Its parts: the attempt, when it ends, and the signature over both.
      const [attempt = '', ends = ''] = tokenIn(await openPage(address)).split('.');
      const old = `${attempt}.${Number(ends) - age}`;
      const signature = app.secrets.sign('pages.attempt', `${await idOf(address)}.${old}`);
      await post(`${address}/pay`, { ...goodCard, token: `${old}.${signature}` });
      names.push((await openPage(address)).name);
    }

    expect(names).toEqual(['choose', 'receipt']);
  });

  it('does not open a second checkout when the form is sent again', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const page = await openPage(link.url);
    const fields = { token: tokenIn(page), checkout: checkoutIn(page) };

    const locations = await Promise.all(Array.from({ length: 10 }, () => post(`${link.url}/pay`, fields)));

    expect(new Set(locations).size).toBe(1);
    expect(await checkoutsOf(fields.checkout)).toHaveLength(1);
  });
});

describe('a public page', () => {
  it('limits only the visitor who sends too many requests', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const answers: number[] = [];
    for (let begun = 0; begun < 61; begun += 1)
      answers.push((await submit(await openPage(link.url), 'pay')).status);

    // Requests are counted per visitor and page.
    expect([answers.filter((status) => status === 429).length, answers.at(-1)]).toEqual([1, 429]);
    expect((await openPage((await createdLink(shop.api)).url)).status).toBe(200);
    expect((await openPage(link.url)).status).toBe(200);
  });

  it('prompts a phone at most twenty times in ten minutes, however many checkouts use it', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const names: string[] = [];
    for (let prompt = 0; prompt < 22; prompt += 1) {
      const page = await startPayment(link);
      names.push((await submit(page, 'pay', { method: 'wallet_a', phone: '0781234567' })).name);
    }

    expect(names).toEqual([...Array.from({ length: 20 }, () => 'approve'), 'choose', 'choose']);
    expect(
      (await shop.api('listTransactions', { query: { type: 'payment', limit: 100 } })).data.items,
    ).toHaveLength(20);
  });
});
