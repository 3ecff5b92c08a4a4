import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { type Client, plain, type Shown } from '../../client.ts';
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

const base = '/dashboard/test/agents';
const add = async (fields: Readonly<Record<string, string>> = {}): Promise<Shown> =>
  await finance.submit(await finance.open(`${base}/new`), '/agents/new', {
    name: 'Corner kiosk',
    phone: '\u202A+263 (0)77 123 4567\u202C',
    low_USD: '50',
    ...fields,
  });

describe('a cash agent', () => {
  it('is added, gets cash once for a form, is suspended, and works again', async () => {
    const added = await add();
    const topped = await finance.submit(added, '/float', { amount: '250', currency: 'USD' });
    const twice = await finance.submit(added, '/float', { amount: '250', currency: 'USD' });
    const suspended = await finance.submit(topped, '/suspend');
    const active = await finance.submit(suspended, '/reactivate');
    const { data } = await api('listAgents');
    const audit = await office.app.database.asOwner(
      "SELECT action FROM sandbox.audit_log WHERE action LIKE 'agent.%' ORDER BY id",
    );

    expect(plain(topped)).toContain('US$250.00');
    expect(plain(topped)).toContain('US$50.00');
    expect(twice.text).toContain('This form was sent before');
    expect(plain(suspended)).toContain('Suspended');
    expect(plain(active)).toContain('Active');
    expect(data.items).toMatchObject([{ name: 'Corner kiosk', status: 'active', float: { USD: '250.00' } }]);
    expect(audit.map(({ action }) => action)).toEqual([
      'agent.added',
      'agent.float-topped-up',
      'agent.suspended',
      'agent.reactivated',
    ]);
  });

  it('is offered no cash while suspended, and a form that was opened before is refused in words', async () => {
    const added = await add();
    const suspended = await finance.submit(added, '/suspend');
    const late = await finance.submit(added, '/float', { amount: '250', currency: 'USD' });
    const active = await finance.submit(suspended, '/reactivate');

    expect(suspended.text).not.toMatch(/action="[^"]*\/float"/);
    expect(late.status).toBe(409);
    expect(plain(late)).toContain('The agent is suspended.');
    expect(active.text).toMatch(/action="[^"]*\/float"/);
    expect(plain(active)).toContain('Float in USD US$0.00');
  });

  it.each([{ phone: '12' }, { name: '' }, { low_USD: 'much' }])(
    'is refused with what is wrong at the field: %o',
    async (fields) => {
      const answer = await add(fields);

      expect(answer.status).toBe(422);
      expect(answer.text).toContain('aria-invalid="true"');
    },
  );

  it('of another merchant is not found', async () => {
    const added = await add();

    expect((await (await office.stranger()).open(added.path)).status).toBe(404);
  });
});
