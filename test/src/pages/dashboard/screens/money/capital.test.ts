import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOffer } from '../../../../../support/builders/partners.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
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
  });

  it('of another merchant is not found', async () => {
    const offer = await anOffer(api, { currency: 'ZWG' });
    const stranger = await office.stranger();

    expect((await stranger.open(`${base}/offers/${offer}`)).status).toBe(404);
  });
});
