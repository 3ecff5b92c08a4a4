import { createServer, type RequestListener } from 'node:http';
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

/** Answers at an address of its own until the test ends. */
async function serving(answer: RequestListener): Promise<string> {
  const service = createServer(answer);
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void service.close());
  const { port } = service.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

describe('mps pay', () => {
  it.each([
    ['GET', false],
    ['POST', true],
  ])(
    'says that the answer to %s broke off, and if it may have had an effect: %s',
    async (broken, isWrite) => {
      const form = '<main data-page="choose"><form method="post" action="/test/c/x/pay"></form></main>';
      const address = await serving(({ method }, res) => {
        if (method === broken) res.setHeader('content-length', 1000).write(form, () => res.destroy());
        else res.end(form);
      });

      const ended = await mpsHere(`pay ${address}/test/c/x --card card_success --key sk_test_x`, {});

      expect(ended).toMatchObject({ exitCode: 7, words: expect.stringContaining('does not answer') });
      expect(ended.words.includes('may have taken effect')).toBe(isWrite);
    },
  );
});

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
    const address = await serving((_req, res) => {
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data: turned }));
    });
    const { secretKey } = await app.aMerchant();

    const ended = await mpsHere(`sandbox advance 1m --key ${secretKey} --base-url ${address}`, {});

    expect(ended).toMatchObject({ exitCode: 0, data: expect.stringContaining('10000') });
    expect(ended.words.includes('runs in the background')).toBe(more);
  });
});
