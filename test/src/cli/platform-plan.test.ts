import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/support/print.ts';
import { showId } from '../../../src/platform/ids.ts';
import { aPayment, openService, openShop, type Place, type Shop } from '../../journeys/shop.ts';
import { turnClock } from '../../support/builders/build.ts';
import { jsonOf, mpsHere } from './mps.ts';

let place: Place;
let env: Record<string, string>;

beforeAll(async () => {
  place = await openService();
  env = { DATABASE_URL: place.database.url, SECRET_KEY: place.database.secretKey, DATA_DIR: '/nowhere' };
});
afterAll(() => place.stop());

const here = (verb: string) => mpsHere(`platform-plan ${verb}`, env);
const of = ({ merchant }: Shop) => `--merchant ${showId('mer', merchant.merchantId)}`;
const day = 86_400;

describe('mps platform-plan', () => {
  it('creates a plan, changes it, and lists it with who did it', async () => {
    const made = jsonOf(await here('set large --name Large --price 49.00 --json'));
    const set = jsonOf(await here('set large --tax 15.50 --json'));
    const { plans } = jsonOf(await here('list --json')) as { plans: Record<string, unknown>[] };

    expect(made).toMatchObject({ plan: 'large', name: 'Large', price: '49.00', tax_rate: '0.00' });
    expect(set).toMatchObject({ plan: 'large', name: 'Large', price: '49.00', tax_rate: '15.50' });
    expect(plans.map(({ plan, price }) => [plan, price])).toEqual([
      ['free', '0.00'],
      ['large', '49.00'],
      ['standard', '10.00'],
    ]);
    expect(plans[0]?.['changed_by']).toBeNull();
    expect(plans[1]?.['changed_by']).toEqual(expect.stringMatching(/^[^-]/));
  });

  it('puts a merchant on a plan with a price of their own, which bills the month that runs', async () => {
    const shop = await openShop(place);
    await aPayment(shop, '100.00');

    const assigned = jsonOf(await here(`assign standard --price 7.77 --tax 15.00 ${of(shop)} --json`));
    await turnClock(shop.api, 31 * day);

    expect(assigned).toMatchObject({ plan: 'standard', price: '7.77', tax: '1.17', total: '8.94' });
    const { items } = (await shop.api('listPlatformInvoices')).data;
    expect(items).toMatchObject([{ subtotal: '7.77', tax: '1.17', amount: '8.94', status: 'paid' }]);
    const { changes } = jsonOf(await mpsHere(`merchant changes ${of(shop)} --json`, env)) as {
      changes: Record<string, unknown>[];
    };
    expect(changes[0]).toMatchObject({
      action: 'merchant.plan-set',
      details: { before: { plan: 'free' }, after: { plan: 'standard', price: '7.77', tax: '15.00' } },
    });
  });

  it('refuses a name that no invoice could show', async () => {
    const refused = await here(`set standard --name ${'x'.repeat(121)}`);

    expect(refused).toMatchObject({ exitCode: exitCodes.usage, words: expect.stringContaining('120') });
  });

  it.each([
    ['set Large --price 1.00', exitCodes.usage],
    ['set new-one', exitCodes.usage],
    ['set standard --price 10', exitCodes.usage],
    ['set standard --tax 101.00', exitCodes.usage],
    ['set standard --name=', exitCodes.usage],
    ['assign nothing', exitCodes.notFound],
  ])('refuses %s in words', async (verb, code) => {
    const merchant = verb.startsWith('assign') ? ` ${of(await openShop(place))}` : '';

    const refused = await here(`${verb}${merchant}`);

    expect(refused.exitCode).toBe(code);
    expect(refused.words).not.toContain('    at ');
  });
});
