import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counterWords } from '../../../../../../src/pages/words/dashboard/selling/counter.ts';
import { turnClock } from '../../../../../support/builders/build.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import { apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import { aVisitor, openBrowser } from '../../../browser.ts';
import { type Client, noticesIn, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let finance: Client;

beforeAll(async () => {
  office = await openOffice();
  finance = await office.as('finance');
});
afterAll(() => office.stop());

const base = '/dashboard/test/counter';
const sql = (text: string, values: readonly unknown[] = []) => office.app.database.asOwner(text, values);

async function aSale(fields: Readonly<Record<string, string>> = {}): Promise<Shown> {
  const wanted = { amount: '12.50', currency: 'USD', method: 'card', ...fields };
  return await finance.submit(await finance.open(base), '/counter', wanted);
}

const pageOf = ({ text }: Shown): string => /data-copy="(http[^"]+\/p\/[^"]+)"/.exec(text)?.[1] ?? '';
const saleId = ({ path }: Shown): string => /vts_[0-9a-f]{32}/.exec(path)?.[0] ?? '';
/** The address that htmx asks by itself. */
const polledOf = ({ text }: Shown): string => / hx-get="([^"]+)"/.exec(text)?.[1] ?? '';
const audited = async (action: string) =>
  await sql('SELECT object FROM sandbox.audit_log WHERE action = $1 ORDER BY id DESC', [action]);

describe('a sale at the counter', () => {
  it('shows a code that the customer pays, and then that it is paid, once for a form', async () => {
    const form = await finance.open(base);
    const wanted = { amount: '12.50', currency: 'USD', method: 'card', description: 'Two teas' };
    const opened = await finance.submit(form, '/counter', wanted);
    const again = await finance.submit(form, '/counter', wanted);
    await payByCard(pageOf(opened), '4242424242424242');
    const paid = await finance.open(opened.path);

    expect(opened.path).toMatch(/\/counter\/sales\/vts_[0-9a-f]{32}$/);
    expect(opened.text).toContain('role="img"');
    expect(opened.text).toContain('hx-trigger="every 2s"');
    expect(again.text).toContain('This form was sent before');
    expect(plain(paid)).toContain('✓ US$12.50');
    expect(paid.text).not.toContain('every 2s');
    expect(paid.text).toContain('New sale');
    expect(await audited('counter.sale-opened')).toEqual([{ object: saleId(opened) }]);
    expect((await finance.open(`${base}/sales?status=paid`)).text).toContain(saleId(opened));
  });

  it('says what of it was refunded since', async () => {
    const api = apiOf(office.app.baseUrl, office.merchant.secretKey);
    const opened = await aSale();
    await payByCard(pageOf(opened), '4242424242424242');
    const before = plain(await finance.open(opened.path));
    const { session } = (await api('getVirtualTerminalSession', { params: { id: saleId(opened) } })).data;
    const id = String(session.transaction_id);
    await api('refundTransaction', { params: { id }, body: { amount: '2.50' } });
    const after = plain(await finance.open(opened.path));

    expect(before).not.toContain('Refunded');
    expect(after).toContain(counterWords.sale.refunded('US$2.50'));
  });

  it('asks the wallet on a phone, and shows what it said', async () => {
    const opened = await aSale({ method: 'wallet_a' });
    const wrong = await finance.submit(opened, '/charge', { phone: '12' });
    const empty = await finance.submit(opened, '/charge', { phone: '' });
    const other = await finance.submit(opened, '/charge', { phone: '0712345678' });
    const asked = await finance.submit(opened, '/charge', { phone: '+263\u00A0(0)77\u2011111\u20111111' });
    const twice = await finance.submit(opened, '/charge', { phone: '0771111111', once: '' });
    const api = apiOf(office.app.baseUrl, office.merchant.secretKey);

    expect(wrong.status).toBe(422);
    expect(empty.text).toContain(`<a href="#phone">${counterWords.sale.wrongPhone}<`);
    expect(other.text).toContain(`<a href="#phone">${counterWords.sale.otherWallet('Wallet A')}<`);
    expect(asked.path).toContain('done=asked');
    expect(twice.status).toBe(409);
    await api('advanceTestClock', { body: { advance_seconds: 10 } });
    await soon(async () => {
      expect(plain(await finance.open(opened.path))).toContain('✓ US$12.50');
    });
    expect(await audited('counter.phone-charged')).toEqual([{ object: saleId(opened) }]);
  });

  it('loads the whole screen once the part that is polled is at another stage', async () => {
    const opened = await aSale();
    const still = await finance.get(polledOf(opened), { 'hx-request': 'true' });
    await payByCard(pageOf(opened), '4242424242424242');
    const over = await finance.open(polledOf(opened));

    expect([still.status, still.text]).toEqual([204, '']);
    expect(over.text).toContain('hx-trigger="load, every 2s" hx-select="#main"');
    expect(polledOf(over)).toBe(opened.path);
  });

  it('is shown to who comes to the address of the part that is polled, as after signing in again', async () => {
    const opened = await aSale();

    const shown = await finance.open(polledOf(opened));

    expect([shown.status, shown.path]).toEqual([200, opened.path]);
  });

  it('says why the customer was declined in the part that is polled, once and without an alert', async () => {
    const opened = await aSale();
    await payByCard(pageOf(opened), '4000000000000002');
    const declined = await finance.open(polledOf(opened));
    const still = await finance.get(polledOf(declined), { 'hx-request': 'true' });

    expect(declined.text).toMatch(/<div aria-live="polite"><div id="sale"[^>]* hx-trigger="every 2s"/);
    expect(plain(declined)).toContain(counterWords.sale.declined);
    expect(declined.text).not.toContain('role="alert"');
    expect(still.status).toBe(204);
  });

  it('says what a form came to as long as that is so, and whether the number or the wallet is to blame', async () => {
    const opened = await aSale({ method: 'wallet_a' });
    const unreachable = await finance.submit(opened, '/charge', { phone: '0779999999' });
    const refused = await finance.submit(unreachable, '/charge', { phone: '0777777777' });
    const asked = await finance.submit(refused, '/charge', { phone: '0776666666' });
    const before = await finance.open(refused.path);
    const canceled = await finance.submit(asked, '/cancel');
    const later = await finance.open(asked.path);

    expect(noticesIn(unreachable)).toEqual([expect.stringContaining('bad: The wallet cannot be reached')]);
    expect(noticesIn(refused)).toEqual([expect.stringContaining('Check the number and send it again.')]);
    expect(noticesIn(asked)).toEqual(['good: The request is on its way to the phone.']);
    expect(noticesIn(before)).toEqual([]);
    expect(noticesIn(canceled)).toEqual(['good: The sale is canceled.']);
    expect(noticesIn(later)).toEqual([]);
    expect(noticesIn(await finance.open(`${(await aSale()).path}?done=canceled`))).toEqual([]);
  });

  it.each([
    ['expired', 'Expired'],
    ['canceled', 'Canceled'],
  ])('that is %s says what became of the money of a customer who was asked', async (how, state) => {
    const api = apiOf(office.app.baseUrl, office.merchant.secretKey);
    const later = (seconds: number) => turnClock(api, seconds);
    const opened = await aSale({ method: 'wallet_a' });
    if (how === 'expired') await later(29 * 60);
    const asked = await finance.submit(opened, '/charge', { phone: '0778888888' });
    if (how === 'expired') await later(150);
    else await finance.submit(asked, '/cancel');
    const ended = plain(await finance.open(opened.path));
    await later(200);
    const late = plain(await finance.open(opened.path));

    expect(ended).toContain(`${state} The customer was asked to pay, and we do not know the result yet.`);
    expect(ended).not.toContain('No money was taken');
    expect(late).toContain('The money is on its way back to them.');
    expect(late).not.toContain('No money was taken');
  });

  it('says that no money was taken when it ends without a payment, and why it could not be paid', async () => {
    const canceled = await aSale();
    await finance.submit(canceled, '/cancel');
    const refused = await aSale();
    for (let sent = 0; sent < 5; sent += 1) await payByCard(pageOf(refused), '4000000000000002');

    const shown = plain(await finance.open(canceled.path));
    expect(shown).toContain('Canceled. No money was taken.');
    expect(shown).not.toContain('If they still approve');
    expect(plain(await finance.open(refused.path))).toContain('Five attempts were refused.');
  });

  it('is canceled, and takes no money afterwards', async () => {
    const opened = await aSale();
    const canceled = await finance.submit(opened, '/cancel');
    const page = await (await fetch(pageOf(opened))).text();

    expect(plain(canceled)).toContain('Canceled');
    expect(page).not.toContain('name="number"');
  });

  it.each([
    ['that begins with the point, as cashiers type cents', '.5', 'US$0.50'],
    ['with a comma, the only key for decimals of some phones', '12,50', 'US$12.50'],
    ['in the digits of an Arabic keyboard', '١٢٫٥', 'US$12.50'],
  ])('takes an amount %s', async (_, amount, shown) => {
    expect(plain(await aSale({ amount }))).toContain(shown);
  });

  it.each([
    ['an amount with a group of thousands', { amount: '1,250' }, 422],
    ['nothing', { amount: '0.00' }, 422],
    ['a point alone', { amount: '.' }, 422],
    ['no amount', { amount: '' }, 422],
    ['an announced wallet', { method: 'wallet_c' }, 409],
  ])('is refused with words for %s', async (_, fields, status) => {
    const answer = await aSale(fields);

    expect(answer.status).toBe(status);
    expect(answer.text).toContain(`value="${'amount' in fields ? fields.amount : '12.50'}"`);
  });

  it('needs a verified business, as the API does', async () => {
    const { merchantId } = await office.app.aMerchant({ kycTier: 0 });
    const person = await office.aPerson({ role: 'owner', merchantId });
    const owner = office.aBrowser();
    await owner.signIn(person.email, person.password);
    const answer = await owner.submit(await owner.open(base), '/counter', {
      amount: '1.00',
      currency: 'USD',
      method: 'card',
    });

    expect(answer.status).toBe(409);
    expect(answer.text).toContain('must be verified first');
  });

  it('of another merchant is not found', async () => {
    const opened = await aSale();
    const { status } = await (await office.stranger()).open(opened.path);

    expect(status).toBe(404);
  });
});

describe('the till in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('is used by its keys, sees the payment by itself, and goes on with Enter', async () => {
    const { baseUrl } = office.app;
    const viewport = { width: 390, height: 780 };
    const { context, page, complaints } = await aVisitor(browser, { baseUrl, baseURL: baseUrl, viewport });
    const [name = '', value = ''] = finance.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    await page.goto(base);
    // Nobody sends the form twice: one of its fields is called method, too.
    await page.route('**/counter', (route) => route.fulfill({ status: 204 }), { times: 1 });
    await page.locator('form[action$="/counter"] button.main').click();
    await page.locator('button.main:disabled').waitFor();
    await page.reload();
    for (const key of ['9', '.', '5', '5', '', '0']) await page.locator(`[data-key="${key}"]`).click();
    await page.locator('form[action$="/counter"] button.main').click();
    await page.waitForURL(/vts_/);
    const [, address = ''] = /data-copy="(http[^"]+\/p\/[^"]+)"/.exec(await page.content()) ?? [];
    await payByCard(address, '4242424242424242');
    await page.locator('a[data-focus]').waitFor();
    await page.locator('main .actions .state', { hasText: 'Paid' }).waitFor();
    const shown = await page.locator('main').innerText();
    await page.keyboard.press('Enter');
    await page.waitForURL(/counter$/);

    expect(shown).toContain('✓ US$9.50');
    expect(shown).not.toContain('Cancel this sale');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('keeps what is being typed, and the focus, while the sale is watched', async () => {
    const { baseUrl } = office.app;
    const { path } = await aSale({ method: 'wallet_a' });
    const { context, page } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = finance.cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    await page.goto(path);
    await page.locator('#phone').fill('07711');
    // The second question comes after the first was answered.
    for (let asked = 0; asked < 2; asked += 1) await page.waitForResponse(/seen=pending/);

    const typed = await page.locator('#phone').inputValue();
    await page.locator('#sale a').focus();
    for (let asked = 0; asked < 2; asked += 1) await page.waitForResponse(/seen=pending/);

    expect(typed).toBe('07711');
    expect(await page.evaluate("document.activeElement.closest('#sale') !== null")).toBe(true);
    await context.close();
  });
});
