import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../../../../src/platform/ids.ts';
import { aCardCheckout, openedCheckout } from '../../../../../support/builders/build.ts';
import { anOffer } from '../../../../../support/builders/partners.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import { type Client, plain } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let finance: Client;
let api: Api;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  finance = await office.as('finance');
  api = apiOf(office.app.baseUrl, office.merchant.secretKey);
});
afterAll(() => office.stop());

const base = '/dashboard/test/capital';
const audited = async (action: string) =>
  await office.app.database.asOwner('SELECT details FROM sandbox.audit_log WHERE action = $1', [action]);

describe('an advance', () => {
  it('is accepted once, and repaid early once, however often the forms are sent', async () => {
    const offer = await anOffer(api);
    const form = await finance.open(`${base}/offers/${offer}`);
    const ends = await Promise.all([1, 2, 3].map(() => finance.submit(form, `/offers/${offer}`)));
    const accepted = await finance.open(base);
    const [advance] = (await api('listCapitalAdvances')).data.items;
    const shown = await finance.open(`${base}/advances/${advance?.id}`);
    const tooMuch = await finance.submit(shown, '/repay');
    const before = (await api('getBalance')).data.available.USD;

    expect(plain(form)).toContain('US$550.00: 10.00 % of each payment');
    expect(ends.filter(({ path }) => path.includes('done=accepted'))).toHaveLength(1);
    expect(plain(accepted)).toContain('Being repaid');
    expect(before).toBe('500.00');
    expect(tooMuch.status).toBe(409);
    expect(await audited('capital.accepted')).toEqual([{ details: { offer, amount: 'US$500.00' } }]);
  });

  it('is not accepted after its offer has expired', async () => {
    const offer = await anOffer(api, { currency: 'ZWG' });
    const form = await finance.open(`${base}/offers/${offer}`);
    await api('advanceTestClock', { body: { advance_seconds: 31 * 24 * 3600 } });

    expect((await finance.submit(form, `/offers/${offer}`)).status).toBe(409);
    const shown = await finance.open(`${base}/offers/${offer}`);
    expect(plain(shown)).toContain('This offer can no longer be accepted.');
    expect(shown.text).not.toMatch(/action="[^"]*\/offers\//);
  });

  it('is offered for acceptance only once the one before it in its currency is repaid', async () => {
    const [first, second] = [
      await anOffer(api, { currency: 'ZWG', fee: '0.01' }),
      await anOffer(api, { currency: 'ZWG' }),
    ];
    const advance = (await api('acceptCapitalOffer', { params: { id: first } })).data;
    const waiting = await finance.open(`${base}/offers/${second}`);
    const checkout = await openedCheckout(api, aCardCheckout({ currency: 'ZWG' }));
    await payByCard(checkout.payment_url, '4242424242424242');
    await api('repayCapitalAdvance', { params: { id: advance.id } });
    const free = await finance.open(`${base}/offers/${second}`);

    expect(plain(waiting)).toContain('You are repaying an advance in this currency.');
    expect(waiting.text).not.toMatch(/action="[^"]*\/offers\//);
    expect(free.text).toMatch(/action="[^"]*\/offers\//);
    await finance.submit(free, `/offers/${second}`);
    expect(
      (await api('listCapitalAdvances', { query: { status: 'outstanding' } })).data.items,
    ).toContainEqual(expect.objectContaining({ offer_id: second }));
  });

  it('of live mode is refused while an invoice of the platform is overdue, as the API refuses it', async () => {
    const { merchantId } = office.merchant;
    const { asOwner } = office.app.database;
    const id = randomUUID();
    await asOwner(
      `INSERT INTO live.capital_offers (merchant_id, id, amount, fee, currency, holdback_basis_points, status, expires_at, created_at)
        VALUES ($1, $2, 5000000, 500000, 'USD', 1000, 'available', now() + interval '30 days', now())`,
      [merchantId, id],
    );
    await asOwner(
      `INSERT INTO live.platform_subscriptions (merchant_id, id, status, anchor_at, next_invoice_at, past_due_at, restricted_at, created_at)
        VALUES ($1, gen_random_uuid(), 'restricted', now(), now(), now(), now(), now())`,
      [merchantId],
    );
    const offer = `/offers/${showId('cof', id)}`;

    const refused = await finance.submit(await finance.open(`/dashboard/live/capital${offer}`), offer);

    expect(refused.status).toBe(409);
    expect(plain(refused)).toContain('An invoice of the platform is overdue');
    expect(
      await asOwner('SELECT id FROM live.capital_advances WHERE merchant_id = $1', [merchantId]),
    ).toEqual([]);
  });

  it('of another merchant is not found', async () => {
    const offer = await anOffer(api, { currency: 'ZWG' });
    const stranger = await office.stranger();

    expect((await stranger.open(`${base}/offers/${offer}`)).status).toBe(404);
  });
});
