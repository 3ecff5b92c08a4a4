import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../../../../support/service/api.ts';
import { aReading } from '../../../../api/payments/terminals/counter.ts';
import type { Client } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let finance: Client;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  finance = await office.as('finance');
});
afterAll(() => office.stop());

const base = '/dashboard/test/readers';
const reader = { serial_number: 'PAX-0001', device_model: 'pax_a920', location_name: 'Till 2' };
const register = async (fields = {}) =>
  await finance.submit(await finance.open(`${base}/new`), '/readers/new', { ...reader, ...fields });

describe('card readers', () => {
  it('are registered, moved and removed, as the API sees them', async () => {
    const api = apiOf(office.app.baseUrl, office.merchant.secretKey);
    const made = await register();
    const moved = await register({ location_name: 'Till 3' });
    const { data } = await api('listTerminals');
    await finance.submit(moved, '/remove');
    const left = await api('listTerminals');
    const audit = await office.app.database.asOwner(
      "SELECT action FROM sandbox.audit_log WHERE action LIKE 'reader.%' ORDER BY id",
    );

    expect(made.text).toContain('Till 2');
    expect(data.terminals).toMatchObject([{ serial_number: 'PAX-0001', location_name: 'Till 3' }]);
    expect(left.data.terminals).toEqual([]);
    expect(audit.map(({ action }) => action)).toEqual([
      'reader.registered',
      'reader.registered',
      'reader.removed',
    ]);
  });

  it.each([
    { serial_number: 'no spaces here' },
    { serial_number: '' },
    { location_name: 'card 4242 4242 4242 4242' },
  ])('are refused with what is wrong at the field: %o', async (fields) => {
    const answer = await register(fields);

    expect(answer.status).toBe(422);
    expect(answer.text).toContain('aria-invalid="true"');
  });

  it('are named on the screens of the payments that they took, also after they were removed', async () => {
    const api = apiOf(office.app.baseUrl, office.merchant.secretKey);
    await register({ serial_number: 'PAX-0008', location_name: 'Till 8' });
    const body = {
      ...reader,
      device_model: 'sunmi_p3',
      serial_number: 'PAX-0009',
      location_name: 'Till 9',
    } as const;
    const { terminal_id: id } = (await api('registerTerminal', { body })).data;
    const paid = await api('processTerminalPayment', { body: aReading(id) });
    const address = `/dashboard/test/payments/${paid.data.transaction_id}`;
    const before = await finance.open(address);
    await api('deactivateTerminal', { params: { id } });
    const after = await finance.open(address);

    for (const { text } of [before, after]) {
      expect(text).toContain('Till 9');
      expect(text).not.toContain('Till 8');
      expect(text).toContain('Visa ending in 4242');
    }
  });

  it('of another merchant are not removed', async () => {
    const made = await register({ serial_number: 'PAX-0002' });
    const [, path = ''] = /action="([^"]+\/remove)"/.exec(made.text) ?? [];
    const stranger = await office.stranger();
    const token = /name="token" value="([^"]+)"/.exec(
      (await stranger.open('/dashboard/merchants')).text,
    )?.[1];
    const { status } = await stranger.post(path, { token: token ?? '' });

    expect(status).toBe(404);
  });
});
