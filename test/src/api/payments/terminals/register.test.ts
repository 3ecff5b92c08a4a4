import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { aReader, aReading, registeredReader } from './counter.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const listed = async (of: Shop) => (await of.api('listTerminals')).data.terminals;
const deactivate = (of: Shop, id: string) => of.api('deactivateTerminal', { params: { id } });

describe('POST /v1/terminals/register', () => {
  it.each([
    'sunmi_p3',
    'sunmi_p3_mix',
    'pax_a920',
    'telpo_tps900',
    'zcs_z90',
    'newland_n910',
    'ingenico_apos_a8',
    'other',
  ])('takes a %s', async (device_model) => {
    const reader = aReader({ device_model });

    const registered = await shop.api('registerTerminal', { body: reader });

    expect(registered).toMatchObject({ status: 200, data: reader });
    expect(await listed(shop)).toMatchObject([{ ...reader, terminal_id: registered.data.terminal_id }]);
  });

  it.each([
    ['another model', { device_model: 'pax_a77' }],
    ['no place', { location_name: '' }],
    ['a space before the place', { location_name: ' Shop 1' }],
    ['a serial number with a space', { serial_number: 'P3 1' }],
    ['a serial number of 65 characters', { serial_number: 'P'.repeat(65) }],
  ])('is refused with %s', async (_what, about) => {
    const refused = await shop.api('registerTerminal', { body: aReader(about) });

    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(await listed(shop)).toEqual([]);
  });

  it('updates model and place of a known serial number, and its last-seen time', async () => {
    const id = await registeredReader(shop.api, { serial_number: 'P3-1' });
    const [before] = await listed(shop);
    await turnClock(shop.api, 3600);

    const moved = { device_model: 'pax_a920', location_name: 'Shop 2' };
    const again = await registeredReader(shop.api, { serial_number: 'P3-1', ...moved });

    const [after, ...others] = await listed(shop);
    expect([again, others]).toEqual([id, []]);
    expect(after).toMatchObject({ ...moved, registered_at: before?.registered_at });
    expect(Date.parse(after?.last_seen_at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(before?.last_seen_at ?? '') + 3_600_000,
    );
  });

  it('registers another reader for another merchant with the same serial number', async () => {
    const other = await openShop(app);

    const ids = [
      await registeredReader(shop.api, { serial_number: 'P3-1' }),
      await registeredReader(other.api, { serial_number: 'P3-1' }),
    ];

    expect(new Set(ids).size).toBe(2);
    expect(await listed(other)).toMatchObject([{ terminal_id: ids[1] }]);
  });

  it('is refused below tier 1', async () => {
    const { api } = await openShop(app, { kycTier: 0 });

    const refused = await api('registerTerminal', { body: aReader() });

    expect(refused).toMatchObject({
      status: 403,
      code: 'KYC_REQUIRED',
      body: { details: { required_kyc_tier: 1 } },
    });
  });

  it('works in live too', async () => {
    const { secretKey } = await app.aMerchant({ mode: 'live' });

    expect((await apiOf(app.baseUrl, secretKey)('registerTerminal', { body: aReader() })).status).toBe(200);
  });
});

describe('GET /v1/terminals/list', () => {
  it('shows every active reader in order of registration', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 4; made += 1) ids.push(await registeredReader(shop.api));
    await deactivate(shop, ids[1] ?? '');
    await registeredReader(shop.api, { serial_number: 'last' });
    await turnClock(shop.api, 60);
    await shop.api('processTerminalPayment', { body: aReading(ids[2] ?? '') });

    const readers = await listed(shop);

    expect(readers.slice(0, -1).map(({ terminal_id }) => terminal_id)).toEqual([ids[0], ids[2], ids[3]]);
    expect(readers.at(-1)?.serial_number).toBe('last');
    // A payment updates the last-seen time.
    expect(readers.toSorted((a, b) => (a.last_seen_at < b.last_seen_at ? 1 : -1))[0]?.terminal_id).toBe(
      ids[2],
    );
  });
});

describe('DELETE /v1/terminals/{id}', () => {
  it('deactivates a reader until it is registered again, and answers the same if repeated', async () => {
    const id = await registeredReader(shop.api, { serial_number: 'P3-1' });

    const answers = [await deactivate(shop, id), await deactivate(shop, id)];
    const gone = await listed(shop);
    const refused = await shop.api('processTerminalPayment', { body: aReading(id) });
    const again = await registeredReader(shop.api, { serial_number: 'P3-1' });
    const paid = await shop.api('processTerminalPayment', { body: aReading(id) });

    expect(answers.map(({ status, data }) => [status, data])).toEqual([
      [200, { deactivated: true }],
      [200, { deactivated: true }],
    ]);
    expect(gone).toEqual([]);
    expect(refused).toMatchObject({ status: 409, code: 'TERMINAL_INACTIVE' });
    expect([again, paid.data.status]).toEqual([id, 'completed']);
    const notes = await app.database.asOwner(
      `SELECT from_status, to_status FROM sandbox.status_changes WHERE resource = 'terminals' AND merchant_id = $1 ORDER BY id`,
      [shop.merchant.merchantId],
    );
    expect(notes).toEqual([
      { from_status: 'active', to_status: 'inactive' },
      { from_status: 'inactive', to_status: 'active' },
    ]);
  });

  it.each([
    ['unknown', async () => `trm_${'0'.repeat(32)}`],
    ['of another kind', async () => `txn_${'0'.repeat(32)}`],
    ['of another merchant', async () => registeredReader((await openShop(app)).api)],
  ])('finds no reader if its id is %s', async (_what, make) => {
    const refused = await deactivate(shop, await make());

    expect(refused).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      body: { details: { resource: 'terminal' } },
    });
  });
});
