import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cardScenarios,
  walletScenarios,
} from '../../../../../../src/domain/money/gateways/sandbox/scenarios.ts';
import { openedCheckout, turnClock } from '../../../../../support/builders/build.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { type Client, othersIn, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let api: Api;
let developer: Client;
const address = '/dashboard/test/sandbox';

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  api = apiOf(office.app.baseUrl, office.merchant.secretKey);
  developer = await office.as('developer');
});
afterAll(() => office.stop());
beforeEach(async () => {
  await api('resetSandbox');
});

const submit = async (ending: string, fields: Readonly<Record<string, string>>): Promise<Shown> =>
  developer.submit(await developer.open(address), `/sandbox/${ending}`, fields);

const auditOf = (action: string) =>
  office.app.database.asOwner(
    'SELECT object, details FROM sandbox.audit_log WHERE action = $1 ORDER BY id DESC',
    [action],
  );

async function tokenOf(client: Client): Promise<string> {
  return /name="token" value="([^"]+)"/.exec((await client.open('/dashboard/merchants')).text)?.[1] ?? '';
}

describe('the sandbox', () => {
  it('is nowhere in live', async () => {
    const owner = await office.as('owner');
    const token = await tokenOf(owner);

    expect((await owner.open('/dashboard/live/sandbox')).status).toBe(404);
    for (const ending of ['clock', 'events', 'kyc', 'reset'])
      expect((await owner.post(`/dashboard/live/sandbox/${ending}`, { token })).status).toBe(404);
    expect((await owner.open('/dashboard/live')).text).not.toContain('/live/sandbox');
  });

  it('shows every test number, and viewers nothing that changes something', async () => {
    const shown = await (await office.as('viewer')).open(address);

    for (const { number } of cardScenarios) expect(shown.text).toContain(number);
    for (const { phone } of walletScenarios) expect(shown.text).toContain(phone ?? '');
    expect(plain(shown)).toContain('declined: WALLET_WRONG_PIN, after 45 s');
    expect(plain(shown)).toMatch(/Next reset of all test data \d{1,2} \w+ \d{4}/);
    expect(shown.text).toMatch(/title="\d{4}-\d\d-\d\d 00:00:00 UTC"/);
    expect(shown.text).not.toMatch(/action="[^"]*\/sandbox\//);
  });
});

describe('a refused form', () => {
  it.each([
    ['clock', { by: '0' }],
    ['kyc', { tier: '3' }],
    ['events', { type: 'payment.stolen' }],
    ['reset', { name: 'Another Shop' }],
  ])('leaves the other forms as they are: %s', async (form, fields) => {
    const before = await developer.open(address);
    const refused = await developer.submit(before, `/sandbox/${form}`, fields);

    expect(refused.status).toBe(422);
    expect(othersIn(refused, form)).toEqual(othersIn(before, form));
  });
});

describe('the clock', () => {
  it('moves forward and runs what falls due', async () => {
    const { checkout_id: id } = await openedCheckout(api);
    const moved = await submit('clock', { by: '2', unit: 'days' });

    expect(plain(moved)).toMatch(/The clock is moved\. [1-9]\d* jobs? fell due and ran\./);
    expect(plain(moved)).toContain('Ahead of real time 2 days');
    expect((await api('getTestClock')).data.offset_seconds).toBe(2 * 86_400);
    const { data } = await api('getCheckoutStatus', { params: { id } });
    expect(data.status).toBe('expired');
    expect(await auditOf('sandbox.clock-moved')).toMatchObject([{ details: { seconds: 172_800 } }]);
  });

  it.each([
    ['0', 'days'],
    ['-1', 'days'],
    ['1.5', 'hours'],
    ['367', 'days'],
    ['1', 'years'],
    ['', 'hours'],
  ])('does not move by %j %s', async (by, unit) => {
    const { status, text } = await submit('clock', { by, unit });

    expect(status).toBe(422);
    expect(text).toContain('Enter a whole number');
    expect((await api('getTestClock')).data.offset_seconds).toBe(0);
  });

  it('says that it is ahead by seconds, which the API may move it by', async () => {
    await turnClock(api, 30);

    expect(plain(await developer.open(address))).toContain('Ahead of real time 30 seconds');
  });

  it('moves once, however often the form is sent', async () => {
    const shown = await developer.open(address);
    await developer.submit(shown, '/sandbox/clock', { by: '1', unit: 'hours' });
    const again = await developer.submit(shown, '/sandbox/clock', { by: '1', unit: 'hours' });

    expect(again.status).toBe(409);
    expect((await api('getTestClock')).data.offset_seconds).toBe(3600);
  });

  it('says when it cannot go further', async () => {
    await office.app.database.asOwner(
      `INSERT INTO sandbox.merchant_states (merchant_id, clock_offset_ms) VALUES ($1, $2)
       ON CONFLICT (merchant_id) DO UPDATE SET clock_offset_ms = excluded.clock_offset_ms`,
      [office.merchant.merchantId, 3660 * 86_400_000],
    );

    expect((await submit('clock', { by: '1', unit: 'days' })).status).toBe(409);
  });
});

describe('a triggered event', () => {
  it('is in the log, marked as a test event', async () => {
    const shown = await submit('events', { type: 'payment.refund.completed' });

    expect(shown.path).toMatch(/^\/dashboard\/test\/events\/evt_[0-9a-f]{32}\?done=triggered$/);
    expect(plain(shown)).toContain('payment.refund.completed');
    expect(plain(shown)).toContain('test event');
    const { data } = await api('listEvents', { query: { type: 'payment.refund.completed' } });
    expect(data.items).toHaveLength(1);
    expect(await auditOf('sandbox.event-triggered')).toMatchObject([{ object: data.items[0]?.id }]);
  });

  it('is one of the registry', async () => {
    expect((await submit('events', { type: 'payment.stolen' })).status).toBe(422);
  });
});

describe('the verification', () => {
  it('is set for test mode only', async () => {
    const { merchantId } = office.merchant;
    const [before] = await office.app.database.asOwner(
      'SELECT kyc_tier FROM platform.merchants WHERE id = $1',
      [merchantId],
    );
    for (const tier of ['2', '0']) {
      const shown = await submit('kyc', { tier });

      expect(plain(shown)).toContain('The tier is set');
      expect(shown.text).toMatch(new RegExp(`name="tier" value="${tier}" checked`));
      expect((await api('getProfile')).data.kyc.tier).toBe(Number(tier));
    }
    expect(
      await office.app.database.asOwner('SELECT kyc_tier FROM platform.merchants WHERE id = $1', [
        merchantId,
      ]),
    ).toEqual([before]);
    expect((await submit('kyc', { tier: '3' })).status).toBe(422);
    expect(await auditOf('sandbox.kyc-set')).toMatchObject([
      { details: { tier: 0 } },
      { details: { tier: 2 } },
    ]);
  });
});

describe('the reset', () => {
  it('deletes all test data of this merchant, when its name is typed', async () => {
    const { checkout_id: id } = await openedCheckout(api);
    const wrong = await submit('reset', { name: 'Another Shop' });
    expect(wrong.status).toBe(422);
    expect((await api('getCheckoutStatus', { params: { id } })).status).toBe(200);
    const [{ business_name: name } = {}] = await office.app.database.asOwner(
      'SELECT business_name FROM platform.merchants WHERE id = $1',
      [office.merchant.merchantId],
    );

    expect(plain(await submit('reset', { name: String(name) }))).toContain(
      'All test data of this merchant is deleted.',
    );
    expect((await api('getCheckoutStatus', { params: { id } })).status).toBe(404);
    expect(await auditOf('sandbox.reset')).toHaveLength(1);
  });
});
