import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { startAtTakenPort } from '../../../support/checks/taken-port.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { openBrowser } from '../../pages/browser.ts';
import { buyAndReturn, forge, refundInParts, type Shop, startShop, stopShop } from './walk.ts';

const root = resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);
let app: App;
let browser: Browser;
let folder: string;
let merchant: CreatedMerchant;
let shop: Shop | undefined;

/** The shop as a reader has it: copied elsewhere, with the packed client. Express comes from here, not from a registry. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'node-shop-'));
  cpSync(join(root, 'docs/examples/node-shop/server.js'), join(folder, 'server.mjs'));
  const { stdout } = await run(process.execPath, [join(root, 'scripts/clients/sdk.ts')]);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: folder });
  symlinkSync(join(root, 'node_modules/express'), join(folder, 'node_modules/express'));
  app = await startApp();
  browser = await openBrowser();
  merchant = await app.aMerchant();
  shop = await startShop([process.execPath, 'server.mjs'], {
    cwd: folder,
    app,
    merchant,
  });
}, 120_000);
afterAll(async () => {
  await stopShop(shop);
  await browser?.close();
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Where the shop sends a customer who presses Buy. */
async function press(action = ''): Promise<string | null> {
  const { headers } = await fetch(`${shop?.url}${action}`, { method: 'POST', redirect: 'manual' });
  return headers.get('location');
}

describe('the example shop in Node', () => {
  it('sells a mug, hears of the payment, and gives the money back', async () => {
    if (shop) await buyAndReturn(browser, app, shop);
    const refunds = await app.database.asOwner('SELECT amount::text, status FROM sandbox.refunds');

    expect(refunds).toMatchObject([{ status: 'completed' }]);
  });

  it('calls an order refunded once all of it is, whatever it hears of first', async () => {
    const seen = shop && (await refundInParts(app, merchant, shop));

    expect(seen).toEqual(['new', 'paid', 'paid', 'refunded']);
  });

  it('makes one order and one checkout of two presses of a button', async () => {
    const text = await (await fetch(`${shop?.url}/`)).text();
    const action = /action="([^"]+)"/.exec(text)?.[1];
    const presses = await Promise.all([press(action), press(action)]);

    expect(presses[0]).toContain(`${app.baseUrl}/test/c/chk_`);
    expect(new Set(presses).size).toBe(1);
  });

  it('takes no text of others for the id of an order', async () => {
    const { status } = await fetch(`${shop?.url}/orders/%22%3E%3Cscript%3E`, { method: 'POST' });

    expect(status).toBe(404);
  });

  it('refuses a webhook that somebody else has sent', async () => {
    expect(shop && (await forge(shop))).toBe(400);
  });

  it('says why it does not start at the port of another program', async () => {
    const keys = { API_KEY: 'sk_test_any', WEBHOOK_SECRET: 'whsec_any' };

    const printed = await startAtTakenPort([process.execPath, 'server.mjs'], {
      cwd: folder,
      env: { ...env, ...keys },
    });

    expect(printed).toContain('EADDRINUSE');
    expect(printed).not.toContain('the shop is at');
  });

  it('is short', () => {
    const lines = readFileSync(join(root, 'docs/examples/node-shop/server.js'), 'utf8').split('\n').length;

    expect(lines).toBeLessThan(150);
  });
});
