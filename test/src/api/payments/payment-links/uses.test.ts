import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { normalisePhone } from '../../../../../src/domain/money/wallets/phone.ts';
import { beginPayment } from '../../../../../src/domain/payments/attempts/begin/make-attempt.ts';
import { readId } from '../../../../../src/platform/ids.ts';
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
import { atOnce, times } from '../../../../support/checks/at-once.ts';
import { countCharges } from '../../../../support/faults/charges.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;
let charges: ReturnType<typeof countCharges>;

beforeAll(async () => {
  app = await openService();
  charges = countCharges(app);
});
afterEach(() => charges.forget());
afterAll(() => app.stop());

const wallet = (phone: string) => ({ method: 'wallet_a', phone });

async function usesOf(shop: Shop, id: string) {
  const [row] = await app.database.asOwner(
    `SELECT uses_completed, uses_reserved, (SELECT count(*)::int FROM sandbox.checkouts c
       WHERE c.merchant_id = l.merchant_id AND c.source_id = l.id AND c.holds_use) AS held
     FROM sandbox.payment_links l WHERE merchant_id = $1 AND replace(id::text, '-', '') = $2`,
    [shop.merchant.merchantId, id.replace('plink_', '')],
  );
  return row;
}

type Addressed = { readonly address: string };

const checkoutOf = ({ address }: Addressed) => /chk_[0-9a-f]{32}/.exec(address)?.[0] ?? '';

/** How many deadlocks PostgreSQL has resolved in this database. */
async function deadlocks(): Promise<number> {
  await app.database.asOwner('SELECT pg_stat_force_next_flush()');
  const [row] = await app.database.asOwner(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row?.['deadlocks']);
}

describe('the uses of a link', () => {
  it('let one of 50 simultaneous payers pay a link for one, and charge nobody else', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const payers = await atOnce(
      10,
      times(50, () => () => startPayment(link)),
    );

    const pages = await Promise.all(payers.map((page) => submit(page, 'pay', goodCard)));

    const names = pages.map(({ name }) => name);
    expect(names.filter((name) => name === 'receipt')).toHaveLength(1);
    expect(names.filter((name) => !['receipt', 'busy', 'closed'].includes(name))).toEqual([]);
    expect(charges.asked).toHaveLength(1);
    expect((await shop.payments()).map(({ status }) => status)).toEqual(['completed']);
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 1, uses_reserved: 0, held: 0 });
  });

  it('let five of 50 payers pay a link for five, half of them after a decline, and send no money back', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 5 });
    const payers = await atOnce(
      10,
      times(50, () => () => startPayment(link)),
    );

    const pages = await atOnce(
      50,
      payers.map((page, at) => async () => {
        const first = await submit(page, 'pay', at % 2 === 0 ? badCard : goodCard);
        return first.name === 'choose' ? await submit(first, 'pay', goodCard) : first;
      }),
    );

    const payments = await shop.payments();
    expect(pages.filter(({ name }) => name === 'receipt')).toHaveLength(5);
    expect(payments.filter(({ status }) => status === 'completed')).toHaveLength(5);
    expect(payments.filter(({ status }) => status === 'reversed' || status === 'pending')).toEqual([]);
    expect(charges.asked).toHaveLength(payments.length);
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 5, uses_reserved: 0, held: 0 });
    expect((await listedLink(shop.api, link.id)).amount_collected).toBe('75.00');
  });

  it('cause no deadlock when a shop’s first events come from declines and payments at once', async () => {
    const before = await deadlocks();
    for (let round = 0; round < 6; round += 1) {
      // The first event of a new shop inserts its delivery lane.
      const shop = await openShop(app, { webhookUrl: app.notificationUrl, eventTypes: ['*'] });
      const link = await createdLink(shop.api);
      const payers = await atOnce(
        4,
        times(12, () => () => startPayment(link)),
      );

      const pages = await Promise.all(
        payers.map((page, at) => submit(page, 'pay', at % 2 === 0 ? badCard : goodCard)),
      );

      expect(pages.filter(({ name }) => name === 'receipt')).toHaveLength(6);
      expect(pages.filter(({ name, status }) => name === 'choose' && status === 200)).toHaveLength(6);
      expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 6, uses_reserved: 0, held: 0 });
    }
    expect(await deadlocks()).toBe(before);
  });

  it('are reserved and shown as reserved while a wallet prompts; after a decline the next payer gets them', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const [first, second] = [await startPayment(link), await startPayment(link)];

    await submit(first, 'pay', wallet('0773333333'));
    const [landing, other] = [await openPage(link.url), await submit(second, 'pay', goodCard)];
    const held = await usesOf(shop, link.id);
    await turnClock(shop.api, 30);
    const paid = await submit(await openPage(second.address), 'pay', goodCard);

    expect([landing.name, landing.status, other.name]).toEqual(['busy', 200, 'busy']);
    expect(held).toEqual({ uses_completed: 0, uses_reserved: 1, held: 1 });
    expect((await openPage(first.address)).name).toBe('closed');
    expect(paid.name).toBe('receipt');
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 1, uses_reserved: 0, held: 0 });
  });

  it.each([
    ['a number that has no wallet', wallet('0777777777'), 422],
    ['a wallet that cannot be reached', wallet('0779999999'), 422],
    ['a card that is declined', badCard, 200],
  ])('are free again after %s', async (_what, fields, status) => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const payer = await startPayment(link);

    const refused = await submit(payer, 'pay', fields);

    expect([refused.status, refused.name]).toEqual([status, 'choose']);
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 0, uses_reserved: 0, held: 0 });
    expect((await submit(refused, 'pay', goodCard)).name).toBe('receipt');
  });

  it('are free again when the payer stops waiting, and money that is still approved goes back', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const waiting = await submit(await startPayment(link), 'pay', wallet('0772222222'));

    const stopped = await submit(waiting, 'cancel');
    const freed = await usesOf(shop, link.id);
    await turnClock(shop.api, 30);

    expect(stopped.name).toBe('aborted-undecided');
    expect(freed).toEqual({ uses_completed: 0, uses_reserved: 0, held: 0 });
    expect((await shop.payments()).map(({ status }) => status)).toEqual(['reversed']);
    expect((await openPage(link.url)).name).toBe('link');
  });

  it('stay reserved when a payer who has begun no attempt ends their own checkout', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const [waiting, leaving] = [await startPayment(link), await startPayment(link)];
    await submit(waiting, 'pay', wallet('0772222222'));

    const { status } = await shop.api('abortCheckout', { params: { id: checkoutOf(leaving) } });

    expect(status).toBe(200);
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 0, uses_reserved: 1, held: 1 });
  });

  it('are free again when the bank’s answer is lost and no charge was made', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const card = charges.gateways.byName('sandbox_card');
    const lost = card && vi.spyOn(card, 'charge').mockResolvedValueOnce({ kind: 'unknown' });

    const waiting = await submit(await startPayment(link), 'pay', goodCard);
    const held = await usesOf(shop, link.id);
    await turnClock(shop.api, 31);

    expect(lost).toHaveBeenCalledTimes(1);
    expect([waiting.name, held]).toEqual(['bank', { uses_completed: 0, uses_reserved: 1, held: 1 }]);
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 0, uses_reserved: 0, held: 0 });
    expect((await openPage(waiting.address)).name).toBe('choose');
  });

  it('are completed by attempts that have begun, even if the link is closed', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 3 });
    const waiting = await submit(await startPayment(link), 'pay', wallet('0772222222'));

    await shop.api('deactivatePaymentLink', { params: { id: link.id } });
    await turnClock(shop.api, 30);

    expect((await openPage(waiting.address)).name).toBe('receipt');
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 1, uses_reserved: 0, held: 0 });
  });
});

/** A payment that begins after the page has found the link open: by hand, since a request cannot be stopped there. */
async function begun(shop: Shop, page: Addressed): Promise<unknown> {
  const instrument = { type: 'wallet', wallet: 'wallet_a', phone: normalisePhone('0772222222') } as const;
  return await asMerchant(app, shop.merchant, (act) =>
    beginPayment(act, { checkoutId: readId('chk', checkoutOf(page)), instrument }),
  );
}

describe('a payment of a link that begins', () => {
  it.each(['is paused', 'has expired'])('just after it %s takes no use', async (how) => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api);
    const [open, later] = [await startPayment(link), await startPayment(link)];
    await begun(shop, open);

    await app.database.asOwner(
      how === 'is paused'
        ? "UPDATE sandbox.payment_links SET status = 'paused' WHERE merchant_id = $1"
        : "UPDATE sandbox.payment_links SET expires_at = now() - interval '1 second' WHERE merchant_id = $1",
      [shop.merchant.merchantId],
    );

    await expect(begun(shop, later)).rejects.toMatchObject({ code: 'CHECKOUT_NOT_PENDING' });
    expect(await usesOf(shop, link.id)).toMatchObject({ uses_reserved: 1, held: 1 });
  });
});

/** A push that is answered after its checkout has expired and its use has been given back. */
async function aLatePayer(link: { readonly url: string }, shop: Shop) {
  const waiting = await submit(await startPayment(link), 'pay', wallet('0778888888'));
  await turnClock(shop.api, 121);
  const expired = await submit(await openPage(waiting.address), 'expire');
  expect(expired.name).toBe('expired-undecided');
  return { address: waiting.address, approve: () => turnClock(shop.api, 60) };
}

describe('late money for a link', () => {
  it('takes a use that is still free', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const late = await aLatePayer(link, shop);
    const freed = await usesOf(shop, link.id);

    await late.approve();

    expect(freed).toEqual({ uses_completed: 0, uses_reserved: 0, held: 0 });
    expect((await openPage(late.address)).name).toBe('receipt');
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 1, uses_reserved: 0, held: 0 });
  });

  it('goes back if somebody else has paid in the meantime', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const late = await aLatePayer(link, shop);
    await submit(await startPayment(link), 'pay', goodCard);

    await late.approve();

    const page = await openPage(late.address);
    expect((await shop.payments()).map(({ status, late: isLate }) => [status, isLate])).toEqual([
      ['completed', false],
      ['reversed', true],
    ]);
    expect(page.text).toContain('on its way back to you');
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 1, uses_reserved: 0, held: 0 });
    const [refund] = await app.database.asOwner(
      'SELECT reason, status FROM sandbox.refunds WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );
    expect(refund).toEqual({ reason: 'surplus_payment', status: 'completed' });
  });

  it('takes each use once and causes no deadlock, together with payments in time', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 6 });
    const late = await atOnce(
      4,
      times(4, () => () => startPayment(link)),
    );
    for (const page of late) await submit(page, 'pay', wallet('0778888888'));
    await turnClock(shop.api, 121);
    for (const { address } of late) await submit(await openPage(address), 'expire');
    const inTime = await atOnce(
      4,
      times(4, () => () => startPayment(link)),
    );

    const [, ...pages] = await Promise.all([
      turnClock(shop.api, 60),
      ...inTime.map((page) => submit(page, 'pay', goodCard)),
    ]);

    const payments = await shop.payments();
    const count = (status: string) => payments.filter((payment) => payment.status === status).length;
    expect([count('completed'), count('completed') + count('reversed')]).toEqual([
      6,
      4 + pages.filter(({ name }) => name === 'receipt').length,
    ]);
    expect(await usesOf(shop, link.id)).toEqual({ uses_completed: 6, uses_reserved: 0, held: 0 });
  });
});
