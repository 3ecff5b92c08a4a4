import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openedCheckout } from '../../support/builders/build.ts';
import { apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { jsonOf, mpsHere } from './mps.ts';

let app: App;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('mps sandbox reset', () => {
  it('deletes the sandbox data of the merchant with this key', async () => {
    const { secretKey } = await app.aMerchant();
    const api = apiOf(app.baseUrl, secretKey);
    const { checkout_id: id } = await openedCheckout(api);

    const ended = await mpsHere(`sandbox reset --json --key ${secretKey} --base-url ${app.baseUrl}`, {});

    expect(ended.exitCode).toBe(0);
    expect(jsonOf(ended)).toMatchObject({ success: true, data: { reset: true } });
    expect((await api('getCheckoutStatus', { params: { id } })).status).toBe(404);
  });

  it('prints why it failed, with an exit code for a refusal and one for no answer', async () => {
    const { publicKey } = await app.aMerchant();

    const refused = await mpsHere(`sandbox reset --key ${publicKey} --base-url ${app.baseUrl}`, {});
    const nobody = await mpsHere(`sandbox reset --key ${publicKey} --base-url http://127.0.0.1:1`, {});

    expect(refused).toMatchObject({
      exitCode: 5,
      words: expect.stringContaining('A public key cannot be used here.'),
    });
    expect(nobody).toMatchObject({ exitCode: 7, words: expect.stringContaining('does not answer') });
  });
});

describe('mps sandbox advance', () => {
  it.each([true, false])('says whether more was due than the call has run: %s', async (more) => {
    const turned = {
      now: '2027-01-01T00:00:00.000Z',
      offset_seconds: 60,
      fired: [],
      fired_total: 10_000,
      more,
    };
    const service = createServer((_req, res) => {
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data: turned }));
    });
    await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void service.close());
    const { secretKey } = await app.aMerchant();
    const { port } = service.address() as AddressInfo;

    const ended = await mpsHere(
      `sandbox advance 1m --key ${secretKey} --base-url http://127.0.0.1:${port}`,
      {},
    );

    expect(ended).toMatchObject({ exitCode: 0, data: expect.stringContaining('10000') });
    expect(ended.words.includes('runs in the background')).toBe(more);
  });
});
