import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeepOutcome } from '../../../../../src/domain/money/gateways/port.ts';
import { beginSaving } from '../../../../../src/domain/payers/payment-methods/save-card.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { goodCard } from '../../../../support/builders/counter.ts';
import {
  actingAs,
  eventsOfMerchant,
  gatewayOf,
  setMerchantStatus,
} from '../../../../support/builders/inside.ts';
import { createdCustomer, giveCard, methodNow, openedSetup } from '../../../../support/builders/vault.ts';
import { times } from '../../../../support/checks/at-once.ts';
import { dump } from '../../../../support/checks/dump.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const numbers = {
  declined: '4000000000000002',
  expired: '4000000000000069',
  wrongCvv: '4000000000000127',
  slow: '4000000000000044',
  switchGood: '9716000000000006',
  switchBlocked: '9716000000000014',
  noTestCard: '4000056655665556',
} as const;

const now = (setup: { payment_method_id: string }) => methodNow(shop.api, setup.payment_method_id);
const events = async () =>
  (await eventsOfMerchant(app, shop.merchant)).map(({ type, data }) => ({ type, data }));

/** Chooses the gateway's answer to the next card. */
function answerNext(answer: () => Promise<KeepOutcome>) {
  return vi.spyOn(gatewayOf(app, 'sandbox_card'), 'tokenize').mockImplementationOnce(answer);
}

describe('the page that takes a card', () => {
  it('asks the gateway about one card at a time, however slow it is', async () => {
    const setup = await openedSetup(shop.api);
    const answer = Promise.withResolvers<KeepOutcome>();
    const asked = answerNext(() => answer.promise);
    const first = giveCard(setup);
    await expect.poll(() => asked.mock.calls.length).toBe(1);

    const others = await Promise.all([1, 2, 3, 4, 5].map(() => giveCard(setup)));
    const calls = asked.mock.calls.length;
    answer.resolve({ kind: 'declined', reason: 'CARD_BLOCKED' });
    const refused = await first;
    const saved = await giveCard(setup);

    expect([calls, new Set(others.map(({ name }) => name))]).toEqual([1, new Set(['form'])]);
    expect([refused.name, saved.name]).toEqual(['form', 'saved']);
    expect((await now(setup)).status).toBe('active');
  });
});

describe('POST /v1/payment-methods/setup', () => {
  it('opens a page at an address that cannot be guessed', async () => {
    const setup = await openedSetup(shop.api);

    expect(setup.status).toBe('pending');
    expect(setup.setup_url).toMatch(/\/test\/p\/[1-9A-HJ-NP-Za-km-z]{22}$/);
    expect(await now(setup)).toEqual({
      id: setup.payment_method_id,
      customer_id: setup.customer_id,
      type: null,
      brand: null,
      last4: null,
      exp_month: null,
      exp_year: null,
      status: 'pending',
      created_at: expect.any(String),
    });
    expect(await events()).toEqual([]);
  });

  it('is refused for a customer that does not exist or belongs to another merchant', async () => {
    const stranger = await createdCustomer((await openShop(app)).api);
    const unknown = `cus_${'0'.repeat(32)}`;

    for (const customer_id of [stranger.id, unknown]) {
      const body = { customer_id, return_url: 'http://127.0.0.1:9/cards' };
      const refused = await shop.api('setupPaymentMethod', { body });

      expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      expect(refused.body['details']).toEqual({ resource: 'customer' });
    }
  });

  it.each([
    [{ return_url: 'javascript:alert(1)' }, 400, 'VALIDATION_ERROR'],
    [{ customer_id: 'cus_1' }, 400, 'VALIDATION_ERROR'],
    [{ type: 'card' }, 400, 'UNKNOWN_FIELD'],
  ])('is refused with %j', async (about, status, code) => {
    const { id: customer_id } = await createdCustomer(shop.api);
    const body = { customer_id, return_url: 'https://shop.example/cards', ...about };

    const refused = await shop.api('setupPaymentMethod', { body });

    expect([refused.status, refused.code]).toEqual([status, code]);
  });

  it('is refused with a private address that this installation does not allow', async () => {
    const { id: customer_id } = await createdCustomer(shop.api);
    const spy = vi.spyOn(app.service.contexts.sandbox.egress, 'judge').mockReturnValueOnce('refused');

    const refused = await shop.api('setupPaymentMethod', {
      body: { customer_id, return_url: 'http://localhost/cards' },
    });

    expect(spy).toHaveBeenCalledWith('http://localhost/cards', 'return');
    expect([refused.status, refused.code]).toEqual([409, 'ADDRESS_NOT_ALLOWED']);
    expect(refused.body).toMatchObject({ details: { field: 'return_url', setting: 'EGRESS_ALLOW' } });
  });

  it('is refused in live mode without a gateway that keeps cards', async () => {
    const live = await openShop(app, { mode: 'live' });
    const { id: customer_id } = await createdCustomer(live.api);

    const refused = await live.api('setupPaymentMethod', {
      body: { customer_id, return_url: 'https://shop.example/cards' },
    });

    expect([refused.status, refused.code]).toEqual([409, 'GATEWAY_NOT_CONFIGURED']);
  });
});

describe('a card entered on the page', () => {
  it('is saved, and shown to the merchant with brand, last digits and expiry', async () => {
    const setup = await openedSetup(shop.api);

    const page = await giveCard(setup);

    const saved = await now(setup);
    expect(page.name).toBe('saved');
    expect(saved).toMatchObject({
      type: 'card',
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2040,
      status: 'active',
    });
    expect(await events()).toEqual([{ type: 'vault.payment-token.created', data: saved }]);
  });

  it('of the domestic switch is saved as one', async () => {
    const setup = await openedSetup(shop.api);

    await giveCard(setup, { number: numbers.switchGood });

    expect(await now(setup)).toMatchObject({
      type: 'domestic_switch',
      brand: 'domestic_switch',
      last4: '0006',
    });
  });

  it('is not charged', async () => {
    await giveCard(await openedSetup(shop.api));

    expect((await shop.api('listTransactions')).data.items).toEqual([]);
    expect(await shop.available()).toBe('0.00');
  });

  it.each([numbers.declined, numbers.slow])(
    '%s is saved, whatever the outcome of a later charge',
    async (number) => {
      const setup = await openedSetup(shop.api);

      const page = await giveCard(setup, { number });

      expect([page.name, (await now(setup)).status]).toEqual(['saved', 'active']);
    },
  );

  it.each([
    [numbers.expired, /has expired/],
    [numbers.wrongCvv, /security code is wrong/],
    [numbers.switchBlocked, /is blocked/],
    [numbers.noTestCard, /use a test card number/],
  ])('%s is refused with the reason, and another card can be entered', async (number, reason) => {
    const setup = await openedSetup(shop.api);

    const refused = await giveCard(setup, { number });
    const again = await submit(refused, 'save', { ...goodCard });

    expect([refused.name, again.name]).toEqual(['form', 'saved']);
    expect(refused.text).toMatch(reason);
    expect(refused.text).toContain('Nothing was charged.');
    expect((await now(setup)).status).toBe('active');
  });

  it('is saved with an expiry until 2199, and a later one is refused by the form', async () => {
    const setup = await openedSetup(shop.api);

    const refused = await giveCard(setup, { expiry: '12/9999' });
    const saved = await giveCard(setup, { expiry: '12/2199' });

    expect([refused.status, refused.name, saved.name]).toEqual([422, 'form', 'saved']);
  });

  it('with mistakes is refused by the form, without counting an attempt', async () => {
    const setup = await openedSetup(shop.api);

    for (let tried = 0; tried < 7; tried += 1) {
      const wrong = await giveCard(setup, { number: '4242 4242 4242 4241', expiry: '01 / 20', cvv: '1' });
      expect([wrong.status, wrong.name]).toEqual([422, 'form']);
      expect(wrong.text).toMatch(
        /one digit seems to be wrong[\s\S]*has expired[\s\S]*security code: 3 digits/,
      );
      expect(wrong.text).not.toMatch(/4242 4242|4242424242424241/);
    }

    expect((await giveCard(setup)).name).toBe('saved');
  });

  it('refused five times closes the page', async () => {
    const setup = await openedSetup(shop.api);
    let page = await openPage(setup.setup_url);
    for (let tried = 0; tried < 5; tried += 1) {
      expect(page.name).toBe('form');
      page = await submit(page, 'save', { ...goodCard, number: numbers.wrongCvv });
    }

    expect([page.status, page.name]).toEqual([410, 'over']);
    expect(page.text).toContain('refused five times');
    expect((await now(setup)).status).toBe('expired');
    expect(await events()).toEqual([]);
  });

  it('is not saved while the gateway is silent or unavailable, which is not counted as a refusal', async () => {
    const setup = await openedSetup(shop.api);
    for (const answer of [
      async () => ({ kind: 'unknown' }) as const,
      async () => ({ kind: 'unavailable' }) as const,
    ]) {
      answerNext(answer);
      const page = await giveCard(setup);
      expect(page.name).toBe('form');
      expect(page.text).toContain('cannot be reached at the moment');
    }

    expect((await now(setup)).status).toBe('pending');
    expect((await giveCard(setup)).name).toBe('saved');
  });

  it('sent twenty times with one form makes one attempt, one saved card and one event', async () => {
    const setup = await openedSetup(shop.api);
    const page = await openPage(setup.setup_url);
    const spy = vi.spyOn(gatewayOf(app, 'sandbox_card'), 'tokenize');
    spy.mockClear();

    const pages = await Promise.all(times(20, () => submit(page, 'save', { ...goodCard })));

    const asked = spy.mock.calls.length;
    spy.mockRestore();
    expect(asked).toBe(1);
    expect(pages.filter(({ name }) => name === 'saved').length).toBeGreaterThan(0);
    expect((await events()).map(({ type }) => type)).toEqual(['vault.payment-token.created']);
  });

  it('sent with the form of an earlier attempt changes nothing', async () => {
    const setup = await openedSetup(shop.api);
    const old = await openPage(setup.setup_url);
    await giveCard(setup, { number: numbers.wrongCvv });

    const answer = await submit(old, 'save', { ...goodCard });

    expect(answer.name).toBe('form');
    expect((await now(setup)).status).toBe('pending');
  });

  it('lost in a crash blocks the page for a minute only', async () => {
    const setup = await openedSetup(shop.api);
    const begun = await actingAs(app, shop.merchant, (act) =>
      beginSaving(act, { id: readId('pm', setup.payment_method_id), attempt: 0 }),
    );

    const early = await giveCard(setup);
    await turnClock(shop.api, 60);
    const page = await giveCard(setup);

    expect([begun, early.name, page.name]).toEqual([true, 'form', 'saved']);
    expect((await events()).map(({ type }) => type)).toEqual(['vault.payment-token.created']);
  });

  it('kept by the gateway after the page has closed is dropped', async () => {
    const setup = await openedSetup(shop.api);
    answerNext(async () => {
      await turnClock(shop.api, 31 * 60);
      const expiry = { month: 12, year: 2040 };
      return { kind: 'kept', token: 'too late', brand: 'visa', last4: '4242', expiry };
    });

    const page = await giveCard(setup);

    expect([page.status, page.name]).toEqual([410, 'over']);
    expect(await now(setup)).toMatchObject({ status: 'expired', last4: null });
    expect(await events()).toEqual([]);
  });

  it('is stored as a sealed token, without its number, code or holder', async () => {
    await giveCard(await openedSetup(shop.api));

    const stored = await dump(app, shop.merchant.merchantId);

    expect(stored).toContain('4242');
    expect(stored).not.toMatch(/4242424242424242|sandbox_card_success|(?<![.\d])737\b|T\. Moyo/);
  });
});

describe('a page without a card', () => {
  it('closes after half an hour by the merchant’s clock', async () => {
    const setup = await openedSetup(shop.api);

    await turnClock(shop.api, 30 * 60 - 20);
    const before = [(await now(setup)).status, (await openPage(setup.setup_url)).status];
    await turnClock(shop.api, 21);
    const page = await openPage(setup.setup_url);

    expect(before).toEqual(['pending', 200]);
    expect([(await now(setup)).status, page.status, page.name]).toEqual(['expired', 410, 'over']);
    expect(page.text).toContain('This page has expired');
  });

  it('closes when the customer cancels', async () => {
    const setup = await openedSetup(shop.api);

    const page = await submit(await openPage(setup.setup_url), 'cancel');

    expect([page.status, page.name, (await now(setup)).status]).toEqual([410, 'over', 'expired']);
    expect(page.text).toContain('You chose not to save a card');
  });

  it('closes in the sandbox at the press of its expiry button', async () => {
    const setup = await openedSetup(shop.api);

    const page = await submit(await openPage(setup.setup_url), 'expire');

    expect([page.name, (await now(setup)).status]).toEqual(['over', 'expired']);
  });

  it('takes no card for a suspended merchant', async () => {
    const setup = await openedSetup(shop.api);
    const page = await openPage(setup.setup_url);
    await setMerchantStatus(app, shop.merchant, 'suspended');

    const answer = await submit(page, 'save', { ...goodCard });

    expect([answer.status, answer.name]).toEqual([410, 'closed']);
    const rows = await app.database.asOwner(
      'SELECT status, attempts FROM sandbox.payment_methods WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );
    expect(rows).toEqual([{ status: 'pending', attempts: 0 }]);
  });
});

const returnAddressOf = async (setup: { setup_url: string }) => {
  const answer = await fetch(`${setup.setup_url}/return`, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.headers.get('location');
};

describe('the way back to the merchant', () => {
  it('leads to the page itself before there is a result', async () => {
    const setup = await openedSetup(shop.api);

    expect(await returnAddressOf(setup)).toBe(new URL(setup.setup_url).pathname);
  });

  it.each([
    ['active', (setup: { setup_url: string }) => giveCard(setup)],
    ['expired', async (setup: { setup_url: string }) => submit(await openPage(setup.setup_url), 'cancel')],
  ])('adds the id and "%s" to the address, and keeps its query letter by letter', async (status, end) => {
    const { id } = await createdCustomer(shop.api);
    const setup = await openedSetup(shop.api, id, 'http://127.0.0.1:9/cards?own=a%20b');

    const page = await end(setup);

    expect(page.text).toContain(`href="${new URL(setup.setup_url).pathname}/return"`);
    expect(await returnAddressOf(setup)).toBe(
      `http://127.0.0.1:9/cards?own=a%20b&payment_method_id=${setup.payment_method_id}&status=${status}`,
    );
  });

  it('says expired as soon as the page has timed out, even before the job has run', async () => {
    const setup = await openedSetup(shop.api);
    await app.database.asOwner(
      "UPDATE sandbox.payment_methods SET page_expires_at = (page_expires_at AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC' WHERE merchant_id = $1",
      [shop.merchant.merchantId],
    );

    expect((await now(setup)).status).toBe('pending');
    expect(await returnAddressOf(setup)).toMatch(/status=expired$/);
  });

  it('is erased with the card', async () => {
    const setup = await openedSetup(shop.api);
    await giveCard(setup);
    await shop.api('deletePaymentMethod', { params: { id: setup.payment_method_id } });

    const page = await openPage(setup.setup_url);

    expect([page.status, page.name]).toEqual([410, 'over']);
    expect(page.text).toContain('This card was removed');
    expect(page.text).not.toContain('/return"');
    expect(await returnAddressOf(setup)).toBe(new URL(setup.setup_url).pathname);
  });
});
