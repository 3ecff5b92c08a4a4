import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { openPage, payByCard, submit } from '../../../../../support/service/page.ts';
import { type Client, plain, type Shown } from '../../client.ts';
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

const list = '/dashboard/test/links';

/** Creates a link with the form, and returns its screen. */
async function created(fields: Record<string, string> = {}): Promise<Shown> {
  const about = { title: 'Dance class', amount: '25', currency: 'USD', ...fields };
  return await finance.submit(await finance.open(`${list}/new`), '/links/new', about);
}

const idOf = ({ path }: Shown): string => /plink_[0-9a-f]{32}/.exec(path)?.[0] ?? '';
const addressOf = ({ text }: Shown): string => /data-copy="(http[^"]+)"/.exec(text)?.[1] ?? '';
const asApi = async (shown: Shown) => (await api('getPaymentLink', { params: { id: idOf(shown) } })).data;

const audited = (action: string, object: string) =>
  office.app.database.asOwner(
    'SELECT user_email, details FROM sandbox.audit_log WHERE action = $1 AND object = $2',
    [action, object],
  );

const setFeatures = (features: string) =>
  office.app.database.asOwner('UPDATE platform.api_apps SET features = $1 WHERE merchant_id = $2', [
    features,
    office.merchant.merchantId,
  ]);

describe('a payment link from the dashboard', () => {
  it('is created once however often the form is sent, and is then shown with its address and QR code', async () => {
    const form = await finance.open(`${list}/new`);
    const fields = {
      title: 'Dance class',
      amount: '25',
      currency: 'USD',
      max_uses: '3',
      description: 'Salsa',
    };
    const shown = await finance.submit(form, '/links/new', fields);
    const again = await finance.submit(form, '/links/new', fields);

    expect(again.text).toContain('This form was sent before');
    expect(await asApi(shown)).toMatchObject({
      title: 'Dance class',
      description: 'Salsa',
      amount: '25.00',
      max_uses: 3,
      status: 'active',
      url: addressOf(shown),
    });
    expect(shown.text).toMatch(/<svg[^>]*>\s*<title>QR code of the payment link<\/title>/);
    expect(plain(shown)).toContain('0 of 3');
    expect(await audited('payment_link.created', idOf(shown))).toEqual([
      {
        user_email: expect.stringContaining('@people.test'),
        details: { title: 'Dance class', amount: 'US$25.00' },
      },
    ]);
  });

  it('shows its payments, and counts them as uses', async () => {
    const link = await created({ title: 'Concert ticket', max_uses: '1' });
    const checkout = await submit(await openPage(addressOf(link)), 'pay');
    await payByCard(checkout.address, '4242424242424242');

    const shown = await finance.open(link.path);

    expect(plain(shown)).toMatch(/Used up.*1 of 1.*Collected, refunds not deducted US\$25\.00.*Completed/);
    expect(shown.text).toMatch(/href="\/dashboard\/test\/payments\/txn_[0-9a-f]{32}"/);
  });

  it('keeps what was typed when something is wrong, and says what to do', async () => {
    const noTitle = await created({ title: '' });
    const noAmount = await created({ title: 'A', amount: '2,500' });
    const tooMany = await created({ title: 'A', max_uses: 'lots' });
    const past = await created({ title: 'A', expires_at: '2020-01-01T10:00' });

    expect([noTitle, noAmount, tooMany, past].map(({ status }) => status)).toEqual([422, 422, 422, 409]);
    expect(noTitle.text).toContain('Enter what the customer pays for.');
    expect(noAmount.text).toContain('value="2,500"');
    expect(tooMany.text).toContain('id="max_uses-error"');
    expect(past.text).toContain('value="2020-01-01T10:00"');
  });

  it('changes title, amount and end; an end that was not changed stays to the second', async () => {
    const link = await created({ expires_at: '2098-05-01T10:30' });
    const before = await asApi(link);
    const edit = await finance.open(`${list}/${idOf(link)}/edit`);
    const saved = await finance.submit(edit, '/edit', { title: 'Yoga', amount: '30.50' });

    expect(plain(saved)).toContain('The link is saved.');
    expect(await asApi(link)).toMatchObject({
      title: 'Yoga',
      amount: '30.50',
      expires_at: before.expires_at,
    });

    await finance.submit(await finance.open(`${list}/${idOf(link)}/edit`), '/edit', { expires_at: '' });
    expect((await asApi(link)).expires_at).toBeNull();
    expect(await audited('payment_link.changed', idOf(link))).toHaveLength(2);
  });

  it('is paused, switched on and deactivated', async () => {
    const link = await created();
    const paused = await finance.submit(link, '/pause');
    expect((await asApi(link)).status).toBe('paused');
    const active = await finance.submit(paused, '/resume');
    expect((await asApi(link)).status).toBe('active');
    const stopped = await finance.submit(active, '/deactivate');
    expect((await asApi(link)).status).toBe('deactivated');

    expect(plain(stopped)).toContain('The link is deactivated.');
    for (const action of ['paused', 'resumed', 'deactivated']) {
      expect(await audited(`payment_link.${action}`, idOf(link))).toHaveLength(1);
    }
  });

  it('is refused while no app may make links, as the API refuses it', async () => {
    await setFeatures('{refunds}');
    const refused = await created();
    await setFeatures('{refunds,payment_links,payouts}');

    expect(refused.status).toBe(409);
    expect(plain(refused)).toContain('No app of this mode has the feature “Payment links”.');
    expect(refused.text).toContain('value="Dance class"');
  });
});

describe('a payment link of live mode', () => {
  const live = '/dashboard/live/links';
  const fields = { title: 'Dance class', amount: '25', currency: 'USD' };

  it('needs an app of live mode', async () => {
    const shown = await finance.submit(await finance.open(`${live}/new`), '/links/new', fields);

    expect([shown.status, plain(shown).includes('This needs an app in this mode')]).toEqual([409, true]);
  });

  it('is refused while an invoice of the platform is overdue, as the API refuses it', async () => {
    await office.app.database.asOwner(
      `INSERT INTO live.platform_subscriptions (merchant_id, id, status, anchor_at, next_invoice_at, past_due_at, restricted_at, created_at)
        VALUES ($1, gen_random_uuid(), 'restricted', now(), now(), now(), now(), now())`,
      [office.merchant.merchantId],
    );
    const shown = await finance.submit(await finance.open(`${live}/new`), '/links/new', fields);

    expect([shown.status, plain(shown).includes('An invoice of the platform is overdue')]).toEqual([
      409,
      true,
    ]);
  });
});

describe('the list of payment links', () => {
  it('is filtered by state, and shows uses and limit', async () => {
    const paused = await created({ title: 'Only paused', max_uses: '7' });
    await finance.submit(paused, '/pause');
    const shown = await finance.open(`${list}?status=paused`);

    expect(plain(shown)).toMatch(/Only paused.*Paused.*0 of 7/);
    expect(plain(shown)).not.toContain('Dance class');
  });

  it('goes on page by page', async () => {
    for (let made = 0; made < 31; made += 1) {
      await api('createPaymentLink', { body: { amount: '1.00', currency: 'ZWG', title: `Raffle ${made}` } });
    }
    const first = await finance.open(`${list}?currency=ZWG`);
    const next = /href="([^"]*page=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

    expect(first.text.match(/Raffle \d+/g)).toHaveLength(30);
    expect((await finance.open(next)).text.match(/Raffle \d+/g)).toEqual(['Raffle 0']);
  });
});

describe('people who may not', () => {
  it('see a link without buttons as a viewer', async () => {
    const link = await created();
    const shown = await (await office.as('viewer')).open(link.path.replace(/\?.*/, ''));

    expect(shown.status).toBe(200);
    expect(shown.text).not.toMatch(/action="[^"]*\/(?:pause|deactivate)"/);
  });

  it('find no link of another merchant, and change none', async () => {
    const link = await created();
    const stranger = await office.stranger();
    const token = /name="token" value="([^"]+)"/.exec((await stranger.open(`${list}/new`)).text)?.[1] ?? '';
    const address = `${list}/${idOf(link)}`;

    expect((await stranger.open(address)).status).toBe(404);
    for (const action of ['edit', 'pause', 'resume', 'deactivate']) {
      expect(
        (await stranger.post(`${address}/${action}`, { token, title: 'Mine', amount: '1.00' })).status,
      ).toBe(404);
    }
    expect(await asApi(link)).toMatchObject({ title: 'Dance class', status: 'active' });
  });
});
