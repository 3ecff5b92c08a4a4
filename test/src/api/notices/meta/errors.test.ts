import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCatalogue } from '../../../../../generated/error-catalogue.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { type App, startApp } from '../../../../support/service/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

it('anyone may read the catalogue of errors, with the messages that failures have', async () => {
  const anyone = apiOf(app.baseUrl, undefined);

  const { status, data } = await anyone('listErrorCodes');
  const refused = await anyone('getProfile');

  expect([status, data.total]).toEqual([200, Object.keys(errorCatalogue).length]);
  expect(new Set(data.errors.map(({ code }) => code)).size).toBe(data.total);
  const entry = data.errors.find(({ code }) => code === refused.code);
  expect(entry).toMatchObject({
    http_status: refused.status,
    message: refused.body['message'],
    retryable: refused.body['retryable'],
  });
  expect(data.errors.filter(({ remedy }) => remedy === '')).toEqual([]);
});
