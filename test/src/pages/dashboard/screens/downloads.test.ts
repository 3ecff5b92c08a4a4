import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aVisitor, openBrowser } from '../../browser.ts';
import { type Office, openOffice } from '../office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
});
afterAll(() => office.stop());

describe('a download of a person whose session has ended', () => {
  it.each(['/payments', '/payments/refunds', '/balance/journal'])(
    'leads to sign in, and then to the list with its filters: %s',
    async (list) => {
      const path = `/dashboard/test${list}`;
      const { email, password } = await office.aPerson({
        role: 'viewer',
        merchantId: office.merchant.merchantId,
      });
      const client = office.aBrowser();
      const form = await client.open(`${path}.csv?currency=USD`);
      const landed = await client.submit(form, '/sign-in', { email, password });
      const file = await client.get(`${path}.csv?currency=USD`);

      expect(form.path).toContain('/dashboard/sign-in');
      expect(landed.path).toBe(`${path}?currency=USD`);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
    },
  );

  it('is no list of another merchant, whom they chose in another tab', async () => {
    const client = await office.as('viewer');
    const links = ['/payments', '/balance/journal'].map((list) => `/dashboard/test${list}`);
    const other = `mer_${'0'.repeat(32)}`;
    const asked = await Promise.all(links.map((path) => client.get(`${path}.csv?currency=USD&of=${other}`)));
    const { text } = await client.open(`${links[0]}?currency=USD`);
    const [, own = ''] = /href="([^"]*\.csv[^"]*)"/.exec(text) ?? [];
    const file = await client.get(own.replaceAll('&amp;', '&'));

    expect(asked.map(({ status, location }) => [status, location])).toEqual(
      links.map((path) => [303, `${path}?currency=USD`]),
    );
    expect([file.status, own.includes(office.merchant.merchantId.replaceAll('-', ''))]).toEqual([200, true]);
  });

  it('is no file in a browser', async () => {
    const { baseUrl } = office.app;
    const browser = await openBrowser();
    const { context, page } = await aVisitor(browser, { baseUrl, baseURL: baseUrl });
    const [name = '', value = ''] = (await office.as('viewer')).cookie().split('=');
    await context.addCookies([{ name, value, url: baseUrl }]);
    await page.goto('/dashboard/test/payments');
    await context.clearCookies();
    const saved: string[] = [];
    page.on('download', (file) => saved.push(file.suggestedFilename()));
    await page.getByText('Download as CSV').click();
    await page.waitForURL('**/dashboard/sign-in?**', { timeout: 10_000 }).catch(() => undefined);
    const path = new URL(page.url()).pathname;
    await browser.close();

    expect([path, ...saved]).toEqual(['/dashboard/sign-in']);
  });
});
