import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import type { Client, Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let finance: Client;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  finance = await office.as('finance');
  const { app, merchant } = office;
  const api = apiOf(app.baseUrl, merchant.secretKey);
  const { data } = await api('createCheckout', {
    body: {
      amount: '100.00',
      currency: 'USD',
      merchantTransactionId: 'order-1',
      returnUrl: `${app.baseUrl}/docs/return`,
      notificationUrl: `${app.baseUrl}/docs/hook`,
    },
  });
  await payByCard(data.payment_url, '4242424242424242');
  await api('advanceTestClock', { body: { advance_seconds: 8 * 24 * 3600 } });
});
afterAll(() => office.stop());

const bank = {
  type: 'bank',
  bank_name: 'Settlement Bank',
  bank_account_number: '12-345 678 901',
  bank_account_name: 'Corner Shop Ltd',
};

async function aDestination(client: Client): Promise<string> {
  const form = await client.open('/dashboard/test/payouts/destinations/new');
  await client.submit(form, '/destinations/new', bank);
  const { text } = await client.open('/dashboard/test/payouts/new');
  return /name="to" value="([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
}

async function previewOf(client: Client, amount: string, to: string): Promise<Shown> {
  const form = await client.open('/dashboard/test/payouts/new');
  return await client.submit(form, '/payouts/preview', { amount, currency: 'USD', to });
}

const audited = (action: string) =>
  office.app.database.asOwner(
    'SELECT user_email, ip, object, details FROM sandbox.audit_log WHERE action = $1',
    [action],
  );
const payouts = () =>
  office.app.database.asOwner('SELECT id, amount::text, status FROM sandbox.payouts ORDER BY id');

describe('a payout from the dashboard', () => {
  it('shows the fee and what remains before it is made, and is made once however often the form is sent', async () => {
    const to = await aDestination(finance);
    const preview = await previewOf(finance, '25.00', to);
    expect(preview.text).toMatch(/Fee[\s\S]*US\$1\.00[\s\S]*US\$24\.00/);
    expect(await payouts()).toEqual([]);

    const made = await finance.submit(preview, '/payouts/new');
    const again = await finance.submit(preview, '/payouts/new');

    expect(made.path).toMatch(/^\/dashboard\/test\/payouts\/po_[0-9a-f]{32}$/);
    expect(again.text).toContain('This form was sent before');
    expect(await payouts()).toHaveLength(1);
    expect(await audited('payout.requested')).toEqual([
      {
        user_email: expect.stringContaining('@people.test'),
        ip: expect.stringMatching(/127\.0\.0\.1|::1/),
        object: made.path.split('/').at(-1),
        details: { amount: 'US$25.00', to: 'Settlement Bank …8901' },
      },
    ]);
  });

  it('refuses more than there is, and an amount that is none, in words at the form', async () => {
    const to = await aDestination(finance);
    const [before] = [await payouts()];
    const tooMuch = await finance.submit(await previewOf(finance, '5000.00', to), '/payouts/new');
    const noAmount = await previewOf(finance, '12,50', to);

    expect([tooMuch.status, noAmount.status]).toEqual([409, 422]);
    expect(noAmount.text).toContain('Must be an amount above zero');
    expect(noAmount.text).toContain('value="12,50"');
    expect(await payouts()).toEqual(before);
  });

  it('shows the code that collects cash on one answer only', async () => {
    const made = await finance.submit(await previewOf(finance, '10.00', 'agent_cash'), '/payouts/new');
    const code = /class="figure secret">(\d+)</.exec(made.text)?.[1] ?? '';
    const link = /href="(\/dashboard\/test\/payouts\/po_[0-9a-f]+)"/.exec(made.text)?.[1] ?? '';

    expect(code).toMatch(/^\d{6,8}$/);
    expect((await finance.open(link)).text).not.toContain(code);
    expect(office.app.lines.join('')).not.toContain(code);
  });

  it('never shows a whole account number', async () => {
    await aDestination(finance);
    for (const path of [
      '/dashboard/test/payouts/destinations',
      '/dashboard/test/payouts',
      '/dashboard/test/payouts/new',
    ]) {
      expect((await finance.open(path)).text).not.toContain('12345678901');
    }
  });

  it('is not seen by another merchant', async () => {
    const [payout] = await payouts();
    const shown = String(payout?.['id']).replaceAll('-', '');
    const { status } = await (await office.stranger()).open(`/dashboard/test/payouts/po_${shown}`);

    expect(status).toBe(404);
  });
});
