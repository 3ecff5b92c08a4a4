import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId, uuidIn } from '../../src/platform/ids.ts';
import { versionChain } from '../../src/versions/chain.ts';
import { getAvailable } from '../contract/releases/changes.ts';
import { madeUpReleases } from '../contract/releases/releases.ts';
import { aVisitor, openBrowser, type Visitor } from '../src/pages/browser.ts';
import { type Office, openOffice } from '../src/pages/dashboard/office.ts';
import { aForm, files } from '../support/builders/onboarding.ts';
import { totpNow } from '../support/builders/totp.ts';
import { soon } from '../support/checks/soon.ts';
import { aReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { type Hands, keyboard, mouse } from './hands.ts';

const [first, newest] = ['2026-01-01', '2099-01-01'] as const;
const password = 'nine words that nobody else would choose';

let office: Office;
let browser: Browser;
let receiver: Receiver;

beforeAll(async () => {
  const versions = versionChain(await madeUpReleases());
  [office, browser, receiver] = await Promise.all([
    openOffice({ releases: { versions, removed: { getAvailable } } }),
    openBrowser(),
    aReceiver(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await office.stop();
  await receiver.close();
});

const sql = (text: string, values: unknown[] = []) => office.app.database.asOwner(text, values);

/** Where a person is, what they see, and what they do it with. */
type Seat = Visitor & { readonly hands: Hands; readonly email: string; readonly hasScript: boolean };

const ways = [
  { way: 'with script', hasScript: true, handsOf: mouse, width: 1280 },
  { way: 'without script', hasScript: false, handsOf: mouse, width: 390 },
  { way: 'with the keyboard alone', hasScript: true, handsOf: keyboard, width: 1280 },
];

describe.each(ways)('a merchant at the dashboard, $way', ({ hasScript, handsOf, width }) => {
  let seat: Seat;
  let appPath: string;
  let secretKey: string;
  let factor: string;
  let recoveryCodes: string[];

  beforeAll(async () => {
    const { baseUrl } = office.app;
    const viewport = { width, height: 900 };
    const visitor = await aVisitor(browser, {
      baseUrl,
      javaScriptEnabled: hasScript,
      baseURL: baseUrl,
      viewport,
    });
    const email = `owner-${String(hasScript)}-${handsOf.name}@people.test`;
    seat = { ...visitor, email, hasScript, hands: handsOf(visitor.page) };
  });
  afterAll(() => seat.context.close());

  it('signs up, confirms the address and signs in', async () => {
    const { page, hands, email } = seat;
    await page.goto('/dashboard/sign-up');
    await hands.write('name', 'Tariro Moyo');
    await hands.write('business', 'Corner Shop');
    await hands.write('email', email);
    await hands.write('password', password);
    await hands.send('/sign-up');
    expect(await words(seat)).toContain(email);

    await page.goto('/dashboard/outbox');
    const link = page.locator('section', { hasText: email }).locator('a').first();
    await page.goto((await link.getAttribute('href')) ?? '');
    await hands.send(new URL(page.url()).pathname);
    await hands.write('email', email);
    await hands.write('password', password);
    await hands.send('/sign-in');

    expect(new URL(page.url()).pathname).toBe('/dashboard/test');
  });

  it('creates a sandbox app, whose key is shown once', async () => {
    const { page, hands } = seat;
    await openMenu(seat);
    await hands.follow('/dashboard/test/apps');
    await hands.follow('/dashboard/test/apps/new');
    await hands.write('name', 'Web shop');
    await hands.send('/apps/new');
    secretKey =
      (await page
        .locator('main code', { hasText: /^sk_test_/ })
        .first()
        .textContent()) ?? '';
    expect(secretKey).toMatch(/^sk_test_\w+$/);

    const link = page.locator('main a[href*="/apps/app_"]').first();
    appPath = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname;
    await page.goto(appPath);

    expect(await page.content()).not.toContain(secretKey);
    expect(office.app.lines.join('')).not.toContain(secretKey);
    // As an app that was made before the later versions.
    await sql('UPDATE platform.api_apps SET api_version = $2 WHERE id = $1', [idOf(appPath), first]);
  });

  it('sets the webhook, takes a payment, and sees its event delivered', async () => {
    const { page, hands } = seat;
    await page.goto(appPath);
    await hands.follow(`${appPath}/webhook`);
    await hands.write('url', `${receiver.url}/hook`);
    await hands.choose('all', '*');
    await hands.send('/webhook');
    await page.goto('/dashboard/test/events');
    await pay('order-1');

    await soon(async () => {
      if (!hasScript) await page.reload();
      const row = page.locator('main tbody tr', { hasText: 'payment.capture.completed' });
      expect(await row.innerText({ timeout: 1000 })).toContain('delivered');
    });
  });

  it('finds the event that the receiver refused, and sends it again', async () => {
    const { page, hands } = seat;
    const { merchantId } = await merchantOf(seat);
    receiver.answer(500);
    await pay('order-2');
    await soon(async () => {
      const tried = `SELECT FROM sandbox.webhook_deliveries WHERE merchant_id = $1 AND state = 'due' AND attempts > 0`;
      expect((await sql(tried, [merchantId])).length).toBeGreaterThan(0);
    });
    await sql(
      `UPDATE sandbox.webhook_deliveries SET state = 'exhausted', finished_at = now() WHERE merchant_id = $1 AND state = 'due'`,
      [merchantId],
    );
    receiver.answer(204);
    await page.goto('/dashboard/test/events?state=exhausted');
    const path = await page.locator('main tbody a').first().getAttribute('href');
    await hands.follow(path ?? '');
    expect(await words(seat)).toContain('500');
    await hands.send('/replay');

    await soon(async () => {
      await page.reload();
      expect(await page.locator('main').textContent()).toMatch(/204/);
    });
  });

  it('refunds a part of the payment', async () => {
    const { page, hands } = seat;
    await page.goto('/dashboard/test/payments');
    const path = await page.locator('main tbody a').last().getAttribute('href');
    await hands.follow(path ?? '');
    await hands.follow(`${path}/refund`);
    await hands.write('amount', '5.00');
    await hands.write('reason', 'One cup was broken');
    await hands.send('/refund');

    expect(await words(seat)).toMatch(/US\$5\.00/);
    const { merchantId } = await merchantOf(seat);
    expect(
      await sql('SELECT amount::text, reason FROM sandbox.refunds WHERE merchant_id = $1', [merchantId]),
    ).toEqual([{ amount: '50000', reason: 'One cup was broken' }]);
  });

  it('turns on a second factor, and is asked for it at the next sign-in', async () => {
    const { page, hands, email } = seat;
    await page.goto('/dashboard/account');
    await hands.follow('/dashboard/account/factor');
    factor = ((await page.locator('main code.secret').textContent()) ?? '').replaceAll(' ', '');
    await hands.write('code', totpNow(factor));
    await hands.send('/account/factor');
    recoveryCodes = await page.locator('main code.secret').allTextContents();
    expect(recoveryCodes).toHaveLength(10);

    await page.context().clearCookies();
    await page.goto('/dashboard/test/payouts/new');
    await hands.write('email', email);
    await hands.write('password', password);
    await hands.send('/sign-in');
    await hands.write('code', recoveryCodes[0] ?? '');
    await hands.send('/second-factor');

    expect(new URL(page.url()).pathname).toBe('/dashboard/test/payouts/new');
  });

  it('moves the clock to the settlement, and pays out with the second factor', async () => {
    const { page, hands } = seat;
    await page.goto('/dashboard/test/sandbox');
    await hands.write('by', '240');
    await hands.send('/sandbox/clock');
    await sql(
      `UPDATE platform.dashboard_sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = (SELECT id FROM platform.users WHERE email = $1)`,
      [seat.email],
    );
    await page.goto('/dashboard/test/payouts/new');
    expect(new URL(page.url()).pathname).toBe('/dashboard/confirm');
    await hands.write('code', totpNow(factor, 1));
    await hands.send('/confirm');
    await hands.write('amount', '20.00');
    await hands.choose('to', 'agent_cash');
    await hands.send('/payouts/preview');
    expect(await words(seat)).toContain('US$20.00');
    await hands.send('/payouts/new');
    const code = (await page.locator('main .figure.secret').textContent()) ?? '';
    await page.goto('/dashboard/test/payouts');

    expect(code).toMatch(/^\d{6,8}$/);
    expect(await words(seat)).not.toContain(code);
    expect(await words(seat)).toContain('US$20.00');
  });

  it('is verified by an operator, and creates a live app', async () => {
    const { page, hands } = seat;
    await page.goto('/dashboard/live/verification');
    for (const [name, text] of Object.entries(aForm)) await hands.write(name, text);
    const buffer = files.pdf();
    await page
      .locator('[name="document_identity"]')
      .setInputFiles({ name: 'passport.pdf', mimeType: 'application/pdf', buffer });
    await hands.send('/verification');
    await approve(seat);
    await page.goto('/dashboard/live/apps');
    await hands.follow('/dashboard/live/apps/new');
    await hands.write('name', 'Live shop');
    await hands.send('/apps/new');

    expect(await words(seat)).toMatch(/sk_live_\w+/);
  });

  it('rehearses the newer version on its own calls, moves to it, and goes back', async () => {
    const { page, hands } = seat;
    expect((await call('/v1/transactions?q=tea&limit=5')).status).toBe(200);
    await soon(async () => {
      await page.goto(`${appPath}/version`);
      expect(await words(seat)).toContain('Rename the parameter q to search');
    });
    await hands.send('/version');
    const moved = await pinned(appPath);
    await hands.send('/version');

    expect([moved, await pinned(appPath)]).toEqual([newest, first]);
  });

  it('meets no error of a script, no breach of the policy, and no other host', () => {
    expect(seat.complaints).toEqual([]);
  });

  /** Pays for an order on the hosted page, as the shop's customer. */
  async function pay(order: string): Promise<void> {
    const answer = await call('/v1/checkout/create', {
      amount: '100.00',
      currency: 'USD',
      reference: order, // as the first version calls it
      returnUrl: `${office.app.baseUrl}/docs/return`,
      notificationUrl: `${receiver.url}/notify`,
    });
    // The first version has the id and the address in one field.
    const { data } = (await answer.json()) as { readonly data: { readonly session: string } };
    const page = await seat.context.newPage();
    await page.goto(data.session.split(' ')[1] ?? '');
    const form = page.locator('form').first();
    await form.locator('[name=method][value=card]').check();
    for (const [name, text] of Object.entries(card)) await form.locator(`[name=${name}]`).fill(text);
    await form.locator('button').first().click();
    await page.waitForSelector('[data-page=receipt]');
    await page.close();
  }

  const call = (path: string, body?: object) =>
    fetch(office.app.baseUrl + path, {
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
});

const card = { number: '4242424242424242', expiry: '12 / 40', holder: 'T. Moyo', cvv: '737' };

const words = ({ page }: Seat): Promise<string> => page.locator('main').innerText();
/** On a narrow screen the menu is folded up. */
async function openMenu({ page, hands }: Seat): Promise<void> {
  if (!(await page.locator('nav.menu a').first().isVisible())) await hands.unfold('Menu');
}

const idOf = (path: string): string => uuidIn(path.split('/').at(-1) ?? '') ?? '';

async function merchantOf({ email }: Seat): Promise<{ readonly merchantId: string }> {
  const rows = await sql(
    'SELECT merchant_id FROM platform.memberships WHERE user_id = (SELECT id FROM platform.users WHERE email = $1)',
    [email],
  );
  return { merchantId: String(rows[0]?.['merchant_id']) };
}

async function pinned(path: string): Promise<unknown> {
  const [row] = await sql('SELECT api_version FROM platform.api_apps WHERE id = $1', [idOf(path)]);
  return row?.['api_version'];
}

async function approve(seat: Seat): Promise<void> {
  const { merchantId } = await merchantOf(seat);
  const [row] = await sql('SELECT id FROM live.kyc_submissions WHERE merchant_id = $1', [merchantId]);
  const operator = await office.operator();
  const at = `/dashboard/operators/kyc/${showId('kyc', String(row?.['id']))}`;
  await operator.submit(await operator.open(at), at.split('/').at(-1) ?? '', { decision: 'approve' });
}
