import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLinkCheckout } from '../../../../../src/domain/payments/payment-links/open-link-checkout.ts';
import { words } from '../../../../../src/pages/words/en/words.ts';
import { newId, readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import {
  badCard,
  createdLink,
  goodCard,
  listedLink,
  startPayment,
} from '../../../../support/builders/counter.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const minute = 60;
const contact = { name: 'Tariro Moyo', email: 'tariro@example.com', phone: '077 123 4567' };
const { closed } = words;

async function update(shop: Shop, id: string, body: Record<string, unknown>) {
  const answer = await shop.api('updatePaymentLink', { params: { id }, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.data;
}

async function paymentsOf(shop: Shop, linkId: string) {
  return (await shop.payments()).filter(({ source }) => source.id === linkId);
}

describe('a payment link', () => {
  it('is an address where anybody can pay, each with a payment of their own', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { title: 'Clay & glaze', description: 'Two kilos' });

    const page = await openPage(link.url);
    const receipts = [
      await submit(await startPayment(link, contact), 'pay', goodCard),
      await submit(await startPayment(link), 'pay', goodCard),
    ];

    expect(link.url).toBe(`${app.baseUrl}/test/p/${link.slug}`);
    expect(page.text).toContain('Clay &amp; glaze');
    expect(page.text).toContain('Two kilos');
    expect(page.text).toContain('<svg ');
    expect(receipts.map(({ status, name }) => [status, name])).toEqual([
      [200, 'receipt'],
      [200, 'receipt'],
    ]);
    const [latest, first] = await paymentsOf(shop, link.id);
    expect(first).toMatchObject({
      status: 'completed',
      amount: '15.00',
      merchantTransactionId: link.id,
      source: { type: 'payment_link', id: link.id },
      description: 'Clay & glaze',
      customer: { name: 'Tariro Moyo', email: 'tariro@example.com', phone_masked: '+26377*****67' },
    });
    expect(latest?.customer).toBeNull();
    expect(await listedLink(shop.api, link.id)).toMatchObject({
      uses_completed: 2,
      uses_remaining: null,
      amount_collected: '30.00',
      status: 'active',
      url: link.url,
    });
    expect(await shop.available()).toBe('27.44');
  });

  it('sends the events of each payment', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);

    const checkout = await submit(await startPayment(link), 'pay', badCard);
    await submit(checkout, 'pay', goodCard);

    const [paid] = await paymentsOf(shop, link.id);
    expect(await shop.eventsOf({ checkout_id: String(paid?.checkout_id) })).toEqual([
      'payment.capture.declined',
      'payment.capture.completed',
    ]);
  });

  it('takes a new price for new checkouts, but not for an open one', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const open = await startPayment(link);

    await update(shop, link.id, { amount: '20.00', title: 'Longer class' });
    await submit(open, 'pay', goodCard);
    await submit(await startPayment(link), 'pay', goodCard);

    expect((await paymentsOf(shop, link.id)).map(({ amount }) => amount)).toEqual(['20.00', '15.00']);
    expect(await listedLink(shop.api, link.id)).toMatchObject({ title: 'Longer class', amount: '20.00' });
  });

  it('takes a new price for a checkout that a page sent before opens', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const page = await openPage(link.url);
    const holder = new Client({ connectionString: app.database.url });
    await holder.connect();
    const { merchantId } = shop.merchant;
    await holder.query('SELECT pg_advisory_lock(4243, hashtext($1))', [merchantId]);

    // It has read the link, and waits to open its checkout.
    const opening = submit(page, 'pay', contact);
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 4243 AND NOT granted";
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    await holder.query("UPDATE sandbox.payment_links SET amount = '200000' WHERE merchant_id = $1", [
      merchantId,
    ]);
    await holder.end();

    expect((await opening).text).toContain('20.00');
  });

  it('is changed after a checkout that is being opened at its old price, not meanwhile', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const payer = { id: newId(), customer: { name: null, email: null, phone: null } };
    const waits = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'payment_links'`;

    const { changing } = await asMerchant(app, shop.merchant, async (act) => {
      await openLinkCheckout(act, readId('plink', link.id), payer);
      const changed = update(shop, link.id, { amount: '20.00' });
      await expect.poll(async () => (await app.database.asOwner(waits)).length, { timeout: 10_000 }).toBe(1);
      return { changing: changed };
    });

    await changing;
    expect((await listedLink(shop.api, link.id)).amount).toBe('20.00');
  });

  it('changes nothing for an empty body', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const before = await listedLink(shop.api, link.id);

    await update(shop, link.id, {});

    expect(await listedLink(shop.api, link.id)).toEqual(before);
  });

  it('accepts a valid contact or none, and keeps what was typed when it refuses one', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);

    const wrong = { name: '4242 4242 4242 4242', email: 'nobody@', phone: '12' };
    const refused = await submit(await openPage(link.url), 'pay', wrong);

    expect(refused.status).toBe(422);
    const { errors } = words.link;
    for (const error of [errors.name, errors.email, errors.phone]) expect(refused.text).toContain(error);
    expect(refused.text).toContain('value="nobody@"');
    expect(refused.text).not.toContain('4242 4242 4242 4242');
  });

  it('needs its feature to be created, but not to be changed', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    await app.database.asOwner(
      "UPDATE platform.api_apps SET features = array_remove(features, 'payment_links') WHERE merchant_id = $1",
      [shop.merchant.merchantId],
    );
    // Keys are cached for a second.
    await expect
      .poll(
        async () =>
          (await shop.api('createPaymentLink', { body: { amount: '1.00', currency: 'USD', title: 'x' } }))
            .code,
        { timeout: 60_000 },
      )
      .toBe('FEATURE_DISABLED');

    expect(await update(shop, link.id, { active: false })).toEqual({ id: link.id });
  });
});

describe('a link that takes no payment', () => {
  it.each([
    ['paused', { active: false }],
    ['deactivated', undefined],
  ] as const)('says so if it is %s, and takes payments again when it is enabled', async (standing, body) => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const open = await startPayment(link);

    if (body) await update(shop, link.id, body);
    else await shop.api('deactivatePaymentLink', { params: { id: link.id } });
    const page = await openPage(link.url);
    const refused = await submit(open, 'pay', goodCard);

    expect([page.status, page.name]).toEqual([410, 'closed']);
    expect(page.text).toContain(closed[standing].title);
    expect(page.text).toContain('Corner Shop');
    // Its checkout was open already, but no attempt had begun: it takes no payment either.
    expect([refused.status, refused.name]).toEqual([410, 'closed']);
    expect(await paymentsOf(shop, link.id)).toEqual([]);
    expect(await listedLink(shop.api, link.id)).toMatchObject({ active: false, status: standing });
    await update(shop, link.id, { active: true });
    expect((await openPage(link.url)).name).toBe('link');
    expect((await submit(open, 'pay', goodCard)).name).toBe('receipt');
  });

  it('answers the same if it is deactivated twice, and cannot be paused then', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const deactivate = () => shop.api('deactivatePaymentLink', { params: { id: link.id } });

    const [first, second] = [await deactivate(), await deactivate()];
    await update(shop, link.id, { active: false });

    expect([first.data, second.data]).toEqual([{ deactivated: true }, { deactivated: true }]);
    expect((await listedLink(shop.api, link.id)).status).toBe('deactivated');
  });

  it('says that it has expired, until its expiry is moved', async () => {
    const shop = await openShop(app);
    const expires_at = new Date(Date.now() + 10 * minute * 1000).toISOString();
    const link = await createdLink(shop.api, { expires_at });

    await turnClock(shop.api, 11 * minute);
    const page = await openPage(link.url);
    const listed = await listedLink(shop.api, link.id);
    await update(shop, link.id, { expires_at: null });

    expect([page.status, page.text.includes(closed.expired.title)]).toEqual([410, true]);
    expect(listed).toMatchObject({ status: 'expired', active: true, expires_at });
    expect((await openPage(link.url)).name).toBe('link');
    expect(await listedLink(shop.api, link.id)).toMatchObject({ status: 'active', expires_at: null });
  });

  it('says that it is used up, even to payers with an open form', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const [first, second] = [await startPayment(link), await startPayment(link)];

    await submit(first, 'pay', goodCard);
    const late = await submit(second, 'pay', goodCard);
    const page = await openPage(link.url);

    expect([late.name, page.name, page.status]).toEqual(['closed', 'closed', 410]);
    expect(page.text).toContain(closed.exhausted.title);
    expect(await listedLink(shop.api, link.id)).toMatchObject({
      status: 'exhausted',
      uses_completed: 1,
      uses_remaining: 0,
    });
  });

  it.each([
    '/test/p/0000000000',
    '/test/p/abc',
    '/p/SLUG',
    '/test/p/SLUG/chk_1',
    '/test/p/SLUG/expire',
    '/test/p/%00',
  ])('is not found at %s', async (path) => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);

    const page = await openPage(app.baseUrl + path.replace('SLUG', link.slug));

    expect([page.status, page.name]).toEqual([404, 'failure']);
  });

  it('says so if the merchant is suspended, as do all its pages; attempts that have begun are finished', async () => {
    const shop = await openShop(app);
    const [link, { payment_url }] = [await createdLink(shop.api), await shop.card()];
    const [waiting, open] = [await startPayment(link), await startPayment(link)];
    await submit(waiting, 'pay', { method: 'wallet_a', phone: '0771111111' });
    await app.database.asOwner("UPDATE platform.merchants SET status = 'suspended' WHERE id = $1", [
      shop.merchant.merchantId,
    ]);

    const pages = [
      await openPage(link.url),
      await openPage(payment_url),
      await submit(open, 'pay', goodCard),
    ];

    expect(pages.map(({ name, status }) => [name, status])).toEqual(
      Array.from({ length: 3 }, () => ['closed', 410]),
    );
    expect(pages[0]?.text).toContain(closed.suspended.title);
    await expect.poll(async () => (await openPage(waiting.address)).name).toBe('receipt');
  });

  it('does not show another link’s checkouts under its address', async () => {
    const shop = await openShop(app);
    const [one, other] = [await createdLink(shop.api), await createdLink(shop.api)];
    const checkout = await startPayment(one);

    const moved = await openPage(checkout.address.replace(one.slug, other.slug));

    expect([checkout.name, moved.status]).toEqual(['choose', 404]);
  });
});
