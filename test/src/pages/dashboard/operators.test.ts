import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, showId } from '../../../../src/platform/ids.ts';
import { soon } from '../../../support/checks/soon.ts';
import { apiOf } from '../../../support/service/api.ts';
import { type Client, othersIn, plain, type Shown } from './client.ts';
import { type Office, openOffice } from './office.ts';

const merchants = '/dashboard/operators';

let office: Office;
let operator: Client;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  operator = await office.operator();
});
afterAll(() => office.stop());

const merchantsIn = (text: string): readonly string[] =>
  [...text.matchAll(/operators\/merchants\/mer_[0-9a-f]{32}">([^<]*)</g)].map(([, name = '']) => name);
const find = async (query: string) =>
  merchantsIn((await operator.open(`${merchants}?${new URLSearchParams(query).toString()}`)).text);

describe('the merchants of the platform', () => {
  it('are found by how the name begins, by the whole email address, and by id', async () => {
    const { merchantId } = await office.app.aMerchant({
      businessName: '100% Tea_House',
      email: 'Tea@Example.test',
    });
    await office.app.aMerchant({ businessName: '100 Teas' });
    await office.app.aMerchant({ businessName: 'ΟΔΥΣΣΕΥΣ' });

    expect(await find('search=100% tea_h')).toEqual(['100% Tea_House']);
    expect(await find('search=tea@example.test')).toEqual(['100% Tea_House']);
    expect(await find('search=house')).toEqual([]);
    expect(await find('search=ΟΔΥΣΣΕΥΣ')).toEqual(['ΟΔΥΣΣΕΥΣ']);
    const shown = await operator.open(`${merchants}?search=${showId('mer', merchantId)}`);
    expect(shown.path).toBe(`${merchants}/merchants/${showId('mer', merchantId)}`);
  });

  it('are listed in pages, the newest first', async () => {
    await office.app.database.asOwner(
      `INSERT INTO platform.merchants (id, business_name, email, country)
       SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Old Shop ' || n, 'old@example.test', 'ZW'
       FROM generate_series(1, 60) AS n`,
    );
    const first = await operator.open(`${merchants}?search=old shop`);
    const next = /href="([^"]*page=[^"]*)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await operator.open(next);

    expect(merchantsIn(first.text)[0]).toBe('Old Shop 60');
    expect([merchantsIn(first.text).length, merchantsIn(second.text).length]).toEqual([50, 10]);
    expect(merchantsIn(second.text).at(-1)).toBe('Old Shop 1');
    expect(second.text).not.toContain('rel="next"');
  });

  it('are unknown by a wrong id', async () => {
    expect((await operator.get(`${merchants}/merchants/${showId('mer', newId())}`)).status).toBe(404);
    expect((await operator.get(`${merchants}/merchants/mer_x`)).status).toBe(404);
    expect((await operator.get(`${merchants}/kyc/${showId('kyc', newId())}`)).status).toBe(404);
  });

  it('are hidden from owners', async () => {
    const owner = await office.as('owner');

    for (const path of ['', '/kyc', '/health']) expect((await owner.get(merchants + path)).status).toBe(403);
  });
});

describe('the suspension of a merchant', () => {
  it('needs a reason, refuses their keys, is written down, and ends', async () => {
    const { merchantId, secretKey } = await office.app.aMerchant({ businessName: 'Shady Shop' });
    const at = `${merchants}/merchants/${showId('mer', merchantId)}`;
    const codeOf = async () => (await apiOf(office.app.baseUrl, secretKey)('getBalance')).code;
    const member = await office.aPerson({ role: 'owner', merchantId });

    const silent = await operator.submit(await operator.open(at), '/suspend', { reason: ' ' });
    const card = await operator.submit(silent, '/suspend', { reason: `Stolen ${'4242 '.repeat(4)}` });
    const suspended = await operator.submit(await operator.open(at), '/suspend', { reason: 'Stolen cards.' });
    await soon(async () => expect(await codeOf()).toBe('ACCOUNT_SUSPENDED'));
    const listed = await find('search=shady&state=suspended');
    const reopened = await operator.submit(suspended, '/reopen', { reason: 'All is well.' });
    await soon(async () => expect(await codeOf()).toBe(''));

    expect([silent.status, card.status]).toEqual([422, 422]);
    expect(card.text).toContain('Take the card number out of it.');
    expect(suspended.text).toContain(member.email);
    expect(listed).toEqual(['Shady Shop']);
    expect(reopened.path).toBe(`${at}?done=reopened`);
    const rows = await office.app.database.asOwner(
      `SELECT c.action, c.details, c.ip, u.is_operator FROM platform.operator_changes c JOIN platform.users u ON u.id = c.user_id
       WHERE c.merchant_id = $1 ORDER BY c.change_id`,
      [merchantId],
    );
    const by = { ip: '127.0.0.1', is_operator: true };
    expect(rows).toEqual([
      { action: 'merchant.suspended', details: { reason: 'Stolen cards.' }, ...by },
      { action: 'merchant.reopened', details: { reason: 'All is well.' }, ...by },
    ]);
    expect(reopened.text).toContain('Stolen cards.');
  });

  it('is refused the second time', async () => {
    const { merchantId } = await office.app.aMerchant();
    const form = await operator.open(`${merchants}/merchants/${showId('mer', merchantId)}`);
    await operator.submit(form, '/suspend', { reason: 'One.' });
    const again = await operator.submit(form, '/suspend', { reason: 'Two.' });

    expect(again.status).toBe(409);
    expect(again.text).toContain('is suspended already');
  });

  it('needs a fresh proof of who asks', async () => {
    const { userId, email, password } = await office.aPerson({ isOperator: true });
    const client = office.aBrowser();
    await client.signIn(email, password);
    const { merchantId } = await office.app.aMerchant();
    const form = await client.open(`${merchants}/merchants/${showId('mer', merchantId)}`);
    await office.app.database.asOwner(
      `UPDATE platform.dashboard_sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [userId],
    );
    const asked = await client.submit(form, '/suspend', { reason: 'One.' });

    expect(asked.path).toContain('/dashboard/confirm');
    const [row] = await office.app.database.asOwner('SELECT status FROM platform.merchants WHERE id = $1', [
      merchantId,
    ]);
    expect(row).toEqual({ status: 'active' });
  });
});

/** What a filter is without a choice. */
const usual = ({ text }: Shown, name: string) =>
  new RegExp(`<select id="filter-${name}"[^>]*><option value="">([^<]*)<`).exec(text)?.[1];

describe('the queue of submissions', () => {
  it('says which submissions it shows without a choice', async () => {
    const all = await operator.open(`${merchants}/kyc`);

    expect([usual(all, 'status'), usual(all, 'mode')]).toEqual(['Waiting for a decision', 'Live']);
    expect(all.text).not.toContain('name="merchant"');
  });

  it('goes on with those that have waited less on the next page', async () => {
    const { merchantId } = await office.app.aMerchant();
    const ids = [newId(), newId(), newId()];
    for (const id of ids)
      await office.app.database.asOwner(
        `INSERT INTO sandbox.kyc_submissions (merchant_id, id, tier, status, created_at, decided_at)
          VALUES ($1, $2, 1, 'approved', now(), now())`,
        [merchantId, id],
      );
    const own = `${merchants}/kyc?mode=sandbox&merchant=${showId('mer', merchantId)}`;
    const shownIn = ({ text }: Shown) => ids.filter((id) => text.includes(showId('kyc', id)));

    expect(shownIn(await operator.open(own))).toEqual(ids);
    expect(shownIn(await operator.open(`${own}&page=${ids[0]}`))).toEqual(ids.slice(1));
  });

  it('stays with one merchant when a filter is applied', async () => {
    const { merchantId } = await office.app.aMerchant();
    const id = showId('mer', merchantId);
    const own = await operator.open(`${merchants}/kyc?merchant=${id}&status=approved`);
    const [form = ''] = /<form class="filters"[^]*?<\/form>/.exec(own.text) ?? [];

    expect(form).toContain(`<input type="hidden" name="merchant" value="${id}">`);
    expect(form).toMatch(new RegExp(`<a href="[^"?]*\\?merchant=${id}">Clear</a>`));
    expect(usual(own, 'status')).toBe('Any');
  });
});

describe('the health of the service', () => {
  it('counts late jobs, jobs that failed for good, and late deliveries, and shows the daily jobs', async () => {
    const { database, aMerchant } = office.app;
    const { merchantId } = await aMerchant();
    const quiet = await operator.open(`${merchants}/health`);
    await database.asOwner(
      `INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, state, due_at, last_error)
       SELECT $1, gen_random_uuid(), 'checkout.expire', n::text, CASE WHEN n < 4 THEN 'failed' ELSE 'due' END,
         now() + (n - 10) * interval '1 hour', CASE WHEN n < 4 THEN 'broken ' || n END
       FROM generate_series(1, 12) AS n`,
      [merchantId],
    );
    await database.asOwner(
      `INSERT INTO platform.jobs (kind, key, state, attempts) VALUES ('made.up', '2026-01-01', 'failed', 9), ('made.up', '2026-01-02', 'done', 2)`,
    );
    const { text } = await operator.open(`${merchants}/health`);
    await database.asOwner(`DELETE FROM sandbox.jobs WHERE merchant_id = $1`, [merchantId]);

    expect(quiet.text).not.toContain('broken');
    const test = text.slice(text.indexOf('<h2>Test</h2>'));
    // Jobs 4 to 10 were due; 11 and 12 are not yet.
    expect(/Jobs that are late<\/dt><dd><span class="state warn">(\d+)/.exec(test)?.[1]).toBe('7');
    expect(test).toMatch(/checkout\.expire[\s\S]*?>3<[\s\S]*?broken 3/);
    expect(test).toMatch(/made\.up[\s\S]*?2026-01-02[\s\S]*?Done[\s\S]*?>2</);
    expect(test).not.toContain('2026-01-01<');
  });
});

describe('the money of a merchant', () => {
  it('shows both modes, and lets an operator offer an advance, which the merchant sees', async () => {
    const { merchantId } = office.merchant;
    const at = `${merchants}/merchants/${showId('mer', merchantId)}/money`;
    const shown = await operator.open(at);
    const wanted = {
      sandbox_amount: '500',
      sandbox_fee: '50.00',
      sandbox_currency: 'USD',
      sandbox_holdback: '10.00',
    };
    const offered = await operator.submit(shown, '/money/sandbox/offers', wanted);
    const wrong = await operator.submit(shown, '/money/live/offers', { live_amount: 'much' });
    // No other currency takes the place of one that there is not.
    const unknown = await operator.submit(shown, '/money/sandbox/offers', {
      ...wanted,
      sandbox_currency: 'ZWL',
    });
    const tooLarge = await operator.submit(shown, '/money/live/offers', {
      live_amount: '1.00',
      live_fee: '2.00',
    });
    const seen = await (await office.as('finance')).open('/dashboard/test/capital');
    const changes = await office.app.database.asOwner(
      `SELECT u.is_operator, c.details->>'mode' AS mode FROM platform.operator_changes c JOIN platform.users u ON u.id = c.user_id
       WHERE c.action = 'capital.offered' AND c.merchant_id = $1`,
      [merchantId],
    );

    expect(offered.path).toContain('done=offered');
    expect(plain(offered)).toContain('US$500.00');
    expect([wrong.status, tooLarge.status]).toEqual([422, 409]);
    expect(wrong.text).toContain('id="live_amount"');
    expect(unknown.text).toContain('id="sandbox_currency-error"');
    expect(othersIn(wrong, '/live/offers')).toEqual(othersIn(shown, '/live/offers'));
    expect(plain(seen)).toContain('US$500.00');
    expect(changes).toEqual([{ is_operator: true, mode: 'sandbox' }]);
  });
});

describe('the form of an advance', () => {
  it('makes one offer, and one note of who made it, however often it is sent', async () => {
    const { merchantId } = await office.app.aMerchant();
    const { asOwner } = office.app.database;
    const shown = await operator.open(`${merchants}/merchants/${showId('mer', merchantId)}/money`);
    const wanted = { sandbox_amount: '500', sandbox_fee: '50.00', sandbox_holdback: '10' };
    const answers = await Promise.all(
      [1, 2].map(() => operator.submit(shown, '/money/sandbox/offers', wanted)),
    );
    answers.push(await operator.submit(shown, '/money/sandbox/offers', wanted));
    const told = answers.filter((answer) => plain(answer).includes('This form was sent before'));

    expect(
      await asOwner(
        'SELECT holdback_basis_points AS rate FROM sandbox.capital_offers WHERE merchant_id = $1',
        [merchantId],
      ),
    ).toEqual([{ rate: 1000 }]);
    expect(
      await asOwner(
        `SELECT 1 FROM platform.operator_changes WHERE action = 'capital.offered' AND merchant_id = $1`,
        [merchantId],
      ),
    ).toHaveLength(1);
    expect(told).toHaveLength(2);
  });
});

describe('a flood of requests from one address', () => {
  it('is refused before anything is looked up, and says when to come back', async () => {
    const flooded = await openOffice({ role: 'api' });
    const client = flooded.aBrowser();
    const statuses = await Promise.all(
      Array.from({ length: 1300 }, async () => (await client.get('/dashboard/nothing-here')).status),
    );
    const late = await client.get('/dashboard/sign-in');
    await flooded.stop();

    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(90);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
