import { afterAll, beforeAll, expect, it } from 'vitest';
import { countReports } from '../../src/domain/billing/reports/queries.ts';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { lockExternalId } from '../../src/domain/payers/customers/queries.ts';
import type { Act } from '../../src/engine/context.ts';
import { actingAs } from '../support/builders/inside.ts';
import { type Api, apiOf } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { aLiveKey } from '../support/service/keys.ts';

let app: App;
let merchant: CreatedMerchant;
let live: Api;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant();
  live = apiOf(app.baseUrl, await aLiveKey(app, merchant));
});
afterAll(() => app.stop());

/** What a call of live is answered while a transaction of the sandbox holds what `lock` takes. */
const meanwhile = (lock: (act: Act) => Promise<unknown>, call: () => Promise<{ readonly status: number }>) =>
  actingAs(app, merchant, async (act) => {
    await lock(act);
    return (await call()).status;
  });

it('a customer of live does not wait for one of the sandbox with the same external id', async () => {
  const status = await meanwhile(
    ({ tx, merchant: { id } }) => lockExternalId(tx, id, 'crm-1'),
    () => live('createCustomer', { body: { name: 'Rudo Moyo', external_id: 'crm-1' } }),
  );

  expect(status).toBe(201);
});

it('a report of live does not wait for one of the sandbox', async () => {
  const body = { type: 'fees', format: 'csv', from_date: '2026-01-01', to_date: '2026-01-31' };

  const status = await meanwhile(
    ({ tx, merchant: of, ctx }) => countReports(tx, of.id, ctx.now(of)),
    () => live('createReport', { body }),
  );

  expect(status).toBe(201);
});
